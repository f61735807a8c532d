import { CacheSafeParamsStore } from '../../src/extension/background/cacheSafeParams.ts';
import { createChatClient, type ChatClient } from '../../src/extension/chat/agent/chatClient.ts';
import { NO_TURN_LIMITS } from '../../src/extension/chat/agent/turnLimit.ts';
import { IdeContextFeed, IdeContextStore } from '../../src/extension/chat/context/ideContextFeed.ts';
import { FormMemory } from '../../src/extension/continue/form.ts';
import { UNKNOWN_PRICING } from '../../src/extension/model/pricing.ts';
import { createToolRegistry } from '../../src/extension/tools/registry.ts';

type ClientOptions = Parameters<typeof createChatClient>[0];

/**
 * A chat client without tools, a system prompt, limits and known prices. The chat's own model writes summaries, and no
 * background request is counted. `parts` replaces any of this.
 */
export function createBareClient(
  parts: Pick<ClientOptions, 'conversation' | 'clock'> & Partial<ClientOptions>,
): ChatClient {
  return createChatClient({
    registry: createToolRegistry([]),
    cacheSafeParams: new CacheSafeParamsStore(),
    systemPrompt: { textFor: () => '', refresh: () => Promise.resolve() },
    ideContext: new IdeContextFeed(new IdeContextStore()),
    approvalMode: () => 'default',
    loadPricing: () => Promise.resolve(UNKNOWN_PRICING),
    forms: new FormMemory(),
    nextSpeaker: { isEnabled: () => false, onDidRequest() {} },
    compression: { otherModel: async () => undefined, onDidRequest: () => {}, onDidCompress: () => {} },
    turnLimits: () => NO_TURN_LIMITS,
    ...parts,
  });
}
