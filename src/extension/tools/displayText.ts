/**
 * What draws nothing, turns the direction of what follows, or ends the line: controls, halves of pairs, private use,
 * zero-width characters, direction marks and overrides.
 */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu;

/**
 * A name, path or pattern that a model or a disk gave, as people may be shown it: one line, and what hides is written
 * out as `\u{202e}`, so that `a\u{202e}txt.exe` does not pass for `aexe.txt`. Applied twice it changes nothing more.
 * For showing only: files are found by what was given.
 */
export function toDisplayText(text: string): string {
  return text.replace(HIDDEN, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}
