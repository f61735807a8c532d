/** An agent program that Premove can watch, by the name that users know. */
export type AgentTitle = 'Claude Code' | 'Codex' | 'OpenCode';

/** By program name and npm package. */
const AGENTS: ReadonlyMap<string, AgentTitle> = new Map([
  ['claude', 'Claude Code'],
  ['claude-code', 'Claude Code'],
  ['@anthropic-ai/claude-code', 'Claude Code'],
  ['codex', 'Codex'],
  ['@openai/codex', 'Codex'],
  ['opencode', 'OpenCode'],
  ['opencode-ai', 'OpenCode'],
]);

/** Programs that run the command in their arguments, after their own options. Some need a second word: `npm exec`. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...['command', 'exec', 'env', 'sudo', 'doas', 'time', 'nohup', 'nice', 'winpty', 'caffeinate', 'stdbuf', 'setsid'],
  ...['npx', 'bunx', 'pnpx', 'npm', 'pnpm', 'yarn', 'bun', 'mise', 'dotenv', 'op', 'node', 'volta'],
]);
const SECOND_WORDS: ReadonlySet<string> = new Set(['exec', 'dlx', 'x', 'run']);
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'fish', 'dash']);
/** Options that are followed by a value. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set(['-u', '-g', '-n', '-p', '-C', '-e', '-f', '--package', '--user']);
/** With these options, the agent only prints a text and exits. */
const ENDING_OPTIONS: ReadonlySet<string> = new Set(['--version', '-v', '-V', '--help', '-h']);

/** Depth of nested shells: `sh -c 'sh -c …'`. */
const MAX_DEPTH = 3;

/** Undefined if the line starts no agent, or only prints an agent's version or help. */
export function agentOf(commandLine: string): AgentTitle | undefined {
  return findAgent(commandLine, 0);
}

/** Agents write a mark of their status before their name in the title: `✳ Claude Code`, `⠋ codex`. */
export function agentOfTitle(title: string): AgentTitle | undefined {
  const text = withoutMark(title);
  const [, name] = /^(claude code|codex|opencode)(?![\p{L}\p{N}_-])/iu.exec(text) ?? [];
  return name === undefined ? agentOf(text) : AGENTS.get(name.toLowerCase().replace(' ', '-'));
}

/** Whether the title is only the agent's name: `✳ Claude Code`, `claude`. */
export function repeatsAgent(title: string, agent: string): boolean {
  const text = withoutMark(title).toLowerCase();
  return text === agent.toLowerCase() || AGENTS.get(text) === agent;
}

function withoutMark(title: string): string {
  return title.slice(0, 200).replace(/^[^\p{L}\p{N}@~/.]+/u, '');
}

function findAgent(commandLine: string, depth: number): AgentTitle | undefined {
  for (const words of splitCommands(commandLine.slice(0, 4_000))) {
    const agent = agentOfWords(words, depth);
    if (agent) return agent;
  }
  return undefined;
}

function agentOfWords(words: readonly string[], depth: number): AgentTitle | undefined {
  let isWrapped = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (/^[A-Za-z_]\w*=/.test(word) || (isWrapped && word.startsWith('-'))) {
      if (VALUE_OPTIONS.has(word)) index += 1;
      continue;
    }
    const name = programName(word);
    const agent = AGENTS.get(name);
    if (agent) return words.slice(index + 1).some((each) => ENDING_OPTIONS.has(each)) ? undefined : agent;
    if (SHELLS.has(name)) {
      const script = words.slice(index + 1).findIndex((each) => /^-\w*c$/.test(each));
      const text = script < 0 ? undefined : words[index + script + 2];
      return text === undefined || depth >= MAX_DEPTH ? undefined : findAgent(text, depth + 1);
    }
    if (!WRAPPERS.has(name) && !(isWrapped && SECOND_WORDS.has(name))) return undefined;
    isWrapped = true;
  }
  return undefined;
}

/** Without folder, extension and package version. */
function programName(word: string): string {
  if (word.startsWith('@')) return withoutVersion(word);
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return withoutVersion(name).replace(/\.(?:exe|cmd|bat|ps1|js|mjs|cjs|sh)$/i, '');
}

function withoutVersion(name: string): string {
  const at = name.indexOf('@', 1);
  return at < 0 ? name : name.slice(0, at);
}

/** Splits a line into commands, and each into words without quotes. Not a full shell grammar. */
function splitCommands(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [token] of line.matchAll(/&&|\|\||[;&|\n(){}]|(?:[^\s;&|(){}"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g)) {
    if (/^(?:&&|\|\||[;&|\n(){}])$/.test(token)) commands.push([]);
    else commands.at(-1)?.push(unquote(token));
  }
  return commands;
}

function unquote(token: string): string {
  return token.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(["'\s])/g,
    (_, double?: string, single?: string, escaped?: string) =>
      double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : (single ?? escaped ?? ''),
  );
}
