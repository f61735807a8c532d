/**
 * The names that other agents have for tools, in lower case, and Premove's tools for each. Source: the documentation of
 * VS Code's prompt files and custom agents, and of Claude Code's sub-agents.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  read: ['read_file', 'list_directory', 'glob', 'grep', 'lsp'],
  readfile: ['read_file'],
  ls: ['list_directory'],
  listdirectory: ['list_directory'],
  glob: ['glob'],
  filesearch: ['glob'],
  grep: ['grep'],
  textsearch: ['grep'],
  search: ['glob', 'grep', 'list_directory', 'lsp'],
  codebase: ['glob', 'grep', 'list_directory', 'read_file', 'lsp'],
  usages: ['lsp'],
  problems: ['lsp'],
  edit: ['edit', 'write_file', 'delete_file', 'move_file'],
  editfiles: ['edit', 'write_file', 'delete_file', 'move_file'],
  multiedit: ['edit'],
  write: ['write_file'],
  new: ['write_file'],
  createfile: ['write_file'],
  bash: ['run_shell_command'],
  shell: ['run_shell_command'],
  execute: ['run_shell_command'],
  runcommands: ['run_shell_command'],
  runinterminal: ['run_shell_command'],
  runtasks: ['run_shell_command'],
  runtests: ['run_shell_command'],
  terminal: ['run_shell_command'],
  web: ['web_fetch', 'web_search'],
  fetch: ['web_fetch'],
  webfetch: ['web_fetch'],
  websearch: ['web_search'],
  todo: ['todo_write'],
  todos: ['todo_write'],
  todowrite: ['todo_write'],
  skill: ['skill'],
  task: ['agent'],
  agent: ['agent'],
  runsubagent: ['agent'],
};

/**
 * Returns the names of Premove's tools for the names in a file's `tools`. A name that is not an alias is kept, because
 * it may name a tool of Premove or an external tool. A name of no tool is kept too, so a list with only such names
 * allows no tools. A name with a pattern, such as `Bash(git:*)`, is left out, because a tool cannot be limited to a
 * pattern.
 */
export function toolNamesOf(names: readonly string[]): readonly string[] {
  const all = names.flatMap((name) => {
    if (name.includes('(')) return [];
    const key = name.toLowerCase();
    // In VS Code, a tool's name can begin with a group: `search/codebase`, `execute/runInTerminal`.
    const own = key.slice(key.lastIndexOf('/') + 1);
    return Object.hasOwn(ALIASES, key)
      ? (ALIASES[key] ?? [])
      : Object.hasOwn(ALIASES, own)
        ? (ALIASES[own] ?? [])
        : [name];
  });
  return [...new Set(all)];
}
