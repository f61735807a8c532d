import { createStorage, type LivingWindows } from '../../support/conversationStorage.ts';
import { createManualClock, settle, type ManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createMemoryChat } from './memoryChat.ts';

/** Several windows on one workspace, which share one disk in memory. Each window has its own chat service. */
export function createWorld() {
  const clock = createManualClock();
  const files = createMemoryFileStore({}, clock);
  const living: LivingWindows = new Set();

  /** Opens a window. To let the window sleep, pass an `ownClock` and do not advance that clock. */
  const openWindow = async (steps: readonly ScriptedStep[] = [], ownClock: ManualClock = clock) => {
    const { window } = createStorage(files, ownClock, living);
    const { service: chats, store, composer } = createMemoryChat({ files, clock: ownClock, window });
    const { drafts } = composer;
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
    const crash = (): void => void living.delete(window.pid);
    return { chats, drafts, store, type, ask, prompts, crash, id: () => chats.session.id };
  };
  const names = (): string[] => [...files.files.keys()].filter((name) => !name.endsWith('.meta.json')).sort();
  return { clock, files, openWindow, names };
}
