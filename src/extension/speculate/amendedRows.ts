import { MovePairs } from '../changes/movePairs.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';
import type { ToolResultView } from '../chat/conversation/conversationEntry.ts';
import type { PreparedTurn } from '../chat/conversation/preparedAnswer.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { diffContents } from '../text/lineDiff.ts';
import { cutForDisplay } from '../text/middleCut.ts';
import type { ChangedFile, OverlayChange } from './overlay/overlayChange.ts';

/**
 * Updates the rows of a speculation's calls to match the changes as they are `now`. `files`: see `findAmended`. The row
 * of the last call on a file shows the file's whole change; the rows of earlier calls on it, except moves, show no
 * change. The results that the model reads stay the same.
 */
export async function toAmendedRows(
  turns: readonly PreparedTurn[],
  files: readonly ChangedFile[],
  now: readonly OverlayChange[],
  signal: AbortSignal,
): Promise<readonly PreparedTurn[]> {
  if (files.length === 0) return turns;
  const pairs = new MovePairs(now);
  const rows = new Map<string, Partial<ToolResultView>>();
  for (const { path, display } of files) {
    const change = now.find((each) => each.path === path);
    // A move has one row, which is made from the change of its new path.
    if (change && pairs.targetOf(path)) continue;
    const row = change ? await toRow(change, pairs.sourceOf(change), signal) : revertedRow();
    rows.set(toDisplayText(display), row);
  }
  /** The last name of each moved file, by its name before the move. */
  const laterNames = new Map<string, string>();
  const done = new Set<string>();
  const amend = (view: ToolResultView): ToolResultView => {
    const [from = '', to] = view.files;
    const name = to ?? from;
    const last = laterNames.get(name) ?? name;
    const isMove = to !== undefined;
    if (isMove) {
      laterNames.delete(to);
      laterNames.set(from, last);
    }
    const row = rows.get(last);
    if (!row) return view;
    if (done.has(last)) return isMove ? view : { ...view, ...earlierRow() };
    done.add(last);
    return { ...view, ...row, ...(isMove && row.userText === undefined && { summary: view.summary }) };
  };
  const fromLast = turns.toReversed().map((turn) => ({
    ...turn,
    results: turn.results
      .toReversed()
      .map((result) => ({ ...result, view: amend(result.view) }))
      .toReversed(),
  }));
  return fromLast.toReversed();
}

/** `source`: for a move, the change of the old path. */
async function toRow(
  { base, current, lines, moved }: OverlayChange,
  source: OverlayChange | undefined,
  signal: AbortSignal,
): Promise<Partial<ToolResultView>> {
  const first = source?.base ?? base;
  const { added, removed } = (source && moved) ?? lines;
  const before = first.kind === 'file' ? await first.read(signal) : null;
  const diff = cutForDisplay(diffContents(before, current && (await current.read(signal))));
  return { added, removed, summary: `+${added} −${removed}`, diff };
}

function revertedRow(): Partial<ToolResultView> {
  return toEmptyRow(resultTexts.reverted(), resultTexts.revertedByUser());
}

/** The row of an earlier call, if a later call changed the same file. */
function earlierRow(): Partial<ToolResultView> {
  return toEmptyRow('', resultTexts.amendedByUser());
}

function toEmptyRow(summary: string, userText: string): Partial<ToolResultView> {
  return { added: 0, removed: 0, summary, diff: '', userText };
}
