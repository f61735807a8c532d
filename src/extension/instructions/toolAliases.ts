import { namesTool, toExternalPattern } from '../tools/externalServers.ts';

/**
 * Other agents' names for tools, in lower case. Source: the documentation of VS Code's prompt files and custom agents,
 * and of Claude Code's sub-agents.
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
  lsp: ['lsp'],
  askuserquestion: ['ask_user'],
  exitplanmode: ['exit_plan_mode'],
};

/** Other agents' tools that Premove does not have. Forbidding these tools has no effect. */
const ABSENT: ReadonlySet<string> = new Set(
  (
    'bashoutput croncreate crondelete cronlist enterplanmode enterworktree exitworktree killbash killshell ' +
    'listmcpresourcestool monitor notebookedit notebookread powershell readmcpresourcetool sendmessage slashcommand ' +
    'taskcreate taskget tasklist taskoutput taskstop taskupdate teamcreate teamdelete todoread toolsearch workflow ' +
    'changes extensions githubrepo opensimplebrowser runnotebooks testfailure vscodeapi'
  ).split(' '),
);

/** The name of a tool of VS Code can begin with one of these groups, as in `search/codebase`. */
const GROUPS: ReadonlySet<string> = new Set(
  'agent browser edit execute new read runcommands runnotebooks runtasks search todo vscode web'.split(' '),
);

const OWN: ReadonlySet<string> = new Set([...Object.values(ALIASES).flat(), 'save_memory']);

/**
 * `names`: from a file's `tools` or `disallowedTools`. Names in `ALIASES` become names of Premove's tools. Names of MCP
 * tools become patterns for `isListed`. Other names are kept, because they may name a tool of Premove or of an
 * extension. A list with only unknown names allows no tools.
 * A name with a pattern, such as `Bash(git:*)`, is left out, because a tool cannot be limited to a pattern.
 */
export function toolNamesOf(names: readonly string[]): readonly string[] {
  const all = names.flatMap((name) =>
    name.includes('(') ? [] : (ownToolsOf(name.toLowerCase()) ?? [toExternalName(name)]),
  );
  return [...new Set(all)];
}

/** `names`: from `toolNamesOf`. Ignores case. */
export function isListed(names: readonly string[], tool: string): boolean {
  return names.some((name) => namesTool(name.toLowerCase(), tool.toLowerCase()));
}

/**
 * Whether Premove can tell which tool the name in a file stands for. All names of MCP tools count, because a server's
 * tools are known only while the server is set up.
 */
export function isKnownName(name: string): boolean {
  const key = name.toLowerCase();
  return key === '*' || isExternalName(key) || OWN.has(key) || ABSENT.has(key) || ownToolsOf(key) !== undefined;
}

/** The names of Premove's own tools never match. */
export function isExternalName(name: string): boolean {
  return name.includes('/') || name.startsWith('mcp_');
}

function ownToolsOf(key: string): readonly string[] | undefined {
  const slash = key.lastIndexOf('/');
  const group = key.slice(0, Math.max(0, slash));
  // If the text before the slash is not a group, it is an MCP server, as in `github/search`.
  if (slash >= 0 && !GROUPS.has(group)) return undefined;
  const name = key.slice(slash + 1);
  const alias = slash >= 0 && name === '*' ? group : name;
  return Object.hasOwn(ALIASES, alias) ? ALIASES[alias] : undefined;
}

/** Converts `server/tool` and `mcp__server__tool` to a pattern; `mcp__server` stands for all tools of the server. */
function toExternalName(name: string): string {
  const slash = name.lastIndexOf('/');
  if (slash >= 0) return toExternalPattern(name.slice(0, slash), name.slice(slash + 1));
  const [server = '', ...tool] = name.startsWith('mcp__') ? name.slice('mcp__'.length).split('__') : [];
  return server === '' || server.includes('*') ? name : toExternalPattern(server, tool.join('__') || '*');
}
