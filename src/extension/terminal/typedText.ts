/** Stands for text that the user is typing (seed 003, 3.4). */
export const TYPED_TEXT = '[用户正在输入...]';

/** A prompt and the text after it. Codex's prompt is `›`; `$` is a shell's, too. */
const PROMPT = /^(\s*[│┃|]?\s*[❯›>])[ \u00a0](.*)$/u;
/** An option after a cursor: `❯ 2. No`. */
const OPTION = /^\s*(?:\d{1,2}|[A-Za-z])[.)](?:\s|$)/u;

/**
 * Replaces the text on the line of the last prompt, which the user has not sent yet. The cursor of a menu looks like a
 * prompt, so a line with an option stays as it is.
 */
export function maskTypedText(lines: readonly string[]): string[] {
  const at = lines.findLastIndex((line) => PROMPT.test(line));
  const [, prompt, typed] = PROMPT.exec(lines[at] ?? '') ?? [];
  if (prompt === undefined || !typed?.replace(/[│┃|]\s*$/u, '').trim() || OPTION.test(typed)) return [...lines];
  return lines.with(at, `${prompt} ${TYPED_TEXT}`);
}
