import type { FileStore } from '../../src/extension/ports/fileStore.ts';

export interface MemoryFileStore extends FileStore {
  /** What is stored, by name; tests may read and change it. */
  readonly files: Map<string, string>;
  /** The next call of this method fails with this error. */
  failNext(method: keyof FileStore, error: Error): void;
}

export function createMemoryFileStore(initial: Readonly<Record<string, string>> = {}): MemoryFileStore {
  const files = new Map(Object.entries(initial));
  const faults: { method: keyof FileStore; error: Error }[] = [];

  const enter = async (method: keyof FileStore): Promise<void> => {
    const index = faults.findIndex((fault) => fault.method === method);
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    if (fault) throw fault.error;
    await Promise.resolve();
  };

  return {
    files,
    failNext: (method, error) => void faults.push({ method, error }),
    async read(name) {
      await enter('read');
      return files.get(name);
    },
    async write(name, text) {
      await enter('write');
      files.set(name, text);
    },
    async append(name, text) {
      await enter('append');
      files.set(name, (files.get(name) ?? '') + text);
    },
    async list(folder) {
      await enter('list');
      const prefix = folder === '' ? '' : `${folder}/`;
      return [...files.keys()]
        .filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('/'))
        .map((name) => name.slice(prefix.length))
        .sort();
    },
    async delete(name) {
      await enter('delete');
      files.delete(name);
    },
  };
}
