import type { Workspace } from '../ports/workspace.ts';
import { WorkspaceError } from '../ports/workspace.ts';
import { contentHash } from './contentHash.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { lineDiff } from './lineDiff.ts';
import { decodeText, encodeText, withLineEnding, type TextEncoding } from './textFile.ts';
import { failed, succeeded, type ToolContext, type ToolOutcome, type ToolPreview } from './tool.ts';
import { resolveToolPath } from './toolPath.ts';

/** The file that an edit is about to change, as it is now. */
export interface FileBefore {
  readonly path: string;
  readonly display: string;
  /** Undefined where there is no file yet. */
  readonly bytes: Uint8Array | undefined;
  /** Without byte order mark; empty where there is no file. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

export type PlanStart =
  { readonly kind: 'ready'; readonly before: FileBefore } | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

/** What an edit will write: made without writing, so that approval can show it. */
export interface FilePlan {
  readonly before: FileBefore;
  readonly text: string;
}

/** Reads the target of an edit. Refused are: outside, a folder, binary, changed since the model read it. */
export async function startPlan(
  filePath: string,
  { workspace, seen }: ToolContext,
  signal: AbortSignal,
): Promise<PlanStart> {
  const target = await resolveToolPath(workspace, filePath);
  if (target.kind === 'refused') return target;
  const { path, display } = target;
  const bytes = await readIfThere(workspace, path, signal);
  const known = seen.get(path);
  if (known !== undefined && known !== (bytes && contentHash(bytes))) {
    const what = bytes ? 'has changed' : 'was deleted';
    const text = `${display} ${what} since you last read it, so nothing was written. Read it again first.`;
    // A deleted file cannot be read again: the next call may create it.
    if (!bytes) seen.delete(path);
    return { kind: 'refused', outcome: failed(text, 'changed since it was read') };
  }
  const decoded = decodeText(bytes ?? new Uint8Array());
  if (decoded.kind === 'binary') {
    return { kind: 'refused', outcome: failed(`${display} is a binary file; it was left as it is.`, 'binary') };
  }
  return { kind: 'ready', before: { path, display, bytes, text: decoded.text, encoding: decoded.encoding } };
}

export function toPreview({ before, text }: FilePlan): ToolPreview {
  const { added, removed, hunks } = lineDiff(before.text, text);
  return { display: toDisplayText(before.display), diff: hunks, added, removed };
}

/**
 * Writes the plan down. The text tells the model what was done, in the tool's words and in lines. Remembered and
 * counted is what is there afterwards, which a formatter may have had its hands on.
 */
export async function carryOut(
  { before, text }: FilePlan,
  done: string,
  { workspace, seen }: ToolContext,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { path, display } = before;
  const bytes = encodeText(text, before.encoding);
  if (before.bytes && contentHash(before.bytes) === contentHash(bytes)) {
    return succeeded(`${display} has this content already; nothing was written.`, 'no change');
  }
  const saved = await workspace.write(path, bytes, {}, signal);
  seen.set(path, contentHash(saved.bytes));
  const decoded = decodeText(saved.bytes);
  const savedText = decoded.kind === 'text' ? decoded.text : text;
  const { added, removed, hunks } = lineDiff(before.text, savedText);
  const counts = `+${added} −${removed}`;
  const isReformatted = withLineEnding(savedText, '\n') !== withLineEnding(text, '\n');
  const note = isReformatted ? ` ${REFORMATTED}` : '';
  const changes = [{ path, display: toDisplayText(display), added, removed }];
  return { ...succeeded(`${done} (${counts} lines).${note}`, counts, changes), diff: hunks };
}

const REFORMATTED = 'VS Code reformatted the file on saving; read it again before editing nearby.';

async function readIfThere(workspace: Workspace, path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    return (await workspace.read(path, signal)).bytes;
  } catch (error) {
    if (error instanceof WorkspaceError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
