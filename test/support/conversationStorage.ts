import type { ConversationStorage } from '../../src/extension/chat/conversation/openConversation.ts';
import type { Clock } from '../../src/extension/ports/clock.ts';
import type { FileStore } from '../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';

/** The process ids of the running windows. All other windows have crashed. */
export type LivingWindows = Set<number>;

let windows = 0;

/**
 * The conversation storage of a window. Each call creates another window. The windows of earlier calls count as crashed
 * unless they share the set `living`.
 */
export function createStorage(
  files: FileStore,
  clock: Clock,
  living: LivingWindows = new Set(),
): ConversationStorage & { readonly failures: number; readonly recoveries: number } {
  const pid = (windows += 1);
  living.add(pid);
  let failures = 0;
  let recoveries = 0;
  return {
    files,
    clock,
    log: silentLog,
    window: { pid, host: 'here', isAlive: (other) => living.has(other) },
    onDidFail: () => void (failures += 1),
    onDidRecover: () => void (recoveries += 1),
    get failures() {
      return failures;
    },
    get recoveries() {
      return recoveries;
    },
  };
}
