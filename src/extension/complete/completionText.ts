import { preambleLength } from '../continue/preamble.ts';
import { withoutHiddenText } from '../suggest/hiddenText.ts';
import { REQUEST_TAGS, type InputText } from './completionRequest.ts';

/** Characters. A shorter text may be repeated by chance. */
const MIN_REPEATED = 2;

/**
 * The part of a model's answer that is inserted at the caret. `isWhole`: the answer has ended. Until then, holds back a
 * part that may be an announcement, a tag or a repetition of the text before the caret. If `isWhole`, also removes a
 * repetition of the text after the caret.
 */
export function toInsertion(answer: string, { before, after }: InputText, isWhole: boolean): string {
  const announced = preambleLength(answer, isWhole);
  if (announced === undefined) return '';
  // Tags that the user has typed are part of the text.
  const { begin, caret, end } = withoutTyped(before + after);
  const opened = withoutTag(answer.slice(announced), begin, isWhole);
  const repeated = opened === null ? null : withoutRepetition(opened, before, isWhole);
  const placed = repeated === null ? null : withoutTag(repeated, caret, isWhole);
  if (placed === null) return '';
  const rest = cutAtTags(placed, [caret, end], isWhole);
  const text = /\s$/.test(before) || before === '' ? rest.trimStart() : rest;
  const visible = withoutHiddenText(text).trimEnd();
  return isWhole ? withoutTail(visible, after) : visible;
}

type Tags = Readonly<Record<keyof typeof REQUEST_TAGS, string | null>>;

function withoutTyped(typed: string): Tags {
  const unlessTyped = (tag: string): string | null => (typed.includes(tag) ? null : tag);
  const { begin, caret, end } = REQUEST_TAGS;
  return { begin: unlessTyped(begin), caret: unlessTyped(caret), end: unlessTyped(end) };
}

/** Null while it is undecided whether the answer begins with the tag. */
function withoutTag(answer: string, tag: string | null, isWhole: boolean): string | null {
  const begun = answer.trimStart();
  if (tag === null || begun === '') return answer;
  if (begun.startsWith(tag)) return begun.slice(tag.length);
  return !isWhole && tag.startsWith(begun) ? null : answer;
}

/** Cuts the answer at the first of the tags. While the answer is not whole, also cuts an incomplete tag at its end. */
function cutAtTags(answer: string, tags: readonly (string | null)[], isWhole: boolean): string {
  let cut = answer.length;
  for (const tag of tags) {
    if (tag === null) continue;
    const index = answer.indexOf(tag);
    if (index >= 0) cut = Math.min(cut, index);
    const open = answer.lastIndexOf('<');
    if (!isWhole && open >= 0 && tag.startsWith(answer.slice(open))) cut = Math.min(cut, open);
  }
  return answer.slice(0, cut);
}

/**
 * Removes a repetition of the text before the caret, or of that text's last line, at the answer's beginning. Null while
 * it is undecided whether the answer begins with a repetition.
 */
function withoutRepetition(answer: string, before: string, isWhole: boolean): string | null {
  const begun = answer.trimStart();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  for (const repeated of [before, line].map((each) => each.trim())) {
    if (repeated.length < MIN_REPEATED) continue;
    if (!isWhole && begun.length <= repeated.length && repeated.startsWith(begun)) return null;
    if (begun.startsWith(repeated) && endsWord(repeated, begun.slice(repeated.length)))
      return begun.slice(repeated.length);
  }
  return answer;
}

/**
 * False if the repetition is one word, and ends in the middle of a longer word: "no" is not repeated in "not". Several
 * words are not repeated by chance.
 */
function endsWord(repeated: string, rest: string): boolean {
  return /\s/.test(repeated) || !/[\p{L}\p{N}_]$/u.test(repeated) || !/^[\p{L}\p{M}\p{N}_]/u.test(rest);
}

function withoutTail(text: string, after: string): string {
  const tail = after.trim();
  return tail.length >= MIN_REPEATED && text.endsWith(tail) ? text.slice(0, -tail.length).trimEnd() : text;
}
