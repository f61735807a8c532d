import type { Clock } from '../../src/extension/ports/clock.ts';
import type { FileStore } from '../../src/extension/ports/fileStore.ts';

export interface MemoryFileStore extends FileStore {
  /** The stored texts, by name. Tests may read and change them. */
  readonly files: Map<string, string>;
  /** The next call of this method fails with this error. */
  failNext(method: keyof FileStore, error: Error): void;
  /** Every call of this method fails until the returned function is called. */
  failAlways(method: keyof FileStore, error: Error): () => void;
}

/** `clock` dates the files. Without one, every file has the time 0. */
export function createMemoryFileStore(
  initial: Readonly<Record<string, string>> = {},
  clock: Pick<Clock, 'now'> = { now: () => 0 },
): MemoryFileStore {
  const files = new Map(Object.entries(initial));
  const times = new Map<string, number>();
  const faults: { method: keyof FileStore; error: Error }[] = [];
  const broken = new Map<keyof FileStore, Error>();

  const enter = async (method: keyof FileStore): Promise<void> => {
    const failure = broken.get(method);
    if (failure) throw failure;
    const index = faults.findIndex((fault) => fault.method === method);
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    if (fault) throw fault.error;
    await Promise.resolve();
  };

  return {
    files,
    failNext: (method, error) => void faults.push({ method, error }),
    failAlways: (method, error) => {
      broken.set(method, error);
      return () => void broken.delete(method);
    },
    async read(name) {
      await enter('read');
      return files.get(name);
    },
    async write(name, text) {
      await enter('write');
      files.set(name, text);
      times.set(name, clock.now());
    },
    async append(name, text) {
      await enter('append');
      files.set(name, (files.get(name) ?? '') + text);
      times.set(name, clock.now());
    },
    async createExclusive(name, text) {
      await enter('createExclusive');
      if (files.has(name)) return false;
      files.set(name, text);
      times.set(name, clock.now());
      return true;
    },
    async stat(name) {
      await enter('stat');
      const text = files.get(name);
      return text === undefined ? undefined : { modifiedAt: times.get(name) ?? 0, size: Buffer.byteLength(text) };
    },
    async touch(name) {
      await enter('touch');
      if (!files.has(name)) return false;
      times.set(name, clock.now());
      return true;
    },
    async move(from, to) {
      await enter('move');
      const text = files.get(from);
      if (text === undefined || files.has(to)) return false;
      files.set(to, text);
      times.set(to, times.get(from) ?? 0);
      files.delete(from);
      return true;
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
