import type { ApprovalMode } from '../../../shared/chatState.ts';
import type { ConversationNode } from '../conversation/conversationNode.ts';
import type { PromptContext } from '../conversation/promptContent.ts';

/**
 * The text about plan mode for the prompt after `path`; null if plan mode has not changed since the last such text.
 * Without the text, the model would learn about plan mode only from its first refused call. The text is not in the
 * system prompt, because a changed system prompt makes the provider read the whole conversation again.
 */
export function describeMode(path: readonly ConversationNode[], mode: ApprovalMode): PromptContext | null {
  const sent = path
    .flatMap((node) => (node.kind === 'prompt' ? node.context : []))
    .findLast(({ kind }) => kind === 'mode');
  // Compares only the start, because the rest differs in chats of earlier versions.
  const wasOn = sent?.text.startsWith(ON_START) ?? false;
  const isOn = mode === 'plan';
  return wasOn === isOn ? null : { kind: 'mode', text: isOn ? ON : OFF };
}

const ON_START = '[Plan mode is on:';
const ON = `${ON_START} tools can only read. Find out what is needed, then present a plan with exit_plan_mode. If the user only asks a question, answer it.]`;

const OFF = '[Plan mode is off: you can make changes that the user allows.]';
