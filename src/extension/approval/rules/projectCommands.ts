/** A command that a file of the project offers or runs. */
export interface ProjectCommand {
  /** As it is typed in a shell. */
  readonly command: string;
  /**
   * What the command runs: the text of a script or a recipe. Empty for a command of a CI file, which runs no script.
   */
  readonly script: string;
}

/** Which program runs the scripts of a package.json. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/**
 * The names that become part of a command. All other names are left out: they would have to be quoted, or a program
 * would read them as an option.
 */
const NAME = /^\w[\w:./@+-]{0,99}$/;
/** Maximum number of commands per file. */
const MAX_COMMANDS = 200;

/** The scripts of a package.json; empty if the text is not a package.json. */
export function packageCommands(text: string, manager: PackageManager): ProjectCommand[] {
  const scripts = toObject(toObject(parseJson(text))['scripts']);
  return Object.entries(scripts)
    .flatMap(([name, script]) => {
      if (!NAME.test(name) || typeof script !== 'string') return [];
      const isTest = name === 'test' && manager !== 'bun';
      return [{ command: isTest ? `${manager} test` : `${manager} run ${name}`, script }];
    })
    .slice(0, MAX_COMMANDS);
}

/** The targets of a Makefile that have a plain name, each with its recipe. */
export function makeCommands(text: string): ProjectCommand[] {
  const found = new Map<string, string[]>();
  let current: readonly string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('\t')) {
      for (const target of current) found.get(target)?.push(line.trim());
      continue;
    }
    if (line.trim() === '' || line.startsWith('#')) continue;
    // Skips assignments: `name := value` and `name ::= value`.
    const [, targets] = /^([^\s:=#][^:=#]*):(?!:?:?=)/.exec(line) ?? [];
    current = (targets ?? '').split(/\s+/).filter((target) => NAME.test(target));
    for (const target of current) if (!found.has(target)) found.set(target, []);
  }
  return [...found]
    .map(([target, recipe]) => ({ command: `make ${target}`, script: recipe.join('; ') }))
    .slice(0, MAX_COMMANDS);
}

/**
 * The commands of a CI file: GitHub's `run`, CircleCI's `run` and `command`, and GitLab's lists of scripts. Reads line
 * by line, because only plain one-line commands are wanted. Lines with an expression of the CI system are left out.
 */
export function ciCommands(text: string): ProjectCommand[] {
  const found = new Set<string>();
  /** The indentation of the key whose block or list is being read. */
  let block: { readonly indent: number; readonly isList: boolean } | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const indent = line.length - line.trimStart().length;
    if (block && indent > block.indent) {
      const item = block.isList ? /^\s*-\s(.+)$/.exec(line)?.[1] : line;
      add(found, item ?? '');
      continue;
    }
    const isItem: boolean = block?.isList === true && indent === block.indent && /^\s*-\s/.test(line);
    if (isItem) {
      add(found, line.trim().slice(1));
      continue;
    }
    const [start = '', before = '', key = ''] = /^(\s*(?:-\s+)?)([\w-]+):/.exec(line) ?? [];
    const value = line.slice(start.length).trim();
    const isList = ['script', 'before_script', 'after_script'].includes(key);
    block = undefined;
    if (!isList && key !== 'run' && key !== 'command') continue;
    if (/^[|>][+-]?\d?$/.test(value) || (isList && value === '')) {
      block = { indent: isList ? indent : before.length, isList: isList && value === '' };
    } else add(found, value);
  }
  return [...found].map((command) => ({ command, script: '' })).slice(0, MAX_COMMANDS);
}

function add(found: Set<string>, value: string): void {
  const command = unquote(value.trim());
  // `${{ … }}` and `<< … >>` are replaced before the command runs.
  const isPlain = !/\$\{\{|<<\s|^[[{&*!#]|[\\|]$/.test(command);
  if (command !== '' && command.length <= 300 && isPlain) found.add(command);
}

function unquote(value: string): string {
  const [, quoted] = /^(?:"([^"\\]*)"|'([^']*)')$/.exec(value)?.filter((part) => part !== undefined) ?? [];
  return quoted ?? value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
