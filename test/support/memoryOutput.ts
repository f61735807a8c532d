import type { KeptOutput } from '../../src/extension/ports/keptOutput.ts';

/** Keeps output in memory. `files` has the texts that were not deleted, by path. */
export function createMemoryOutput(): KeptOutput & { readonly files: Map<string, string> } {
  const files = new Map<string, string>();
  let count = 0;
  return {
    files,
    async create() {
      count += 1;
      const path = `/output/${count}.log`;
      files.set(path, '');
      return {
        path,
        isWhole: true,
        async write(text) {
          const before = files.get(path);
          if (before !== undefined) files.set(path, before + text);
        },
        close: async () => {},
        delete: async () => void files.delete(path),
      };
    },
  };
}
