import type { ApprovalMode } from '../../../shared/chatState.ts';
import type { ConversationNode } from '../conversation/conversation.ts';
import type { PromptContext } from '../conversation/promptContent.ts';

/**
 * The note on plan mode for a prompt after `path`; null if the last note still holds. Without the note, the model would
 * learn of plan mode from its first refused call. The note is part of the prompt and not of the system prompt, because a
 * changed system prompt would make the provider read the whole conversation again.
 */
export function describeMode(path: readonly ConversationNode[], mode: ApprovalMode): PromptContext | null {
  const sent = path
    .flatMap((node) => (node.kind === 'prompt' ? node.context : []))
    .findLast(({ kind }) => kind === 'mode');
  const wasOn = sent?.text === ON;
  const isOn = mode === 'plan';
  return wasOn === isOn ? null : { kind: 'mode', text: isOn ? ON : OFF };
}

const ON =
  '[Plan mode is on: tools can read, and nothing can be changed. Find out what is needed, then present the change as a ' +
  'plan with exit_plan_mode. A question is simply answered.]';

const OFF = '[Plan mode is off: changes can be made, as far as the user allows them.]';
