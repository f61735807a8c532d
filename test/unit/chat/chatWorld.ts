import { CacheSafeParamsStore } from '../../../src/extension/background/cacheSafeParams.ts';
import { CurrentChat } from '../../../src/extension/chat/currentChat.ts';
import { ChatService } from '../../../src/extension/chat/chatService.ts';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import { DraftFile } from '../../../src/extension/chat/composer/draftFile.ts';
import { Drafts } from '../../../src/extension/chat/composer/drafts.ts';
import { IdeContextStore } from '../../../src/extension/chat/context/ideContextFeed.ts';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createStorage, type LivingWindows } from '../../support/conversationStorage.ts';
import { createManualClock, settle, type ManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createQueue } from '../../support/queue.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';

/** Several windows on one workspace, which share one disk in memory. Each window has its own chat service. */
export function createWorld() {
  const clock = createManualClock();
  const files = createMemoryFileStore({}, clock);
  const living: LivingWindows = new Set();

  /** Opens a window. To let the window sleep, pass an `ownClock` and do not advance that clock. */
  const openWindow = async (steps: readonly ScriptedStep[] = [], ownClock: ManualClock = clock) => {
    const storage = createStorage(files, ownClock, living);
    const store = new ChatStore(createInitialChatState(''));
    const drafts = new Drafts(store, new DraftFile(files, ownClock, silentLog));
    const current = new CurrentChat();
    const chats = new ChatService({
      current,
      storage,
      drafts,
      ...createQueue(store, files),
      store,
      registry: createToolRegistry([]),
      workspace: createMemoryWorkspace({}),
      ideContext: new IdeContextStore(),
      environment: { os: 'Linux', shell: 'bash' },
      approval: createApprovalPolicy('default'),
      maxSessionTurns: () => null,
      cacheSafeParams: new CacheSafeParamsStore(),
    });
    const restored = chats.restore();
    // `restore` waits for a lock that a closing window may still hold.
    for (let waited = 0; waited < 2_500; waited += 100) await clock.advance(100);
    await restored;
    const chatModel = createScriptedModel(steps);
    const type = (text: string) => drafts.typed(chats.session.id, text);
    const ask = async (text: string): Promise<void> => {
      chats.session.submit(text, { id: 'fake/model', label: 'model', name: 'model', chatModel });
      for (let round = 0; round < 20; round += 1) await settle();
    };
    const prompts = (): string[] => store.state.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
    const crash = (): void => void living.delete(storage.window.pid);
    return { chats, drafts, store, type, ask, prompts, crash, id: () => chats.session.id };
  };
  const names = (): string[] => [...files.files.keys()].filter((name) => !name.endsWith('.meta.json')).sort();
  return { clock, files, openWindow, names };
}
