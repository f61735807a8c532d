import { Emitter } from '../../src/extension/base/emitter.ts';
import { Instructions } from '../../src/extension/instructions/instructions.ts';
import type { MemorySources } from '../../src/extension/instructions/memory.ts';
import { isBuiltInCommand } from '../../src/extension/panel/commands/commandList.ts';
import { silentLog } from '../../src/extension/base/silentLog.ts';
import { createManualClock } from './manualClock.ts';
import { createMemento } from './memento.ts';
import { createMemoryWorkspace, type MemoryWorkspace } from './memoryWorkspace.ts';
import { createScriptedModel } from './scriptedModel.ts';

export interface FakeSources extends MemorySources {
  readonly workspace: MemoryWorkspace;
  readonly home: MemoryWorkspace;
  trust(isTrusted: boolean): void;
}

/** A trusted workspace `/ws` and a home folder `/home/me`, in memory. */
export function createSources(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  homeFiles: Readonly<Record<string, string>> = {},
  workspace = createMemoryWorkspace(files),
): FakeSources {
  let isTrusted = true;
  return {
    workspace,
    home: createMemoryWorkspace(homeFiles, { roots: [{ name: '~', path: '/home/me' }] }),
    isTrusted: () => isTrusted,
    trust: (trusted) => void (isTrusted = trusted),
  };
}

/** Instructions with these sources. `fileChanges` replaces a file watcher; `model` is the only model that is set up. */
export function createTestInstructions(
  sources: MemorySources,
  {
    switchedOff = createMemento(),
    fileChanges = new Emitter<readonly string[]>(),
    clock = createManualClock(),
    model = '',
  } = {},
): Instructions {
  const chatModel = createScriptedModel([]);
  return new Instructions({
    ...sources,
    models: {
      chosen: () => [model],
      listed: () => [],
      isUsed: async () => false,
      resolve: async (id) =>
        id === model
          ? { kind: 'model', model: { id, label: id, name: id, chatModel } }
          : { kind: 'unknown-provider', message: '' },
    },
    isBuiltIn: isBuiltInCommand,
    switchedOff,
    onDidChangeFiles: fileChanges.event,
    clock,
    log: silentLog,
  });
}
