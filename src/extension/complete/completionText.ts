import { preambleLength } from '../continue/preamble.ts';
import { withoutHiddenText } from '../suggest/hiddenText.ts';
import type { InputText } from './completionRequest.ts';

/** Characters. A shorter beginning of a line may be repeated by chance. */
const MIN_REPEATED = 2;

/**
 * The part of a model's answer that is inserted at the caret. It has no announcement, no repetition of the text before
 * or after the caret, and no characters that would hide or reorder text. `isWhole`: the answer has ended. Until then, a
 * beginning that may still turn out to be a repetition is held back, so that the shown text only grows.
 */
export function toInsertion(answer: string, { before, after }: InputText, isWhole: boolean): string {
  const announced = preambleLength(answer, isWhole);
  if (announced === undefined) return '';
  const rest = withoutRepetition(answer.slice(announced), before, isWhole);
  if (rest === null) return '';
  const text = /\s$/.test(before) || before === '' ? rest.trimStart() : rest;
  const visible = withoutHiddenText(text).trimEnd();
  return isWhole ? withoutTail(visible, after) : visible;
}

/** Null while it is undecided whether the answer repeats text. */
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

/** False if the repetition ends in the middle of a word: "no" is not repeated in "not". */
function endsWord(repeated: string, rest: string): boolean {
  return !/[\p{L}\p{N}_]$/u.test(repeated) || !/^[\p{L}\p{M}\p{N}_]/u.test(rest);
}

/** The answer without its end, if that end repeats everything after the caret. */
function withoutTail(text: string, after: string): string {
  const tail = after.trim();
  return tail.length >= MIN_REPEATED && text.endsWith(tail) ? text.slice(0, -tail.length).trimEnd() : text;
}
