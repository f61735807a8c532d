import type { Makefile } from './makefile.ts';

/** Runs the scripts of a package.json. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/**
 * The names that become part of a command. Other names are too long, would have to be quoted, or could be read as an
 * option.
 */
const NAME = /^\w[\w:./@+-]{0,99}$/;
/** Per file. */
const MAX_COMMANDS = 200;

/** Empty if the text has no scripts or is not JSON. */
export function readPackageScripts(text: string): ReadonlyMap<string, string> {
  const scripts = toObject(toObject(parseJson(text))['scripts']);
  return new Map(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

export function packageCommands(scripts: ReadonlyMap<string, string>, manager: PackageManager): string[] {
  return [...scripts.keys()]
    .filter((name) => NAME.test(name))
    .slice(0, MAX_COMMANDS)
    .map((name) => (name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`));
}

export function makeCommands({ targets }: Makefile): string[] {
  return targets
    .filter((target) => NAME.test(target))
    .slice(0, MAX_COMMANDS)
    .map((target) => `make ${target}`);
}

/** A `literal` value in a CI file begins with `|`, a `folded` value with `>`, and a `plain` value with neither. */
type LineStyle = 'literal' | 'folded' | 'plain';

/** The value that is being read. */
interface Block {
  /** The indentation of the key. */
  readonly indent: number;
  readonly isList: boolean;
  style: LineStyle;
  /** The command so far, and the indentation of its first line. */
  command?: string;
  commandIndent: number;
}

/**
 * The commands of a CI file: GitHub's `run`, CircleCI's `run` and `command`, and GitLab's lists of scripts. Reads line
 * by line, because only plain commands are wanted.
 */
export function ciCommands(text: string): string[] {
  const found = new Set<string>();
  let block: Block | undefined;
  const end = (): void => {
    if (block?.command !== undefined) add(found, block.command);
    delete block?.command;
  };
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      if (block?.style !== 'plain') end();
      continue;
    }
    const indent = line.length - line.trimStart().length;
    if (block?.isList && indent >= block.indent && /^\s*-\s/.test(line)) {
      end();
      begin(block, line.trim().slice(1).trim(), indent);
      continue;
    }
    if (block && indent > block.indent) {
      if (!continues(block, indent)) end();
      addLine(block, line.trim(), indent);
      continue;
    }
    end();
    const [start = '', before = '', key = ''] = /^(\s*(?:-\s+)?)([\w-]+):/.exec(line) ?? [];
    const value = line.slice(start.length).trim();
    const isList = ['script', 'before_script', 'after_script'].includes(key);
    block = undefined;
    if (!isList && (value === '' || (key !== 'run' && key !== 'command'))) continue;
    block = { indent: isList ? indent : before.length, isList: value === '', style: 'plain', commandIndent: 0 };
    if (value !== '') begin(block, value, before.length);
  }
  end();
  return [...found].slice(0, MAX_COMMANDS);
}

/** `value` is the first line, or the mark (`|`, `>`) before the lines. */
function begin(block: Block, value: string, indent: number): void {
  const [, mark] = /^([|>])[+-]?\d?[+-]?$/.exec(value) ?? [];
  block.style = mark === undefined ? 'plain' : mark === '|' ? 'literal' : 'folded';
  if (mark === undefined) addLine(block, value, indent);
}

/** Whether the next line, which has the indentation `indent`, belongs to the command so far. */
function continues({ style, command = '', commandIndent }: Block, indent: number): boolean {
  if (style === 'literal') return /(?:\\|\||&&)$/.test(command);
  return style === 'plain' || indent === commandIndent;
}

function addLine(block: Block, line: string, indent: number): void {
  const { command, style } = block;
  if (command === undefined) block.commandIndent = indent;
  const before = style === 'literal' ? command?.replace(/\\$/, '').trimEnd() : command;
  block.command = before === undefined ? line : `${before} ${line}`;
}

function add(found: Set<string>, value: string): void {
  const command = unquote(value.trim());
  // The CI system replaces `${{ … }}` and `<< … >>` before the command runs.
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
