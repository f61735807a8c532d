import type { InstructionSources } from '../../src/extension/instructions/instructionFiles.ts';
import { createMemoryWorkspace, type MemoryWorkspace } from './memoryWorkspace.ts';

export interface FakeSources extends InstructionSources {
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
