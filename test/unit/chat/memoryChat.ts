import { NO_TURN_LIMITS } from '../../../src/extension/chat/agent/turnLimit.ts';
import { createChat, type Chat, type ChatPorts } from '../../../src/extension/chat/createChat.ts';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createStorage } from '../../support/conversationStorage.ts';
import { createMentionSources } from '../../support/fakeMentionSources.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';

/** Creates the product's chat over ports in memory, without tools unless `ports` has some. */
export function createMemoryChat(ports: Pick<ChatPorts, 'files' | 'clock'> & Partial<ChatPorts>): Chat {
  return createChat({
    store: new ChatStore(createInitialChatState('')),
    workspace: createMemoryWorkspace({}),
    registry: createToolRegistry([]),
    approval: createApprovalPolicy('default'),
    environment: { os: 'Linux', shell: 'bash' },
    turnLimits: () => NO_TURN_LIMITS,
    fastModel: () => Promise.resolve({ kind: 'unset' }),
    mentionSources: createMentionSources(),
    mentionKey: 'key',
    globalFiles: createMemoryFileStore(),
    window: createStorage(ports.files, ports.clock).window,
    log: silentLog,
    ...ports,
  });
}
