import type { ChangeStore } from '../../changes/changeStore.ts';
import type { PromptKey } from '../../changes/changeNames.ts';
import type { Tool, ToolContext } from '../../tools/tool.ts';
import type { ToolUpdate } from './scheduler.ts';

/**
 * Returns a context for the calls of one prompt. The context's workspace records the calls' file changes in the store.
 */
export function recordChanges(context: ToolContext, changes: ChangeStore, key: PromptKey): ToolContext {
  return {
    ...context,
    workspace: changes.record(context.workspace, key),
    canRestore: (bytes) => changes.canKeep(bytes, key),
  };
}

/** Characters. */
const MAX_BYPASS = 120;

/**
 * Returns the displayed name of a call that may have changed files without the store: a command's first line, or an
 * external tool's name. Undefined for all other calls, and before a call has its result.
 */
export function bypassOf(
  { name, detail, outcome, notRun }: ToolUpdate,
  tool: Pick<Tool, 'kind'> | undefined,
): string | undefined {
  if (!outcome || notRun || outcome.hasNotRun || outcome.readsOnly) return undefined;
  if (tool?.kind === 'foreign') return name;
  if (tool?.kind !== 'execute') return undefined;
  // `run_shell_command` joins the lines of a command with this mark.
  const [line = ''] = detail.split(' ⏎ ', 1);
  return line.length < detail.length || line.length > MAX_BYPASS ? `${line.slice(0, MAX_BYPASS)}…` : line;
}
