import { findOpenFence, repeatedOpening } from './openFence.ts';
import { OverlapSearch } from './overlap.ts';
import { preambleLength } from './preamble.ts';

/** Characters. A shorter repetition of the prefix counts as a coincidence and is kept. */
const MIN_OVERLAP = 24;

/** `prefix`: the text before the cut, as the user sees it. */
export interface SeamOptions {
  readonly prefix: string;
  /**
   * `native`: the model continues the prefix, without the white space at its end (`toSentPrefix`), as its own last
   * message. `guided`: the model got the whole prefix and a message that asks to continue.
   */
  readonly form: 'native' | 'guided';
  /**
   * The part of the prefix's trailing white space that the model did not receive. By default, this is all trailing
   * white space in the native form, and none in the guided form.
   */
  readonly trimmed?: string;
}

/** Removes announcements and repetitions from the beginning of a streamed continuation. */
export interface Seam {
  /** Returns the next piece of the joined text; '' while it is held back. */
  push(text: string): string;
  /** Nothing may be pushed afterwards. */
  end(): SeamEnd;
}

export interface SeamEnd {
  readonly text: string;
  /**
   * `empty`: nothing but white space remains of the continuation. `repeated`: the same, but an overlap with the prefix
   * was dropped.
   */
  readonly outcome: 'ok' | 'empty' | 'repeated';
}

/** `trimmed`: the white space at the prefix's end, which providers refuse at the end of an assistant message. */
export function toSentPrefix(prefix: string): { sent: string; trimmed: string } {
  const sent = prefix.trimEnd();
  return { sent, trimmed: prefix.slice(sent.length) };
}

/**
 * Joins a continuation to its prefix with no separator. At the beginning of the continuation, these are dropped:
 *
 * - in the guided form, a sentence that announces the continuation ("Sure, continuing:")
 * - an overlap: text of at least `MIN_OVERLAP` characters with which the prefix ends
 * - inside an open fence, the same opening fence again, if it has a language or the prefix ends in the opening line;
 *   otherwise, a fence without a language stays, because it closes the block
 * - white space with which the prefix ends, if the model did not receive it, or if one of the above was dropped
 *
 * Text is held back while it may be one of these, however long it is, because a model may repeat the whole prefix. The
 * total time is linear in the length of the texts.
 */
export function createSeam({ prefix, form, trimmed }: SeamOptions): Seam {
  const input: Input = { held: '', piece: '', isEnded: false };
  const steps = removeRepetition(input, prefix, form, trimmed);
  let isDecided = false;
  let isRepeated = false;
  let hasText = false;

  const advance = (): string => {
    if (!isDecided) {
      const step = steps.next();
      if (step.done !== true) return '';
      isDecided = true;
      isRepeated = step.value;
    }
    const text = input.held;
    input.held = '';
    hasText ||= hasVisibleText(text);
    return text;
  };

  return {
    push(text) {
      input.piece = text;
      input.held += text;
      return advance();
    },
    end() {
      input.piece = '';
      input.isEnded = true;
      const text = advance();
      return { text, outcome: hasText ? 'ok' : isRepeated ? 'repeated' : 'empty' };
    },
  };
}

/** Joins a prefix and its whole continuation. `trimmed`: the white space that followed the prefix and was not sent. */
export function joinContinuation(
  prefix: string,
  continuation: string,
  { guided = false, trimmed = '' }: { readonly guided?: boolean; readonly trimmed?: string } = {},
): string {
  const whole = prefix.endsWith(trimmed) ? prefix : prefix + trimmed;
  const seam = createSeam({ prefix: whole, form: guided ? 'guided' : 'native', trimmed });
  return whole + seam.push(continuation) + seam.end().text;
}

interface Input {
  /**
   * The text that is not emitted yet. It grows with each piece, so reading all of it for each piece would take
   * quadratic time.
   */
  held: string;
  /** The last piece, which is also at the end of `held`. */
  piece: string;
  isEnded: boolean;
}

/** The generator yields when it needs more text. */
type Steps<T> = Generator<undefined, T, undefined>;

/** Leaves in `held` only the text that follows the prefix. Returns whether an overlap was dropped. */
function* removeRepetition(
  input: Input,
  prefix: string,
  form: SeamOptions['form'],
  notReceived?: string,
): Steps<boolean> {
  const { sent, trimmed } = toSentPrefix(prefix);
  const missing = notReceived ?? (form === 'native' ? trimmed : '');
  let isLineBegunAgain = form === 'guided' && (yield* drop(input, preambleLength));
  let space = yield* takeSpace(input);
  let isRepeated = yield* dropOverlap(input, sent);
  if (!isRepeated && /^[`~>]/.test(input.held)) {
    const fence = findOpenFence(prefix);
    const line = space.lastIndexOf('\n') + 1;
    if (fence && (yield* drop(input, (text, isWhole) => repeatedOpening(fence, space.slice(line), text, isWhole)))) {
      isLineBegunAgain = true;
      space = space.slice(0, line) + (yield* takeSpace(input));
      isRepeated = yield* dropOverlap(input, sent);
    }
  }
  if (isRepeated) space = yield* takeSpace(input);
  space = withoutOverlap(space, isRepeated || isLineBegunAgain ? trimmed : missing);
  input.held = space + input.held;
  return isRepeated;
}

/** Returns the number of characters to drop from the beginning of a text; undefined if that depends on later text. */
type LengthRule = (text: string, isWhole: boolean) => number | undefined;

/** Returns whether any characters were dropped. */
function* drop(input: Input, rule: LengthRule): Steps<boolean> {
  for (;;) {
    const length = rule(input.held, input.isEnded);
    if (length !== undefined) {
      input.held = input.held.slice(length);
      return length > 0;
    }
    yield;
  }
}

function* takeSpace(input: Input): Steps<string> {
  for (let next = input.held; !hasVisibleText(next) && !input.isEnded; next = input.piece) yield;
  const { held } = input;
  input.held = held.trimStart();
  return held.slice(0, held.length - input.held.length);
}

function* dropOverlap(input: Input, before: string): Steps<boolean> {
  const search = new OverlapSearch(before, MIN_OVERLAP);
  search.push(input.held);
  while (search.length === undefined && !input.isEnded) {
    yield;
    search.push(input.piece);
  }
  const length = search.end();
  input.held = input.held.slice(length);
  return length > 0;
}

/** Removes the longest beginning of `text` that is also an end of `before`. */
function withoutOverlap(text: string, before: string): string {
  const search = new OverlapSearch(before, 1);
  search.push(text);
  return text.slice(search.end());
}

function hasVisibleText(text: string): boolean {
  return /\S/.test(text);
}
