import type { ChatStore } from '../../src/extension/chat/view/chatStore.ts';
import type { MentionContent } from '../../src/extension/chat/context/mentionContent.ts';
import { PromptQueue } from '../../src/extension/chat/composer/promptQueue.ts';
import { QueueFile } from '../../src/extension/chat/composer/queueFile.ts';
import type { Steer } from '../../src/extension/chat/agent/chatClient.ts';
import { createSteer } from '../../src/extension/chat/composer/steering.ts';
import type { FileStore } from '../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../src/extension/ports/log.ts';

/** The queue, and the part of it that a chat service uses. */
export function createQueue(
  store: ChatStore,
  files: FileStore,
  mentions: Pick<MentionContent, 'lookUp'> = { lookUp: async () => [] },
): { queue: PromptQueue; steer: Steer } {
  const queue = new PromptQueue(store, new QueueFile(files, silentLog), silentLog);
  return { queue, steer: createSteer(queue, mentions, silentLog) };
}
