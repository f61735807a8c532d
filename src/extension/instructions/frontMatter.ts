import { instructionProblemTexts as texts } from '../base/texts/instructionTexts.ts';

/**
 * Front matter: the lines between a first line `---` and the next line `---` or `...`.
 *
 * It resembles YAML, but has only fields with a text, a boolean or a list of texts. A YAML parser would refuse files of
 * other agents, such as Cursor's `globs: *.ts,*.tsx` and Claude Code's `argument-hint: [issue] [priority]`. Other
 * values, such as nested `hooks`, are kept as `OTHER`, so that a file with unknown fields can still be used.
 */
export interface FrontMatter {
  /** A list without brackets (`a, b`) is a text here. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly body: string;
}

export type FieldValue = string | boolean | readonly string[] | typeof OTHER;

export const OTHER = Symbol('other value');

export type FrontMatterResult =
  | ({ readonly kind: 'parsed' } & FrontMatter)
  /** `problem`: one line with a line number and what is wrong. */
  | { readonly kind: 'malformed'; readonly problem: string };

/** Real front matter has about ten lines. */
const MAX_LINES = 200;
/** Characters of all lines. */
const MAX_LENGTH = 20_000;

/** Parses a text, which must not begin with a byte order mark. A text without front matter has no fields. */
export function parseFrontMatter(text: string): FrontMatterResult {
  const [first = ''] = text.split(/\r?\n/, 1);
  if (first.trimEnd() !== '---') return { kind: 'parsed', fields: new Map(), body: text };
  const lines = text.split(/\r?\n/, MAX_LINES + 1);
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0) {
    const what = lines.length > MAX_LINES ? texts.tooLong() : texts.noEnd();
    return { kind: 'malformed', problem: texts.frontMatter(1, what) };
  }
  const inner = lines.slice(1, end);
  if (inner.reduce((sum, line) => sum + line.length, 0) > MAX_LENGTH) {
    return { kind: 'malformed', problem: texts.frontMatter(1, texts.tooLong()) };
  }
  try {
    return { kind: 'parsed', fields: readFields(inner), body: afterLine(text, end) };
  } catch (error) {
    if (!(error instanceof MalformedLine)) throw error;
    // Users count lines from 1, and line 1 is the opening `---`.
    return { kind: 'malformed', problem: texts.frontMatter(error.line + 2, error.message) };
  }
}

/** Undefined if the field is missing, empty or not a text. */
export function textField({ fields }: Pick<FrontMatter, 'fields'>, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * In a text, commas outside of parentheses, brackets and braces separate the items. Undefined if the field is missing
 * or neither a list nor a text.
 */
export function listField({ fields }: Pick<FrontMatter, 'fields'>, name: string): readonly string[] | undefined {
  const value = fields.get(name);
  if (typeof value === 'string') return splitList(value);
  return Array.isArray(value) ? (value as readonly string[]).filter((item) => item !== '') : undefined;
}

/**
 * Undefined if the field is missing or not a boolean. Accepts the texts `true` and `false`, because some agents write
 * booleans as texts.
 */
export function booleanField({ fields }: Pick<FrontMatter, 'fields'>, name: string): boolean | undefined {
  const value = fields.get(name);
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

export function isWrongList({ fields }: Pick<FrontMatter, 'fields'>, name: string): boolean {
  const value = fields.get(name);
  return value === OTHER || typeof value === 'boolean';
}

/** An empty value is not wrong. */
export function isWrongBoolean(parsed: Pick<FrontMatter, 'fields'>, name: string): boolean {
  const value = parsed.fields.get(name) ?? '';
  return value !== '' && booleanField(parsed, name) === undefined;
}

function splitList(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const char of text) {
    if ('({['.includes(char)) depth += 1;
    if (')}]'.includes(char)) depth -= 1;
    if (char === ',' && depth <= 0) {
      items.push(item);
      item = '';
    } else {
      item += char;
    }
  }
  return [...items, item].map((each) => each.trim()).filter((each) => each !== '');
}

/** `end` is counted from 0. */
function afterLine(text: string, end: number): string {
  let at = 0;
  for (let line = 0; line <= end; line += 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) return '';
    at = next + 1;
  }
  return text.slice(at);
}

/** `line` is counted from 0, from the first line after the opening `---`. */
class MalformedLine extends Error {
  readonly line: number;

  constructor(line: number, what: string) {
    super(what);
    this.line = line;
  }
}

const FIELD = /^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t](.*))?$/;

function readFields(lines: readonly string[]): ReadonlyMap<string, FieldValue> {
  const fields = new Map<string, FieldValue>();
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (isBlank(line)) {
      at += 1;
      continue;
    }
    const [, name, rest = ''] = FIELD.exec(line.trimEnd()) ?? [];
    if (name === undefined) throw new MalformedLine(at, /^\s*\t/.test(line) ? texts.tab() : texts.notAField());
    if (fields.has(name)) throw new MalformedLine(at, texts.twice(name));
    const end = endOfValue(lines, at + 1);
    fields.set(name, readValue(rest.trim(), lines.slice(at + 1, end), at));
    at = end;
  }
  return fields;
}

/**
 * Returns the index after the last line of a value. Each line of a value is an indented line, an item of a list, the
 * closing bracket of a list, or a blank line between such lines.
 */
function endOfValue(lines: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^(?:[ \t]|-(?:\s|$)|\])/.test(line) && line.trim() !== '') end = at + 1;
    else if (line.trim() !== '') break;
  }
  return end;
}

/** `rest`: the value in the field's own line. `at`: the number of that line. */
function readValue(rest: string, more: readonly string[], at: number): FieldValue {
  const tabbed = more.findIndex((line) => /^ *\t/.test(line));
  if (tabbed >= 0) throw new MalformedLine(at + 1 + tabbed, texts.tab());
  const block = /^([|>])[+-]?\d?(?:\s+#.*)?$/.exec(rest);
  if (block) return readBlock(more, block[1] === '>');
  const lines = more.filter((line) => !isBlank(line)).map((line) => line.trim());
  const isEmpty = rest === '' || rest.startsWith('#');
  if (isEmpty && lines.length > 0) return readNested(lines, at);
  if (rest.startsWith('[')) return readFlowList([rest, ...lines].join(' '), at);
  if (rest.startsWith('{')) return OTHER;
  return readScalar([rest, ...lines].join(' '), at);
}

/** Reads a value that begins in the line below its field. */
function readNested(lines: readonly string[], at: number): FieldValue {
  const [first = ''] = lines;
  if (first.startsWith('[')) return readFlowList(lines.join(' '), at);
  if (!lines.every((line) => /^-(?:\s|$)/.test(line))) return OTHER;
  const items = lines.map((line) => line.slice(1).trim());
  return items.some((item) => FIELD.test(item)) ? OTHER : items.map((item) => toText(readScalar(item, at)));
}

/** If text follows the list, as in `[issue] [priority]`, the whole value is a text. */
function readFlowList(text: string, at: number): FieldValue {
  // In YAML, two quotes inside a single-quoted text mean one quote. The pattern treats such a text as two texts, so
  // there is only one way to match, and a hostile list cannot cause backtracking.
  const inner = /^\[((?:"(?:\\.|[^"\\])*"|'[^']*'|[^\]["'])*)\](?:\s+#.*)?$/.exec(text)?.[1];
  if (inner !== undefined) {
    const items = inner.match(/(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^,])+/g) ?? [];
    return items.flatMap((item) => (item.trim() === '' ? [] : [toText(readScalar(item.trim(), at))]));
  }
  if (!text.includes(']')) throw new MalformedLine(at, texts.list());
  return withoutComment(text);
}

function readScalar(text: string, at: number): string | boolean {
  if (text.startsWith('"') || text.startsWith("'")) return readQuoted(text, at);
  const plain = withoutComment(text);
  if (plain === 'true') return true;
  if (plain === 'false') return false;
  return plain === '~' || plain === 'null' ? '' : plain;
}

function readQuoted(text: string, at: number): string {
  const [, double, single] = /^(?:"((?:\\.|[^"\\])*)"|'((?:''|[^'])*)')(?:\s+#.*)?$/.exec(text) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  if (double === undefined) throw new MalformedLine(at, texts.quote());
  return double.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_escape, code: string | undefined, char: string) =>
    code === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Reads a text over several lines: `|` keeps its line ends, `>` joins its lines. */
function readBlock(lines: readonly string[], isFolded: boolean): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents, Infinity);
  const text = lines
    .map((line) => line.slice(Number.isFinite(indent) ? indent : 0).trimEnd())
    .join('\n')
    .trim();
  return isFolded ? text.replace(/\n+/g, (ends) => '\n'.repeat(ends.length - 1) || ' ') : text;
}

function withoutComment(text: string): string {
  return text.replace(/(?:^|\s)#.*$/, '').trim();
}

function toText(value: string | boolean): string {
  return String(value);
}

function isBlank(line: string): boolean {
  return /^\s*(?:#.*)?$/.test(line);
}
