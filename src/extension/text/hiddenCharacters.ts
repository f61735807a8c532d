/**
 * Invisible characters that a model reads, and characters that change the visible order of a text. Tag characters after
 * a black flag do not count, because they encode the flags of England, Scotland and Wales.
 */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- finds control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0000}-\u{e007f}]/u;

/** The number of the first line that has a hidden character, 1-based; undefined if there is none. */
export function hiddenCharacterLine(text: string): number | undefined {
  const at = text.search(HIDDEN);
  return at < 0 ? undefined : text.slice(0, at).split('\n').length;
}

export function withoutHiddenCharacters(text: string): string {
  return text.replace(new RegExp(HIDDEN, 'gu'), '');
}
