import { isReplacedOutput } from '../agents/toolOutput.ts';
import { trimBlank } from '../lines.ts';
import { namesSubject } from './permission.ts';
import { REFERS_UP } from './words.ts';
import { LIST_ITEM } from './replyQuestion.ts';

/**
 * For a question with keys, such as `[Y/n]`: the text above it that the user must see too. Undefined if neither the
 * question nor this text names what an answer allows. `above`: the lines of the reply above the question.
 *
 * A question that refers to something above, such as “this plan”, needs all lines above. A question that does not name
 * its subject needs the lines that do. Any other question needs only the block directly above.
 */
export function contextOf(question: string, above: readonly string[]): string | undefined {
  const lines = trimBlank(above.filter((line) => !isReplacedOutput(line)));
  if (!namesSubject(question)) return toText(lines.filter(namesSubject)) || undefined;
  return toText(REFERS_UP.test(question) ? lines : lastBlock(lines));
}

/** The last paragraph. A list or indented text belongs to the paragraph above it. */
function lastBlock(lines: readonly string[]): readonly string[] {
  let start = lines.length;
  do {
    const end = lines.findLastIndex((line, at) => at < start && line.trim() !== '') + 1;
    start = lines.findLastIndex((line, at) => at < end && line.trim() === '') + 1;
  } while (start > 0 && (LIST_ITEM.test(lines[start]!) || /^\s/u.test(lines[start]!)));
  return lines.slice(start);
}

function toText(lines: readonly string[]): string {
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd())
    .join('\n');
}
