import type { SpeculationView } from '../../shared/chatState.ts';
import type { RunningCall } from '../base/texts/toolTexts.ts';
import { textsOf, type Tool } from '../tools/tool.ts';
import type { BoundaryType } from './gate.ts';
import { PREVIEW_TITLE_PREFIX } from './preview.ts';
import { toDisplayText, toSentence } from '../../shared/displayText.ts';
import { fileReasonTexts, notAppliedTexts, pausedTexts } from '../base/texts/preparedTexts.ts';
import { isWorkspaceError, type WorkspaceErrorKind } from '../ports/workspace.ts';
import type { ChangedFile, MergeConflict } from './overlay/overlayChange.ts';

/* Texts of the speculation bar. */

/** The text for the current step of a speculation, such as "editing src/b.ts". */
export function toActivity(tool: Pick<Tool, 'name' | 'record'>, call: RunningCall): string {
  return oneLine(textsOf(tool).activity(call));
}

/**
 * Why a speculation stopped, as a clause, and what it waits for. `call` is for display; empty if the speculation
 * stopped before a request.
 */
export function toStopped(
  boundary: BoundaryType,
  detail: string,
  call: string,
): Pick<SpeculationView, 'activity' | 'waitsFor'> {
  const activity = oneLine(pausedTexts[boundary](detail));
  const subject = NAMED_BY_DETAIL.has(boundary) ? detail : call;
  return subject === '' ? { activity } : { activity, waitsFor: cutCall(subject) };
}

/** Boundaries whose detail is the path or address that the user is asked about. */
const NAMED_BY_DETAIL: ReadonlySet<BoundaryType> = new Set([
  'default-mode',
  'sensitive-path',
  'secret-file',
  'permanent-delete',
  'remote-schema',
  'outside-workspace',
]);

/** Characters; more than the widest panel shows. */
const MAX_CALL = 400;

function cutCall(text: string): string {
  const characters = [...text];
  const half = MAX_CALL / 2;
  return characters.length <= MAX_CALL
    ? text
    : `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}

/** Which files could not be merged, and what to do. */
export function toConflictText(conflicts: readonly MergeConflict[]): string {
  const deleted = conflicts.filter(({ isDeleted }) => isDeleted);
  const changed = conflicts.filter(({ isDeleted }) => !isDeleted);
  return [
    ...(changed.length > 0 ? [notAppliedTexts.changed(toNames(changed), changed.length)] : []),
    ...(deleted.length > 0 ? [notAppliedTexts.deleted(toNames(deleted), deleted.length)] : []),
    notAppliedTexts.nothing(),
    ...(conflicts.some(({ isMarked }) => !isMarked) ? [notAppliedTexts.chooseVersion()] : []),
    ...(conflicts.some(({ isMarked }) => isMarked) ? [notAppliedTexts.resolveMarkers()] : []),
  ].join(' ');
}

function toNames(files: readonly ChangedFile[]): string {
  return oneLine(files.map(({ display }) => toDisplayText(display)).join(', '));
}

/** Why a prepared answer could not be applied, and what to do. Prepared edits stay ready. */
export function toNotAppliedText(message: string, hasEdits: boolean): string {
  const why = toSentence(oneLine(message));
  return hasEdits ? notAppliedTexts.kept(why) : notAppliedTexts.answerKept(why);
}

/**
 * Why the edits could not be applied, as a sentence without the error's own message, which is for the model and the
 * log.
 */
export function toFileReason(error: unknown, files: readonly ChangedFile[]): string {
  if (!isWorkspaceError(error)) {
    return isDiskFull(error) ? fileReasonTexts.diskFull() : notAppliedTexts.unexpected();
  }
  const name = files.find(({ path }) => path === error.path)?.display ?? error.path;
  return FILE_REASONS[error.kind](toDisplayText(name));
}

const FILE_REASONS: Readonly<Record<WorkspaceErrorKind, (file: string) => string>> = {
  'not-found': fileReasonTexts.notFound,
  'is-directory': fileReasonTexts.isFolder,
  'not-directory': fileReasonTexts.notFolder,
  exists: fileReasonTexts.exists,
  outside: fileReasonTexts.outside,
  permission: fileReasonTexts.noPermission,
  'too-large': fileReasonTexts.tooLarge,
  changed: fileReasonTexts.changed,
  unsaved: fileReasonTexts.unsaved,
  'no-space': fileReasonTexts.diskFull,
  'bad-pattern': fileReasonTexts.failed,
  io: fileReasonTexts.failed,
};

/** The change store writes with Node's functions, so a full disk is an error of Node. */
function isDiskFull(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** `message` ends with the files that could not be restored. */
export function toPartlyAppliedText(message: string): string {
  return notAppliedTexts.partly(toSentence(oneLine(message)));
}

export function previewTitle(suggestion: string): string {
  return `${PREVIEW_TITLE_PREFIX}${oneLine(suggestion)}`;
}

/**
 * Returns at most 120 characters, without invisible ones. The text may be hostile, because models write tool arguments.
 */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
