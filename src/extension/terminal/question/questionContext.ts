import { isToolOutput } from '../agents/toolOutput.ts';
import { trimBlank } from '../lines.ts';
import { namesSubject } from './permission.ts';
import { REFERS_UP } from './words.ts';
import { LIST_ITEM } from './replyQuestion.ts';

/**
 * For a question with keys, such as `[Y/n]`, returns the text above it that the user must see too. Undefined if neither
 * the question nor the text above it names what an answer allows. `above`: the lines of the reply above the question.
 *
 * The block directly above the question belongs to the question. If the question refers to something above it, such as
 * “this plan”, all lines above the question belong to it. If the question does not name its subject, the lines above
 * that name a subject belong to the question.
 */
export function contextOf(question: string, above: readonly string[]): string | undefined {
  const lines = trimBlank(above.filter((line) => !isToolOutput(line)));
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
