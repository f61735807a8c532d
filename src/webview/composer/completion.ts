/** A completion of the input. Exists from the request until all of its text is in the input, or until it is dropped. */
export interface Completion {
  /** The request's id. */
  readonly id: string;
  /** The input's text when the completion was requested, before and after the caret. */
  readonly before: string;
  readonly after: string;
  /** The text to insert, as far as it has arrived. */
  readonly text: string;
  /** The number of characters of `text` that are in the input, because they were typed or taken. */
  readonly used: number;
  /** No more text will arrive. */
  readonly isWhole: boolean;
  /** True if the user asked for the completion; false if a pause in typing caused the request. */
  readonly isAsked: boolean;
}

/** The whole text of the input, and the caret's place; null if something is selected. */
export interface InputState {
  readonly text: string;
  readonly caret: number | null;
}

/** The part of the completion that is not in the input yet: the gray text. */
export function restOf({ text, used }: Completion): string {
  return text.slice(used);
}

/** Whether no more text will arrive and all of the completion is in the input. */
export function isUsedUp({ text, used, isWhole }: Completion): boolean {
  return isWhole && used >= text.length;
}

/**
 * The completion after a change of the input. Characters of the completion may be added at the caret. Null if anything
 * else has changed.
 */
export function follow(completion: Completion, { text, caret }: InputState): Completion | null {
  const { before, after, used } = completion;
  const nowUsed = caret === null ? -1 : caret - before.length;
  if (nowUsed < used || text !== before + completion.text.slice(0, nowUsed) + after) return null;
  return nowUsed === used ? completion : { ...completion, used: nowUsed };
}

/** The completion with a longer `text`. Null if `text` does not begin with the used characters. */
export function grow(completion: Completion, text: string, isWhole: boolean): Completion | null {
  const { used } = completion;
  return text.slice(0, used) === completion.text.slice(0, used) && used <= text.length
    ? { ...completion, text, isWhole }
    : null;
}

/** The beginning of a text: white space, and the word or punctuation mark after it. */
export function nextWord(text: string): string {
  // Finds words in every language, also in those without spaces.
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  let end = 0;
  for (const { segment, index } of words.segment(text)) {
    end = index + segment.length;
    if (segment.trim() !== '') break;
  }
  return text.slice(0, end);
}
