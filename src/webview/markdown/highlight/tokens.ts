/** `code.css` has a style for each role except `plain`. */
export type TokenRole =
  | 'plain'
  | 'attribute'
  | 'bold'
  | 'comment'
  | 'constant'
  | 'control'
  | 'deleted'
  | 'escape'
  | 'function'
  | 'heading'
  | 'inserted'
  | 'invalid'
  | 'italic'
  | 'keyword'
  | 'number'
  | 'property'
  | 'punctuation'
  | 'regexp'
  | 'selector'
  | 'string'
  | 'tag'
  | 'type'
  | 'variable';

export interface Token {
  readonly text: string;
  readonly role: TokenRole;
}

/** The tokens of one or more whole lines, line ends included. */
export type TokenGroup = readonly Token[];

/** Lines that are tokenized, rendered and cached together. */
const GROUP_LINES = 30;

/** Splits code into groups of lines. Joined, the groups are the code again. */
export function toGroups(code: string): string[] {
  const lines = code.split('\n').map((line, index, all) => (index === all.length - 1 ? line : `${line}\n`));
  const groups: string[] = [];
  for (let start = 0; start < lines.length; start += GROUP_LINES) {
    groups.push(lines.slice(start, start + GROUP_LINES).join(''));
  }
  return groups;
}

/** Characters. Longer code is not colored. */
const MAX_CODE = 20_000;
/** Characters. Code with a longer line is not colored at all. */
const MAX_CODE_LINE = 2_000;

export function isColorable(code: string): boolean {
  return code !== '' && code.length <= MAX_CODE && code.split('\n').every((line) => line.length <= MAX_CODE_LINE);
}

/** The tokens line by line, without line ends. While later groups are missing, the last line is empty. */
export function toTokenLines(groups: readonly TokenGroup[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const { text, role } of groups.flat()) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, role });
    }
  }
  return lines;
}
