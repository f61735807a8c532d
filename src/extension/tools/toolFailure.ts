import type { Log } from '../ports/log.ts';
import { WorkspaceError, type WorkspaceErrorKind } from '../ports/workspace.ts';
import { failed, type ToolOutcome } from './tool.ts';

/** Converts an error that a tool threw into a result for the model. Only defects are logged. */
export function toFailure(error: unknown, toolName: string, log: Log): ToolOutcome {
  if (error instanceof WorkspaceError) return failed(error.message, SUMMARIES[error.kind]);
  log.error(`The tool ${toolName} failed unexpectedly`, error);
  const message = error instanceof Error ? error.message : String(error);
  return failed(`The tool failed unexpectedly: ${message.slice(0, 1000)}`, 'failed');
}

const SUMMARIES: Readonly<Record<WorkspaceErrorKind, string>> = {
  'not-found': 'not found',
  'is-directory': 'is a folder',
  'not-directory': 'not a folder',
  exists: 'exists already',
  outside: 'outside the workspace',
  permission: 'no permission',
  'too-large': 'too large',
  'bad-pattern': 'bad pattern',
  io: 'failed',
};
