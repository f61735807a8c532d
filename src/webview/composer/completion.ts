/** A completion of the input, until all of its text is in the input or it is dropped. */
export interface Completion {
  readonly id: string;
  /** The input's text at the request, before and after the caret. */
  readonly before: string;
  readonly after: string;
  /** The text to insert, as far as it has arrived. */
  readonly text: string;
  /** How many characters of `text` are in the input. */
  readonly used: number;
  /** No more text will arrive. */
  readonly isWhole: boolean;
  /** False if a pause in typing caused the request. */
  readonly isAsked: boolean;
}

/** `caret` is null if something is selected. */
export interface InputState {
  readonly text: string;
  readonly caret: number | null;
}

/** The gray text. */
export function restOf({ text, used }: Completion): string {
  return text.slice(used);
}

export function isUsedUp({ text, used, isWhole }: Completion): boolean {
  return isWhole && used >= text.length;
}

/**
 * The completion after a change of the input. Null unless only characters of the completion were added at the caret.
 */
export function follow(completion: Completion, { text, caret }: InputState): Completion | null {
  const { before, after, used } = completion;
  const nowUsed = caret === null ? -1 : caret - before.length;
  if (nowUsed < used || text !== before + completion.text.slice(0, nowUsed) + after) return null;
  return nowUsed === used ? completion : { ...completion, used: nowUsed };
}

/** The completion with a longer `text`. Null if `text` does not begin with the used characters. */
export function withText(completion: Completion, text: string, isWhole: boolean): Completion | null {
  const { used } = completion;
  return text.slice(0, used) === completion.text.slice(0, used) && used <= text.length
    ? { ...completion, text, isWhole }
    : null;
}

/** White space at the beginning, and the word or punctuation mark after it. */
export function nextWord(text: string): string {
  // Finds words also in languages without spaces.
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  let end = 0;
  for (const { segment, index } of words.segment(text)) {
    end = index + segment.length;
    if (segment.trim() !== '') break;
  }
  return text.slice(0, end);
}
