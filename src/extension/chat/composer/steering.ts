import type { Log } from '../../ports/log.ts';
import { toPromptContent } from './attachment.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { MentionContent } from '../context/mentionContent.ts';
import { toPromptChips, toPromptText } from './promptChips.ts';
import type { PromptQueue } from './promptQueue.ts';
import { describeToolLimit } from '../agent/toolLimit.ts';
import type { Steer } from '../agent/chatClient.ts';

/**
 * Returns a function that sends the queued steering prompts in order. Until a prompt is sent, the user may change or
 * remove it.
 */
export function createSteer(
  queue: PromptQueue,
  mentions: Pick<MentionContent, 'lookUp'>,
  registry: ToolRegistry,
  log: Log,
): Steer {
  return async (record, signal) => {
    try {
      for (let prompt = queue.nextSteering; prompt; prompt = queue.nextSteering) {
        const context = await mentions.lookUp(prompt, signal);
        if (signal.aborted) return;
        if (queue.nextSteering !== prompt) continue;
        const content = toPromptContent(toPromptText(prompt.text), prompt.attachments);
        const { id, tools } = prompt;
        const limited = tools ? { tools, context: [...context, describeToolLimit(tools, registry)] } : { context };
        record({ id, ...content, ...limited, folds: toPromptChips(prompt) });
        queue.sent(prompt.id);
      }
    } catch (error) {
      // The prompt stays in the queue, for a later attempt.
      log.error('A steering prompt could not be sent', error);
    }
  };
}
