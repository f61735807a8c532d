/** Characters between the letter or number of an option and its text. */
const MARKS = ' )].:、．：';

/** What an answer types, and what it means; `label` is empty if `send` is clear by itself. */
interface Answer {
  readonly send: string;
  readonly label: string;
}

/**
 * Whether the lines show this answer: `send` directly before `label`, or `send` as whole words if `label` is empty.
 * Without this check, a model could offer a text that the agent has never shown.
 */
export function isOnScreen({ send, label }: Answer, lines: readonly string[]): boolean {
  const text = toOneLine(lines);
  // Programs write the default of `[Y/n]` with a capital letter.
  if (label === '') return send.length === 1 ? hasWord(text.toLowerCase(), send.toLowerCase()) : hasWord(text, send);
  return positionsOf(text, toOneLine([label])).some((at) => {
    let end = at;
    while (end > 0 && MARKS.includes(text[end - 1]!)) end -= 1;
    return end < at && text.endsWith(send, end) && !isWordCharacter(text[end - send.length - 1]);
  });
}

/** Removes the borders of boxes, and joins wrapped lines. */
function toOneLine(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replaceAll(/[\s│┃]+/gu, ' ')
    .trim();
}

function hasWord(text: string, word: string): boolean {
  return positionsOf(text, word).some((at) => !isWordCharacter(word[0]) || !isWordCharacter(text[at - 1]));
}

/** Where the part occurs in the text. A part that ends within a word does not count. */
function positionsOf(text: string, part: string): number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && part !== ''; at = text.indexOf(part, at + 1)) {
    if (!isWordCharacter(part.at(-1)) || !isWordCharacter(text[at + part.length])) positions.push(at);
  }
  return positions;
}

/** Whether the character can be a part of a word in a script that separates words with spaces. */
function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d_]/u.test(character);
}
