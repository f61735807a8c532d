import type { ProposedFile } from '../ports/editReview.ts';
import { writePlan, readEditTarget, toPlan } from '../tools/filePlan.ts';
import { lineDiff } from '../text/lineDiff.ts';
import { replaceWholeText } from '../text/replaceText.ts';
import { decodeText, hasMixedLineEnds } from '../text/textFile.ts';
import { failed, type ToolContext, type ToolOutcome, type ToolPreview } from '../tools/tool.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

/** A proposed edit as the user left it in the diff editor. */
export interface Amendment {
  readonly file: ProposedFile;
  readonly bytes: Uint8Array;
}

/** Undefined if the file or the user's version of it is not text. */
export function previewAmendment({ file, bytes }: Amendment): ToolPreview | undefined {
  const [before, after] = [textOf(file.before), textOf(bytes)];
  if (before === undefined || after === undefined) return undefined;
  const { added, removed, hunks } = lineDiff(before, after);
  return { display: file.display, diff: hunks, added, removed, file: { ...file, after: bytes } };
}

export async function writeAmendment(
  { file, bytes }: Amendment,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const text = textOf(bytes);
  const proposed = textOf(file.after);
  if (text === undefined || proposed === undefined) {
    return failed(`The user’s version of ${file.display} is not text, so nothing was written.`, resultTexts.notText());
  }
  const target = await readEditTarget(file.path, context, signal);
  if (target.kind === 'refused') return target.outcome;
  const { before } = target;
  // VS Code's editor replaces mixed line ends with one kind. `replaceWholeText` restores those of unchanged lines.
  const plan = toPlan(before, hasMixedLineEnds(before.text) ? replaceWholeText(before.text, text) : text);
  const outcome = await writePlan(plan, `Wrote the user’s version of ${before.display}`, context, signal);
  if (!outcome.ok) return outcome;
  const note =
    'The user changed your edit before it was written. Their changes to your proposal:\n' +
    `${lineDiff(proposed, text).hunks}\nKeep their version.`;
  return { ...outcome, content: [...outcome.content, { type: 'text', text: note }] };
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  const decoded = decodeText(bytes ?? new Uint8Array());
  return decoded.kind === 'text' ? decoded.text : undefined;
}
