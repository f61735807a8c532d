import type { Log } from '../../ports/log.ts';
import { toPromptContent } from './attachment.ts';
import type { MentionContent } from '../context/mentionContent.ts';
import { toPromptFolds, toPromptText } from './promptFolds.ts';
import type { PromptQueue } from './promptQueue.ts';
import type { Steer } from '../agent/chatClient.ts';

/** What is queued to steer goes as it is when its turn comes: until then the user may change it or take it out. */
export function createSteer(queue: PromptQueue, mentions: Pick<MentionContent, 'lookUp'>, log: Log): Steer {
  return async (record, signal) => {
    try {
      for (let prompt = queue.nextSteering; prompt; prompt = queue.nextSteering) {
        const context = await mentions.lookUp(prompt, signal);
        if (signal.aborted) return;
        if (queue.nextSteering !== prompt) continue;
        const content = toPromptContent(toPromptText(prompt.text), prompt.attachments);
        record({ id: prompt.id, ...content, context, folds: toPromptFolds(prompt) });
        queue.sent(prompt.id);
      }
    } catch (error) {
      // It stays in the queue, and goes as a prompt of its own.
      log.error('What was queued to steer the answer could not be handed on', error);
    }
  };
}
