import type { SyntaxNode } from './shellSyntaxGrammar.ts';

/**
 * Whether bash certainly reads the text as the grammar does. Unlike bash, the grammar treats a form feed as a blank,
 * and a word after a redirection as a second file. So every token must have a form that is listed here, with only
 * blanks between two tokens.
 */
export function isPlain(root: SyntaxNode, source: string): boolean {
  const [first, last] = [root.children[0], root.children.at(-1)];
  if (first && !/^[ \t\n]*$/.test(source.slice(0, first.start))) return false;
  if (!/^[ \t\n]*$/.test(source.slice(last?.end ?? 0))) return false;
  return !FORBIDDEN.test(source) && checkNode(root, source, false) && checkHeredocs(root, source);
}

/** Control characters other than tab and line feed. Bash treats them as parts of words, or drops them. */
// eslint-disable-next-line no-control-regex -- The pattern matches control characters on purpose.
const FORBIDDEN = /[\0-\x08\x0b-\x1f\x7f]/;

const TOKENS: Readonly<Record<string, RegExp>> = {
  word: /^(?:[\w./:@%+,=~^*?!#{}[\]\p{L}\p{M}\p{N}-]|\\[!-~ ])+$/u,
  number: /^-?[\w@#]+$/,
  raw_string: /^'[^']*'$/,
  ansi_c_string: /^\$'(?:[^'\\]|\\[abefnrtv\\'"?])*'$/,
  simple_expansion: /^\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])$/,
  // Excludes forms that assign, look up another variable, or calculate, because a value may contain `a[$(command)]`.
  expansion: /^\$\{(?:#?\w+|\w+(?::?-|##?|%%?)[\w .,/:*?@+=-]*)\}$/,
  arithmetic_expansion: /^\$\(\([\d\s+*/%()-]*\)\)$/,
  brace_expression: /^\{\d{1,4}\.\.\d{1,4}\}$/,
  variable_name: /^[A-Za-z_]\w*$/,
  file_descriptor: /^\d$/,
  test_operator: /^-[A-Za-z]+$/,
  extglob_pattern: /^[\w.*?/-]+$/,
  heredoc_start: /^(?:\w+|'\w+'|"\w+")$/,
  heredoc_body: /^/,
  heredoc_end: /^\t*\w+$/,
  comment: /^#/,
};

/** Nodes in which lines may end and comments may appear. */
const STATEMENT_LISTS = new Set([
  'program',
  'subshell',
  'compound_statement',
  'do_group',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'case_statement',
  'case_item',
  'command_substitution',
  'process_substitution',
]);

const NODES = new Set([
  ...STATEMENT_LISTS,
  'list',
  'pipeline',
  'negated_command',
  'for_statement',
  'function_definition',
  'redirected_statement',
  'command',
  'command_name',
  'declaration_command',
  'unset_command',
  'test_command',
  'unary_expression',
  'binary_expression',
  'variable_assignment',
  'variable_assignments',
  'concatenation',
  'file_redirect',
  'herestring_redirect',
  'heredoc_redirect',
]);

/** Tokens that do not need a blank before or after them. */
const METACHARACTERS = new Set(
  '; ;; ;& ;;& & && | || |& ( ) $( <( >( ` < > >> &> &>> <& >& >| <&- >&- << <<- <<<'.split(' '),
);
const KEYWORDS = new Set(
  'if then elif else fi while until do done for in case esac { } ! function [ ] [[ ]] declare typeset export readonly local unset unsetenv'.split(
    ' ',
  ),
);
/** Left out: `&&` and `||`, because inside `[` they would be operators of the shell. */
const TEST_OPERATORS = new Set(['=', '==', '!=', '!', '-a', '-o']);
const DOUBLE_TEST_OPERATORS = new Set([...TEST_OPERATORS, '&&', '||']);

const LINE_MAY_END_AFTER = new Set(
  '&& || | |& ; ;; ;& ;;& & do then else if elif while until { ( $( <( >( in ) ! comment'.split(' '),
);
const LINE_MAY_END_BEFORE = new Set(
  'then do done fi else elif } ) esac do_group elif_clause else_clause case_item comment'.split(' '),
);

function checkNode(node: SyntaxNode, source: string, substituted: boolean): boolean {
  const text = source.slice(node.start, node.end);
  if (node.type === 'string') return checkString(node, source);
  const form = node.named ? TOKENS[node.type] : undefined;
  if (form) return form.test(text) && hasFewBraces(text) && checkEdges(node, source, substituted);
  if (!node.named) return METACHARACTERS.has(node.type) || KEYWORDS.has(node.type);
  if (!NODES.has(node.type) || (node.type !== 'program' && node.children.length === 0)) return false;
  if (node.type === 'concatenation' && !hasFewBraces(text)) return false;
  if (node.type === 'test_command') return checkTest(node, source);
  if (node.type === 'function_definition' && !node.children.some(({ type }) => type === '(')) return false;
  const inside = substituted || node.type.endsWith('_substitution');
  if (text.startsWith('`') && node.type === 'command_substitution' && !PLAIN_BACKTICKS.test(text)) return false;
  // Bash first tries to read `$((` as an arithmetic expansion, so other nodes may not begin with it.
  if (text.startsWith('$((')) return false;
  const children = node.children;
  return children.every(
    (child, index) =>
      (node.type === 'variable_assignment' && child.type === '=' && !child.named
        ? true
        : checkNode(child, source, inside)) &&
      (index === 0 || checkGap(node, children[index - 1] ?? child, child, source)) &&
      (child.type !== 'comment' || STATEMENT_LISTS.has(node.type) || /^(list|pipeline)$/.test(node.type)),
  );
}

/** Braces multiply: ten `{a..z}` in a word would exhaust the memory. */
function hasFewBraces(text: string): boolean {
  return !/\.\.[-+]?\d{5}/.test(text) && (text.match(/(?<!\$)\{/g)?.length ?? 0) <= 3;
}

/** Excludes backslashes and quotes, which have special rules between backticks. */
const PLAIN_BACKTICKS = /^`[^`\\"'#$<>(){}]*`$/;

function checkEdges(node: SyntaxNode, source: string, substituted: boolean): boolean {
  const [before, after] = [source[node.start - 1] ?? '\n', source[node.end] ?? '\n'];
  if (node.type === 'comment') return !substituted && /[\s;&|()]/.test(before);
  if (node.type === 'word' || node.type === 'number')
    return (source[node.start] !== '#' || !/[\s;&|()<>`]/.test(before)) && hasPlainLetters(node, source);
  // Bash takes the longest possible name for the variable, so the next character must not continue it.
  if (/^\$[A-Za-z_]/.test(source.slice(node.start, node.start + 2))) return !/\w/.test(after);
  return true;
}

/**
 * False if bash may misread a letter beyond ASCII outside of quotes. In a locale such as GBK, a character of
 * `SWALLOWED` becomes the second byte of the letter before it. Bash on macOS treats the bytes 0x85 and 0xa0 as blanks,
 * so a letter with one of them would end a word.
 */
function hasPlainLetters({ start, end }: SyntaxNode, source: string): boolean {
  if (SWALLOWED.test(source.slice(start, end + 1))) return false;
  return [...source.slice(start, end).matchAll(/\P{ASCII}(?=[^\p{L}\p{M}\p{N}.])|\P{ASCII}(?=\.(?!\w))/gu)].every(
    ([letter]) => !hasBlankByte(letter),
  );
}

// eslint-disable-next-line no-control-regex -- The pattern matches any character that is not ASCII.
const SWALLOWED = /[^\x00-\x7f][\\|[\]{}^~@`]/;

/** Whether a byte of the text's UTF-8 form is a blank in Latin-1. */
export function hasBlankByte(text: string): boolean {
  return Buffer.from(text).some((byte) => byte === 0x85 || byte === 0xa0);
}

function checkGap(parent: SyntaxNode, left: SyntaxNode, right: SyntaxNode, source: string): boolean {
  const gap = source.slice(left.end, right.start);
  if (parent.type === 'concatenation' || parent.type === 'variable_assignment') return gap === '';
  if (left.type === 'file_descriptor') return gap === '';
  if (parent.type === 'heredoc_redirect' && (right.type === 'heredoc_body' || right.type === 'heredoc_end'))
    return true;
  if (gap === '') return mayTouch(left, right, source);
  const blank = gap.replaceAll('\\\n', '');
  if (!/^[ \t\n]+$/.test(blank)) return false;
  if (!blank.includes('\n')) return !areStatements(parent, left, right);
  return LINE_MAY_END_AFTER.has(left.type) || LINE_MAY_END_BEFORE.has(right.type) || areStatements(parent, left, right);
}

function mayTouch(left: SyntaxNode, right: SyntaxNode, source: string): boolean {
  if (!left.named && METACHARACTERS.has(left.type)) return true;
  if (!right.named) return METACHARACTERS.has(right.type);
  // `a2>b` redirects the standard output of `a2`; `a 2>b` redirects the standard error of `a`.
  return /_redirect$/.test(right.type) && !/\d/.test(source[right.start] ?? '');
}

/** A line must end between two statements that follow each other without an operator such as `;`. */
function areStatements(parent: SyntaxNode, left: SyntaxNode, right: SyntaxNode): boolean {
  return STATEMENT_LISTS.has(parent.type) && isStatement(left) && isStatement(right);
}

function isStatement(node: SyntaxNode): boolean {
  return (
    node.named &&
    NODES.has(node.type) &&
    !/_redirect$|_clause$|^(concatenation|command_name|case_item|do_group)$/.test(node.type)
  );
}

function checkString(node: SyntaxNode, source: string): boolean {
  if (source[node.start] !== '"' || source[node.end - 1] !== '"' || node.end - node.start < 2) return false;
  let at = node.start + 1;
  for (const child of node.children) {
    if (!child.named || child.type === 'string_content') continue;
    if (!/^(simple_expansion|expansion|arithmetic_expansion|command_substitution)$/.test(child.type)) return false;
    if (!isStringText(source, at, child.start) || !checkNode(child, source, true)) return false;
    at = child.end;
  }
  return isStringText(source, at, node.end - 1);
}

/** Whether the text contains neither an expansion nor the end of the string. */
function isStringText(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const character = source[at] ?? '';
    if (character === '"' || character === '`') return false;
    // In a locale such as GBK, a backslash may be the second byte of the letter before it, and then escapes nothing.
    if (character === '\\' && at > start && source.charCodeAt(at - 1) > 0x7f) return false;
    if (character === '\\') at += 1;
    if (at >= end) return false;
    if (character === '$' && !/[\s"'.,:;/|)\]%]/.test(source[at + 1] ?? '')) return false;
  }
  return true;
}

/**
 * Bash treats `[` as an ordinary command, unlike the grammar: `[ a > b ]` writes a file. So a test may contain only
 * words and test operators.
 */
function checkTest(node: SyntaxNode, source: string): boolean {
  const [open, close] = [node.children[0], node.children.at(-1)];
  const isDouble = open?.type === '[[' && close?.type === ']]';
  if (!isDouble && (open?.type !== '[' || close?.type !== ']')) return false;
  const operators = isDouble ? DOUBLE_TEST_OPERATORS : TEST_OPERATORS;
  const words = testWords(node);
  return words.every((word, index) => {
    const left = words[index - 1];
    const blank = left ? source.slice(left.end, word.start) : ' ';
    if (!/^[ \t]+$/.test(blank)) return false;
    if (index === 0 || index === words.length - 1) return true;
    if (!word.named) return operators.has(word.type);
    return isTestWord(word) && checkNode(word, source, true);
  });
}

/** The words of a test in order, including brackets and operators. */
export function testWords(node: SyntaxNode): SyntaxNode[] {
  return node.children.flatMap((child) => (/_expression$/.test(child.type) ? testWords(child) : [child]));
}

/** A test's word may also be an operator with a dash and, in `[[`, a pattern. */
export function isTestWord(node: SyntaxNode): boolean {
  return isWord(node) || node.type === 'test_operator' || node.type === 'extglob_pattern';
}

export function isWord(node: SyntaxNode): boolean {
  return node.named && WORDS.has(node.type);
}

const WORDS = new Set([
  'word',
  'number',
  'string',
  'raw_string',
  'ansi_c_string',
  'concatenation',
  'simple_expansion',
  'expansion',
  'arithmetic_expansion',
  'brace_expression',
  'command_substitution',
  'process_substitution',
  // The name in `export NAME`.
  'variable_name',
]);

/**
 * Each here-document must begin on the line after its operator and end where bash ends it. It may contain `$`,
 * backticks and backslashes only if its delimiter is quoted, because bash then does not expand them.
 */
function checkHeredocs(root: SyntaxNode, source: string): boolean {
  const lines = new Set<number>();
  return heredocs(root).every((redirect) => {
    const start = redirect.children.find(({ type }) => type === 'heredoc_start');
    const body = redirect.children.find(({ type }) => type === 'heredoc_body');
    const end = redirect.children.find(({ type }) => type === 'heredoc_end');
    if (!start || !body || !end) return false;
    const lineEnd = source.indexOf('\n', start.end);
    if (lineEnd < 0 || lines.has(lineEnd) || source[lineEnd - 1] === '\\') return false;
    lines.add(lineEnd);
    const others = redirect.children.filter((child) => child !== body && child !== end);
    if (others.some((child) => child.end > lineEnd) || body.start < lineEnd) return false;
    const quoted = /^['"]/.test(source.slice(start.start, start.end));
    const delimiter = source.slice(start.start, start.end).replace(/['"]/g, '');
    const stripsTabs = redirect.children.some(({ type }) => type === '<<-');
    const bodyEnd = endOfHeredoc(source, lineEnd + 1, delimiter, stripsTabs);
    return bodyEnd === end.end && (quoted || !/[$`\\]/.test(source.slice(lineEnd, end.start)));
  });
}

function heredocs(node: SyntaxNode): SyntaxNode[] {
  const inside = node.children.flatMap(heredocs);
  return node.type === 'heredoc_redirect' ? [node, ...inside] : inside;
}

/** The offset of the end of the line with the delimiter, or -1. */
function endOfHeredoc(source: string, start: number, delimiter: string, stripsTabs: boolean): number {
  let at = start;
  for (const line of source.slice(start).split('\n')) {
    if ((stripsTabs ? line.replace(/^\t+/, '') : line) === delimiter) return at + line.length;
    at += line.length + 1;
  }
  return -1;
}
