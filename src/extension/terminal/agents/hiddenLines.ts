/**
 * What agents write in place of hidden lines: `↑ 17 more lines` (Claude Code), `[… 20 lines] ^a view all` (Codex).
 * Matched against one line of a dialog.
 */
const HIDDEN = [
  /^[^\p{L}\p{N}]{0,12}[↑↓▲▼]\s?\d+\s(?:more\s)?(?:lines?|rows?)\b/u,
  /^[^\p{L}\p{N}]{0,12}(?:…|\.{3})\s?\+?\d+\s(?:more\s|hidden\s|other\s)?(?:lines?|rows?|characters?|chars?)\b/u,
  /^[^\p{L}\p{N}]{0,12}\+\s?\d+\s(?:more\s)?lines?\b/u,
  /^[^\p{L}\p{N}]{0,12}\d+\s(?:more\s|hidden\s)?lines?\s(?:hidden|omitted|truncated|not shown|above|below)\b/u,
  /^[^\p{L}\p{N}]{0,12}\d+\s(?:more|hidden)\slines?\b/u,
  /(?:\^|\bctrl\s?[+-]\s?)[a-z]\s(?:to\s)?(?:view all|expand|view more|show more)\b/iu,
];

export function hasHiddenLines(lines: readonly string[]): boolean {
  return lines.some((line) => HIDDEN.some((pattern) => pattern.test(line)));
}

/** Whether the text of a tool call is cut: `Bash(npm test …)`. */
export function isCutCall(call: string): boolean {
  return /(?:…|\.{3})\)?$/u.test(call.trim());
}
