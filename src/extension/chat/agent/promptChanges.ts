import type { Bypass } from '../../changes/changeLog.ts';
import type { ChangeStore } from '../../changes/changeStore.ts';
import type { PromptKey } from '../../changes/changeNames.ts';
import type { Tool, ToolContext } from '../../tools/tool.ts';
import type { ToolUpdate } from './scheduler.ts';

/** Returns a context whose workspace records the file changes of one prompt's calls. */
export function recordChanges(context: ToolContext, changes: ChangeStore, key: PromptKey): ToolContext {
  return {
    ...context,
    workspace: changes.record(context.workspace, key),
    canRestore: (bytes) => changes.canKeep(bytes, key),
  };
}

/** Maximum number of characters of a command's first line in a `Bypass`. */
const MAX_BYPASS = 120;

/** Describes a call that may have changed files without a record in the store; undefined for all other calls. */
export function bypassOf(
  { name, detail, outcome, notRun }: ToolUpdate,
  tool: Pick<Tool, 'kind'> | undefined,
): Bypass | undefined {
  if (!outcome || notRun || outcome.hasNotRun || outcome.readsOnly) return undefined;
  const { changedFiles: files = [] } = outcome;
  if (tool?.kind === 'foreign') return { call: name, files };
  if (tool?.kind !== 'execute') return undefined;
  // `run_shell_command` joins the lines of a command with ` ⏎ `.
  const [line = ''] = detail.split(' ⏎ ', 1);
  const isWhole = line.length === detail.length && line.length <= MAX_BYPASS;
  return { call: isWhole ? line : `${line.slice(0, MAX_BYPASS)}…`, files };
}
