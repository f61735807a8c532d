import type { ToolBlock } from '../../src/shared/toolBlock.ts';
import { toRunWords } from '../../src/webview/transcript/tools/runWords.ts';

/** Like `toRunWords`, but plain text with backticks around code. */
export function toRunText(tools: readonly ToolBlock[]): string {
  return toRunWords(tools)
    .map(({ text, code }) => (code ? `\`${text}\`` : text))
    .join('');
}
