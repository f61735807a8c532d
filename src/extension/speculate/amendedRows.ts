import { resultTexts } from '../base/texts/resultTexts.ts';
import type { ToolResultView } from '../chat/conversation/conversationEntry.ts';
import type { PreparedRound } from '../chat/conversation/preparedAnswer.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { diffContents } from '../text/lineDiff.ts';
import { cutForDisplay } from '../text/middleCut.ts';
import type { ChangedFile, OverlayChange } from './overlayChange.ts';

/**
 * Gives the rows of a speculation's calls the line counts and the diffs of the changes as they are `now`. `files`: the
 * files whose prepared change was edited or undone. The row of the last call of such a file gets the file's whole change,
 * and the rows of its earlier calls get none. What the model reads stays the same.
 */
export async function toAmendedRows(
  rounds: readonly PreparedRound[],
  files: readonly ChangedFile[],
  now: readonly OverlayChange[],
  signal: AbortSignal,
): Promise<readonly PreparedRound[]> {
  const amended = new Set(files.map(({ display }) => toDisplayText(display)));
  // A row of several files, such as that of a move, has no counts. So the other rows of these files stay unchanged.
  for (const { view } of rounds.flatMap(({ results }) => results)) {
    if (view.files.length > 1) for (const file of view.files) amended.delete(file);
  }
  if (amended.size === 0) return rounds;
  const rows = new Map<string, Partial<ToolResultView>>();
  for (const file of amended) {
    const change = now.find(({ display }) => toDisplayText(display) === file);
    rows.set(file, change ? await toRow(change, signal) : REVERTED());
  }
  const fromLast = rounds.toReversed().map((round) => ({
    ...round,
    results: round.results
      .toReversed()
      .map((result) => {
        const [file = ''] = result.view.files;
        const row = rows.get(file);
        if (!row) return result;
        rows.set(file, EARLIER());
        return { ...result, view: { ...result.view, ...row } };
      })
      .toReversed(),
  }));
  return fromLast.toReversed();
}

async function toRow({ base, current, lines }: OverlayChange, signal: AbortSignal): Promise<Partial<ToolResultView>> {
  const before = base.kind === 'file' ? await base.read(signal) : null;
  const diff = cutForDisplay(diffContents(before, current && (await current.read(signal))));
  return { ...lines, summary: `+${lines.added} −${lines.removed}`, diff };
}

const REVERTED = (): Partial<ToolResultView> => toEmptyRow(resultTexts.reverted(), resultTexts.revertedByUser());
const EARLIER = (): Partial<ToolResultView> => toEmptyRow('', resultTexts.amendedByUser());

function toEmptyRow(summary: string, userText: string): Partial<ToolResultView> {
  return { added: 0, removed: 0, summary, diff: '', userText };
}
