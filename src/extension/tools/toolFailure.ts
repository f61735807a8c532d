import type { Log } from '../ports/log.ts';
import { WorkspaceError, type WorkspaceErrorKind } from '../ports/workspace.ts';
import { failed, type ToolOutcome } from './tool.ts';

/** What the model is told of an error that a tool threw. Only a defect is logged. */
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
