import type { ChatStore } from '../../src/extension/chat/chatStore.ts';
import type { MentionContent } from '../../src/extension/chat/mentionContent.ts';
import { QueuedPrompts } from '../../src/extension/chat/queuedPrompts.ts';
import { QueueFile } from '../../src/extension/chat/queueFile.ts';
import type { Steer } from '../../src/extension/chat/steer.ts';
import { createSteer } from '../../src/extension/chat/steering.ts';
import type { FileStore } from '../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../src/extension/ports/log.ts';

/** What a chat service is given of the queue. */
export function createQueue(
  store: ChatStore,
  files: FileStore,
  mentions: Pick<MentionContent, 'lookUp'> = { lookUp: async () => [] },
): { queue: QueuedPrompts; steer: Steer } {
  const queue = new QueuedPrompts(store, new QueueFile(files, silentLog), silentLog);
  return { queue, steer: createSteer(queue, mentions, silentLog) };
}
