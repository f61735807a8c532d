import type { SyntaxNode } from './shellSyntaxGrammar.ts';

export interface ShellWord {
  readonly source: string;
  /** The argument that the command gets; null if it is known only at run time. */
  readonly literal: string | null;
  /** The known beginning of the argument; `~` if bash may expand a tilde. */
  readonly prefix: string;
  /**
   * The word may become any number of words, through an unquoted expansion or `"$@"`. Patterns and braces do not count.
   */
  readonly splits: boolean;
  /** In UTF-16 units of the command line. */
  readonly end: number;
  readonly parts: readonly WordPart[];
  /** The word contains the output of a command. */
  readonly hasOutput: boolean;
}

/** Quoted text, unquoted text, or an expansion. */
export interface WordPart {
  /** Null for an expansion. */
  readonly literal: string | null;
  /**
   * The text in which bash expands patterns, braces and tildes, with a backslash for each escaped character. Empty if
   * quoted or an expansion.
   */
  readonly unquoted: string;
  /** See `ShellWord.splits`. */
  readonly splits: boolean;
  /** Only for a plain value (`$name`, `${name}`). */
  readonly variable?: string;
}

export function literalWord(text: string, end: number): ShellWord {
  const parts = [{ literal: text, unquoted: '', splits: false }];
  return { source: text, literal: text, prefix: text, splits: false, end, parts, hasOutput: false };
}

/** Converts a node that `isPlain` has accepted. */
export function toShellWord(node: SyntaxNode, source: string): ShellWord {
  const text = source.slice(node.start, node.end);
  const parts = partsOf(node, source);
  const braces = parts.some(({ unquoted }) => unquoted.includes('{')) && /,|\.\./.test(text);
  const isPattern = ({ unquoted }: WordPart): boolean => /[*?[]/.test(unquoted) || (braces && unquoted.includes('{'));
  const undecided = parts.findIndex((part) => part.literal === null || isPattern(part));
  const tilde = /^~|[:=]~/.test(parts[0]?.unquoted ?? '');
  const literals = parts.map(({ literal }) => literal ?? '');
  const stop = parts[undecided];
  // Bash replaces the word with the absolute path of a pipe.
  if (node.type === 'process_substitution')
    return { source: text, literal: null, prefix: '/', splits: false, end: node.end, parts: [], hasOutput: false };
  const prefix = (undecided < 0 ? literals : literals.slice(0, undecided)).join('') + (stop ? startOf(stop) : '');
  return {
    source: text,
    literal: undecided < 0 && !tilde ? literals.join('') : null,
    prefix: tilde ? '~' : prefix,
    splits: parts.some(({ splits }) => splits),
    end: node.end,
    parts,
    hasOutput: hasOutput(node),
  };
}

function hasOutput(node: SyntaxNode): boolean {
  return node.type === 'command_substitution' || node.children.some(hasOutput);
}

function partsOf(node: SyntaxNode, source: string): WordPart[] {
  const text = source.slice(node.start, node.end);
  switch (node.type) {
    case 'concatenation':
      return node.children.flatMap((child) => partsOf(child, source));
    case 'raw_string':
      return [quoted(text.slice(1, -1))];
    case 'ansi_c_string':
      return [quoted(fromAnsiC(text.slice(2, -1)))];
    case 'string':
      return stringParts(node, source);
    case 'word':
    case 'number':
    case 'variable_name':
    case 'test_operator':
      return [{ literal: text.replace(/\\(.)/g, '$1'), unquoted: text.replace(/\\./g, '\\'), splits: false }];
    default:
      return [{ ...expanded(text), splits: !NOT_SPLIT.has(node.type) }];
  }
}

/** Unquoted expansions whose result bash does not split: `{1..3}`, a pipe's path, and a pattern in `[[`. */
const NOT_SPLIT = new Set(['brace_expression', 'process_substitution', 'extglob_pattern']);

function stringParts(node: SyntaxNode, source: string): WordPart[] {
  const parts: WordPart[] = [];
  let at = node.start + 1;
  for (const child of node.children) {
    if (!child.named || child.type === 'string_content') continue;
    parts.push(quoted(fromDoubleQuotes(source.slice(at, child.start))), expanded(source.slice(child.start, child.end)));
    // A quoted `$@` gives one word per argument; any other quoted expansion gives one word.
    if (source.slice(child.start, child.end) === '$@' || source.slice(child.start, child.end) === '${@}')
      parts.push({ literal: null, unquoted: '', splits: true });
    at = child.end;
  }
  return [...parts, quoted(fromDoubleQuotes(source.slice(at, node.end - 1)))];
}

function expanded(text: string): WordPart {
  const variable = /^\$(?:\{(\w+)\}|([A-Za-z_]\w*))$/.exec(text);
  const name = variable?.[1] ?? variable?.[2];
  return { literal: null, unquoted: '', splits: false, ...(name !== undefined && { variable: name }) };
}

function quoted(literal: string): WordPart {
  return { literal, unquoted: '', splits: false };
}

function fromDoubleQuotes(text: string): string {
  return text.replace(/\\\n/g, '').replace(/\\([$`"\\])/g, '$1');
}

const ANSI_C: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function fromAnsiC(text: string): string {
  return text.replace(/\\(.)/g, (_, escaped: string) => ANSI_C[escaped] ?? escaped);
}

/** The text before the first character that is escaped or begins a pattern. */
function startOf({ literal, unquoted }: WordPart): string {
  if (literal === null) return '';
  return /^[^*?[{\\]*/.exec(unquoted)?.[0] ?? '';
}
