import type { ApprovalMode } from '../../../shared/chatState.ts';
import type { ConversationNode } from '../conversation/conversation.ts';
import type { PromptContext } from '../conversation/promptContent.ts';

/**
 * What a prompt after `path` tells of plan mode, where that is news: the model should not find it out from its first
 * refused call. It goes with the prompt and not into the system prompt, which every request begins with: the provider
 * would have to read the whole conversation anew.
 */
export function describeMode(path: readonly ConversationNode[], mode: ApprovalMode): PromptContext | null {
  const told = path
    .flatMap((node) => (node.kind === 'prompt' ? node.context : []))
    .findLast(({ kind }) => kind === 'mode');
  const wasOn = told?.text === ON;
  const isOn = mode === 'plan';
  return wasOn === isOn ? null : { kind: 'mode', text: isOn ? ON : OFF };
}

const ON =
  '[Plan mode is on: tools can read, and nothing can be changed. Find out what is needed, then present the change as a ' +
  'plan with exit_plan_mode. A question is simply answered.]';

const OFF = '[Plan mode is off: changes can be made, as far as the user allows them.]';
