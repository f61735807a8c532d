import type { Log } from '../ports/log.ts';
import { isWorkspaceError, type WorkspaceErrorKind } from '../ports/workspace.ts';
import { failed, type ToolOutcome } from './tool.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

/** Converts an error that a tool threw into a result for the model. Only unexpected errors are logged. */
export function toFailure(error: unknown, toolName: string, log: Log): ToolOutcome {
  if (isWorkspaceError(error)) return failed(error.message, toSummary(error));
  log.error(`The tool ${toolName} failed unexpectedly`, error);
  const message = error instanceof Error ? error.message : String(error);
  return failed(`The tool failed unexpectedly: ${message.slice(0, 1000)}`, resultTexts.failed());
}

/** Why a step failed, as a short clause for the user. */
export function toSummary(error: unknown): string {
  return isWorkspaceError(error) ? SUMMARIES[error.kind]() : resultTexts.failed();
}

const SUMMARIES: Readonly<Record<WorkspaceErrorKind, () => string>> = {
  'not-found': resultTexts.notFound,
  'is-directory': resultTexts.isFolder,
  'not-directory': resultTexts.notFolder,
  exists: resultTexts.exists,
  outside: resultTexts.outside,
  permission: resultTexts.noPermission,
  'too-large': resultTexts.tooLarge,
  changed: resultTexts.failed,
  unsaved: resultTexts.hasUnsavedChanges,
  'no-space': resultTexts.diskFull,
  'bad-pattern': resultTexts.badPattern,
  io: resultTexts.failed,
};
