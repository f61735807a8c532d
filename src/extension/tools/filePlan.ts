import { isWorkspaceError, type FileContent, type Workspace } from '../ports/workspace.ts';
import { capLines } from '../text/capLines.ts';
import { contentHash } from '../text/contentHash.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { lineDiff } from '../text/lineDiff.ts';
import { isSecretFile } from '../text/secretFiles.ts';
import { NO_LINE_SHOWN, toSeenFile } from './seenFiles.ts';
import { decodeText, encodeText, hasMixedLineEnds, withLineEnding, type TextEncoding } from '../text/textFile.ts';
import {
  failed,
  succeeded,
  type LineRange,
  type SeenFile,
  type SeenFiles,
  type ToolContext,
  type ToolOutcome,
  type ToolPreview,
} from './tool.ts';
import { describeBinary } from '../text/binaryFile.ts';
import { resolveToolPath } from './toolPath.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

/** The file that an edit will change. */
export interface FileBefore {
  readonly path: string;
  readonly display: string;
  /** Undefined if the file does not exist yet. */
  readonly bytes: Uint8Array | undefined;
  /** Whether `bytes` are an editor's unsaved text. */
  readonly unsaved: boolean;
  /** Without byte order mark; empty if the file does not exist. */
  readonly text: string;
  readonly encoding: TextEncoding;
  /** See `SeenFile`. */
  readonly mixed: readonly string[];
  /** The lines that the model was not shown; see `SeenFile`. Empty if the file does not exist. */
  readonly unshown: readonly LineRange[];
}

export type EditTarget =
  { readonly kind: 'ready'; readonly before: FileBefore } | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

/** An edit, planned without writing so that approval can show it. */
export interface FilePlan {
  readonly before: FileBefore;
  readonly text: string;
  /** The model wrote the whole text, so it has seen the whole file. */
  readonly isWhole?: boolean;
  /** If true and the file no longer equals `before`, the write fails with the error `changed`. */
  readonly isChecked?: boolean;
}

/**
 * Reads the target of an edit. Refuses a path outside the workspace, a binary file, and a file that changed since the
 * model read it. Refuses a secret file that the model has not read, because every answer about it would reveal its
 * contents. Throws a `WorkspaceError` for a folder, and for a file that cannot be read.
 */
export async function readEditTarget(
  filePath: string,
  { workspace, seen }: ToolContext,
  signal: AbortSignal,
): Promise<EditTarget> {
  const target = await resolveToolPath(workspace, filePath);
  if (target.kind === 'refused') return target;
  const { path, display } = target;
  const found = await readIfThere(workspace, path, signal);
  const bytes = found?.bytes;
  const known = seen.get(path);
  const isSecret = isSecretFile(target);
  if (isSecret && bytes && !known) {
    const text = `${display} looks secret, and you have not read it, so nothing was written. Read it first with read_file.`;
    return { kind: 'refused', outcome: notReadYet(text, display) };
  }
  if (known !== undefined && known.hash !== (bytes && contentHash(bytes))) {
    return { kind: 'refused', outcome: changedSinceRead(known, { path, display, bytes, isSecret }, seen) };
  }
  const decoded = decodeText(bytes ?? new Uint8Array());
  if (decoded.kind === 'binary') {
    return {
      kind: 'refused',
      outcome: failed(
        `${display} ${describeBinary(bytes ?? new Uint8Array())} It was not changed.`,
        resultTexts.binary(),
      ),
    };
  }
  const { text, encoding } = decoded;
  const unshown = known ? (known.unshown ?? []) : bytes ? NO_LINE_SHOWN : [];
  const unsaved = found?.unsaved === true;
  return {
    kind: 'ready',
    before: { path, display, bytes, unsaved, text, encoding, mixed: known?.mixed ?? [], unshown },
  };
}

/**
 * Plans the new text of a file. If an earlier version has the same lines, restores its line ends. So an edit that
 * undoes another one restores the exact bytes, even mixed line ends, which the model's text cannot express.
 */
export function toPlan(before: FileBefore, text: string): FilePlan {
  const unix = withLineEnding(text, '\n');
  return { before, text: before.mixed.findLast((earlier) => withLineEnding(earlier, '\n') === unix) ?? text };
}

export function toPreview({ before, text }: FilePlan): ToolPreview {
  const { added, removed, hunks } = lineDiff(before.text, text);
  const display = toDisplayText(before.display);
  const after = encodeText(text, before.encoding);
  return { display, diff: hunks, added, removed, file: { path: before.path, display, before: before.bytes, after } };
}

/**
 * Writes the plan, unless the file already has the planned content. Remembers the text after the write, because a
 * formatter may have changed it. `done` names the edit in the result.
 */
export async function writePlan(
  { before, text, isWhole = false, isChecked = false }: FilePlan,
  done: string,
  { workspace, seen }: ToolContext,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { path, display } = before;
  const bytes = encodeText(text, before.encoding);
  if (before.bytes && contentHash(before.bytes) === contentHash(bytes)) {
    return succeeded(`${display} already has this content, so nothing was written.`, resultTexts.noChange());
  }
  const options = isChecked ? { expected: before.bytes ? contentHash(before.bytes) : 'absent' } : {};
  const saved = await workspace.write(path, bytes, options, signal);
  const nowSeen = toSeenFile(saved.bytes);
  const mixed = hasMixedLineEnds(before.text) ? { mixed: [...before.mixed, before.text] } : {};
  // An edit moves lines, so earlier ranges are not valid.
  const unshown = isWhole || before.text === '' || before.unshown.length === 0 ? {} : { unshown: NO_LINE_SHOWN };
  seen.set(path, { ...nowSeen, ...mixed, ...unshown });
  const savedText = nowSeen.text ?? text;
  const { added, removed, hunks } = lineDiff(before.text, savedText);
  const counts = `+${added} −${removed}`;
  const isReformatted = withLineEnding(savedText, '\n') !== withLineEnding(text, '\n');
  const note =
    (saved.unsaved ? ` ${UNSAVED}` : '') + (isReformatted ? `\n${REFORMATTED}\n${showDiff(text, savedText).text}` : '');
  const changes = [{ path, display: toDisplayText(display), added, removed }];
  const unsaved = saved.unsaved ? { unsaved: true } : {};
  return { ...succeeded(`${done} (${counts} lines).${note}`, counts, changes), ...unsaved, diff: hunks };
}

const REFORMATTED = 'VS Code changed the file further when saving it, for example with a formatter:';
const UNSAVED =
  'The file has unsaved changes in an editor, so the edit was made there. It is written when the user saves the file.';

/** Refuses a write because the model would overwrite text that it does not know. */
export function notReadYet(text: string, display: string): ToolOutcome {
  return failed(text, resultTexts.notReadYet(), resultTexts.notReadDetail(toDisplayText(display)));
}

/** Characters. */
const MAX_DIFF = 8_000;

/**
 * Refuses a call because the file has changed since the model read it, and describes the change to the model. If the
 * whole diff can be shown, the file counts as seen, so the model need not read it again before an edit. A partly read
 * file must still be read before a `write_file`.
 */
export function changedSinceRead(
  known: SeenFile,
  { path, display, bytes, isSecret }: Pick<FileBefore, 'path' | 'display' | 'bytes'> & { readonly isSecret: boolean },
  seen: SeenFiles,
): ToolOutcome {
  if (!bytes) {
    // The file cannot be read again, and the next call may create it.
    seen.delete(path);
    return failed(
      `${display} has been deleted since you last read it, so nothing was changed.`,
      resultTexts.changedSinceRead(),
    );
  }
  const now = toSeenFile(bytes);
  // A secret file is not shown, because the call did not ask to read it.
  const isShown = !isSecret && known.text !== undefined && now.text !== undefined;
  const diff = isShown ? showDiff(known.text, now.text) : undefined;
  if (diff?.isWhole === true) seen.set(path, known.unshown ? { ...now, unshown: NO_LINE_SHOWN } : now);
  const next = diff?.isWhole === true ? 'If your change still applies, send it again.' : 'Read it again first.';
  const shown = diff ? ` What changed:\n${diff.text}\n` : ' ';
  const text = `${display} has changed since you last read it, so nothing was changed.${shown}${next}`;
  return failed(text, resultTexts.changedSinceRead());
}

/** `isWhole`: the diff is complete. */
export function showDiff(before: string, after: string): { text: string; isWhole: boolean } {
  const { hunks, isWhole } = lineDiff(before, after);
  const { text, count } = capLines(hunks.split('\n'), MAX_DIFF);
  const fits = isWhole && text.length === hunks.length;
  if (hunks === '') return { text: '[Only the encoding or the line endings.]', isWhole: true };
  return { text: fits ? text : `${text}\n[The first ${count} lines of the diff.]`, isWhole: fits };
}

async function readIfThere(workspace: Workspace, path: string, signal: AbortSignal): Promise<FileContent | undefined> {
  try {
    return await workspace.read(path, signal);
  } catch (error) {
    if (isWorkspaceError(error) && error.kind === 'not-found') return undefined;
    throw error;
  }
}
