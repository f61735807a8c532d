import { maskTypedText } from './typedText.ts';

/** What the empty composers of Claude Code, Codex and OpenCode show. */
const PLACEHOLDER =
  /^(?:Try ["“]|Ask (?:anything|Codex|Claude)|Type (?:a|your) |Explain this codebase|Summarize recent commits|Implement \{|Find and fix a bug|Write tests for @|Improve documentation|Run \/review|Use \/\w+ to|Message |Reply |Press up to edit)/;

/** Whether the composer of the agent on this screen holds text that the user has typed and not sent. */
export function hasTypedText(lines: readonly string[]): boolean {
  const masked = maskTypedText(lines);
  const at = masked.findIndex((line, index) => line !== lines[index]);
  if (at < 0) return false;
  const typed = (lines[at] ?? '').replace(/^[\s│┃|]*[❯›>$][ \u00a0]*/u, '');
  // The composer may have a frame.
  return /[^\s│┃|]/u.test(typed) && !PLACEHOLDER.test(typed);
}
