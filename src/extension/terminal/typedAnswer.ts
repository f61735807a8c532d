import { readReply } from './extract.ts';
import { findTypedText, type ReadStyled } from './typedText.ts';

/**
 * Minimum number of milliseconds between an answer and Enter. Agents treat an earlier Enter as a line break of pasted
 * text; Codex does so for 120 ms.
 */
const ENTER_DELAY = 200;
/** Milliseconds in which the terminal must show the typed answer. */
const ECHO_TIMEOUT = 2_000;

export interface QuestionOnScreen {
  /** Types the answer without Enter. */
  type(): Promise<'sent' | 'closed'>;
  /** `typed`: the screen shows the question with the answer, and the last reply has not changed. */
  read(): 'typed' | 'not-typed' | 'gone';
  /** Resolves when the program has written something, after `ms` at the latest. */
  waitForChange(ms: number): Promise<void>;
  /** Milliseconds. */
  now(): number;
}

/**
 * `typed`: Enter may follow now. `gone`: the screen no longer shows the question, so Enter could answer another one.
 * `closed`: the terminal has been closed.
 */
export type Typing = 'typed' | 'not-typed' | 'gone' | 'closed';

/**
 * Types an answer, then waits until the screen shows it: at least `ENTER_DELAY` and at most `ECHO_TIMEOUT`. Reads the
 * screen after the wait too, because the program may react to the text alone.
 */
export async function typeAnswer(question: QuestionOnScreen): Promise<Typing> {
  if ((await question.type()) === 'closed') return 'closed';
  const start = question.now();
  for (;;) {
    const elapsed = question.now() - start;
    const found = question.read();
    if (elapsed >= ECHO_TIMEOUT || (found === 'typed' && elapsed >= ENTER_DELAY)) return found;
    await question.waitForChange((found === 'typed' ? ENTER_DELAY : ECHO_TIMEOUT) - elapsed);
  }
}

/**
 * Compares the screen before `text` was typed (`before`) with the current screen (`lines`). `typed`: the text is in
 * the agent's input or, without an input, at the end. `gone`: the last reply has changed. If there was no reply, `gone`
 * means that a line above the input has changed. Without an input, every change except the added text is `gone`.
 */
export function findAnswer(
  before: readonly string[],
  lines: readonly string[],
  text: string,
  readStyled?: ReadStyled,
): 'typed' | 'not-typed' | 'gone' {
  const [old, current] = [findTypedText(before), findTypedText(lines, readStyled)];
  if (old.start === undefined || current.start === undefined) {
    const [shown, now] = [flat(before), flat(lines)];
    return now.endsWith(shown + flat([text])) ? 'typed' : now.endsWith(shown) ? 'not-typed' : 'gone';
  }
  const added = lines.length - current.start - (before.length - old.start);
  const isSame =
    hasSameReply(before, lines.slice(Math.max(0, current.start - old.start))) ??
    // A long answer can move the first lines off the screen.
    flat(lines.slice(0, current.start)).endsWith(flat(before.slice(Math.max(0, added), old.start)));
  if (!isSame) return 'gone';
  return isAnswer(current.text, text) ? 'typed' : 'not-typed';
}

/**
 * Whether the last reply is the same. Other lines, such as tips, can change meanwhile. Undefined without an earlier
 * reply.
 */
function hasSameReply(before: readonly string[], lines: readonly string[]): boolean | undefined {
  const reply = readReply(before);
  return reply && flat(readReply(lines) ?? []) === flat(reply);
}

/** Agents show a long text as `[Pasted text #1]` or `[Pasted Content 1024 chars]`. */
function isAnswer(typed: string, text: string): boolean {
  return flat([typed]) === flat([text]) || (text.length >= MIN_PASTE && /^\[Pasted [^\]]{1,40}\]$/u.test(typed));
}

/** Minimum number of characters of a text that agents show as pasted. */
const MIN_PASTE = 500;

/** Joins the lines without white space, because programs wrap text. */
function flat(lines: readonly string[]): string {
  return lines.join('').replaceAll(/\s+/gu, '');
}
