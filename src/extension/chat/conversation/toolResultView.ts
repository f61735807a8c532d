import type { NotRun } from '../../../shared/toolBlock.ts';
import type { ToolResultPart } from '../../model/message.ts';
import { cutForDisplay, cutMiddle } from '../../text/middleCut.ts';
import type { Tool, ToolKind, ToolOutcome, ToolRecord } from '../../tools/tool.ts';
import { withoutMarks } from '../../tools/untrusted.ts';
import type { ToolResultView } from './conversationEntry.ts';

interface FinishedCall {
  readonly detail: string;
  readonly outcome?: ToolOutcome | undefined;
  readonly notRun?: NotRun | undefined;
}

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
    ...(outcome?.agent && { agent: outcome.agent }),
    ...(outcome?.citations && outcome.citations.length > 0 && { citations: outcome.citations }),
  };
}

interface ShownTool extends Pick<Tool, 'kind'> {
  readonly record?: Pick<ToolRecord, 'rendering'>;
}

/**
 * The text of a result for its row: the view's own text if it has one, otherwise the content. The content of a call
 * that did not run is left out, because it is written for the model. Long content is cut; the chat's file has the rest.
 * `tool` is undefined if the tool no longer exists.
 */
export function toolOutput(
  { content }: Pick<ToolResultPart, 'content'>,
  { painted, userText, notRun }: Pick<ToolResultView, 'painted' | 'userText' | 'notRun'>,
  tool: ShownTool | undefined,
): string {
  const shown = userText ?? painted;
  if (shown !== undefined) return shown;
  if (notRun) return '';
  const toShown = !tool || QUOTING.has(tool.kind) ? withoutMarks : (text: string): string => text;
  const text = content.map((part) => (part.type === 'text' ? toShown(part.text) : '')).join('\n');
  // The end of a command's output matters most, so the output is cut in the middle.
  return tool?.record?.rendering === 'command' ? cutMiddle(text, MAX_COMMAND_OUTPUT) : cutForDisplay(text);
}

/**
 * Kinds of tools whose results are written by `asUntrusted`. The output of another tool stays unchanged even if it
 * looks like such a result. A tool that no longer exists counts as external.
 */
const QUOTING: ReadonlySet<ToolKind> = new Set<ToolKind>(['network', 'agent', 'foreign']);

/** Characters. */
const MAX_COMMAND_OUTPUT = 10_000;
