import type { NotRun } from '../../../shared/toolBlock.ts';
import { cutForDisplay } from '../../text/middleCut.ts';
import type { ToolOutcome } from '../../tools/tool.ts';
import type { ToolResultView } from './conversationEntry.ts';

/** A call that has ended, whether it ran or not. */
interface FinishedCall {
  readonly detail: string;
  readonly outcome?: ToolOutcome | undefined;
  readonly notRun?: NotRun | undefined;
}

/** Returns what the conversation records of a finished call, to render the call's row. */
export function toResultView(
  { detail, outcome, notRun }: FinishedCall,
  status: ToolResultView['status'],
): ToolResultView {
  const changes = outcome?.changes ?? [];
  return {
    status,
    detail,
    summary: outcome?.summary ?? '',
    added: changes.reduce((sum, change) => sum + change.added, 0),
    removed: changes.reduce((sum, change) => sum + change.removed, 0),
    files: changes.map((change) => change.display),
    ...(notRun && { notRun }),
    ...(outcome?.unsaved && { unsaved: true }),
    ...(outcome?.readsOnly && { readsOnly: true }),
    ...(outcome?.painted !== undefined && { painted: outcome.painted }),
    ...(outcome?.userText !== undefined && { userText: outcome.userText }),
    diff: cutForDisplay(outcome?.diff ?? ''),
    ...(outcome?.plan !== undefined && { plan: outcome.plan }),
    ...(outcome?.todos && { todos: outcome.todos }),
  };
}
