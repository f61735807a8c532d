import { createApp } from '../../../src/extension/app.ts';
import type { AppSettings } from '../../../src/extension/appPorts.ts';
import type { ConversationEntry } from '../../../src/extension/chat/conversation/conversationEntry.ts';
import { readConversation } from '../../../src/extension/chat/conversation/openConversation.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createAppPorts } from '../../support/appPorts.ts';
import { createStorage, type LivingWindows } from '../../support/conversationStorage.ts';
import { createCrash, type Crash } from '../../support/crash.ts';
import { createFakeProcesses } from '../../support/shell/fakeProcesses.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';

/** A disk with these workspace files, and the processes that use it one after the other. */
export function createCrashDisk(before: Readonly<Record<string, string>>) {
  const clock = createManualClock();
  const files = createMemoryFileStore({}, clock);
  const workspace = createMemoryWorkspace(before);
  const processes = createFakeProcesses();
  const living: LivingWindows = new Set();
  let count = 0;

  /** Opens a window that ends at a step of `crash`. Ends the processes of earlier windows first, unless they stay. */
  async function open(
    crash: Crash,
    steps: readonly ScriptedStep[] = [],
    { stays = false, settings = {} }: { readonly stays?: boolean; readonly settings?: Partial<AppSettings> } = {},
  ) {
    if (!stays) {
      living.clear();
      for (let id = 1; id <= count; id += 1) processes.kill(`process ${id}`);
      // A process that crashed while it took over a lock leaves a claim, which expires after 60 seconds.
      await clock.advance(61_000);
    }
    count += 1;
    const model = createScriptedModel(steps);
    const storage = createStorage(files, clock, living);
    const { ports, world } = createAppPorts({
      clock,
      files: crash.files(files),
      workspace: crash.workspace(workspace),
      settings: { approvalMode: 'auto-edit', ...settings },
    });
    world.selected = Promise.resolve({ kind: 'model', model: toSelected(model) });
    const owner = processes.start(`process ${count}`);
    const opening = createApp({ ...ports, storage: { ...ports.storage, window: storage.window, owner } });
    // If another window has the last chat open, the new window waits for it.
    if (stays) await clock.advance(5_000);
    const app = await opening;
    app.suggestions.visibility.add({ shown: true, visible: true, onDidChangeVisible: () => ({ dispose() {} }) });
    return { ...app, suggestionEvents: world.suggestionEvents };
  }

  /** The entries of the only chat. */
  async function entries(): Promise<readonly ConversationEntry[]> {
    const [name = ''] = (await files.list('conversations')).filter((each) => each.endsWith('.jsonl'));
    return (await readConversation({ files, log: silentLog }, name.slice(0, -'.jsonl'.length))) ?? [];
  }
  return { clock, files, workspace, processes, open, entries };
}

export type CrashDisk = ReturnType<typeof createCrashDisk>;
export type OpenApp = Awaited<ReturnType<CrashDisk['open']>>;

/** A process that does not crash. */
export const alive = (): Crash => createCrash(Infinity);
