import type { Clock } from '../../src/extension/ports/clock.ts';
import type { FileStore } from '../../src/extension/ports/fileStore.ts';

export interface MemoryFileStore extends FileStore {
  /** The files that were written as text only, by name. Tests may read and change them. */
  readonly files: Map<string, string>;
  /** The files that were written as bytes, by name. Tests may read and change them. */
  readonly binary: Map<string, Uint8Array>;
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
  const binary = new Map<string, Uint8Array>();
  const times = new Map<string, number>();
  const faults: { method: keyof FileStore; error: Error }[] = [];
  const broken = new Map<keyof FileStore, Error>();

  const bytesOf = (name: string): Uint8Array | undefined => {
    const text = files.get(name);
    return text === undefined ? binary.get(name) : Buffer.from(text);
  };
  const put = (name: string, content: string | Uint8Array): void => {
    files.delete(name);
    binary.delete(name);
    if (typeof content === 'string') files.set(name, content);
    else binary.set(name, Uint8Array.from(content));
  };
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
    binary,
    failNext: (method, error) => void faults.push({ method, error }),
    failAlways: (method, error) => {
      broken.set(method, error);
      return () => void broken.delete(method);
    },
    async read(name) {
      await enter('read');
      const bytes = binary.get(name);
      return bytes ? Buffer.from(bytes).toString() : files.get(name);
    },
    async readBytes(name, range) {
      await enter('readBytes');
      const bytes = bytesOf(name)?.slice();
      return range ? bytes?.subarray(range.start, range.start + range.size) : bytes;
    },
    async write(name, content) {
      await enter('write');
      put(name, content);
      times.set(name, clock.now());
    },
    async append(name, content) {
      await enter('append');
      if (typeof content === 'string' && !binary.has(name)) put(name, (files.get(name) ?? '') + content);
      else put(name, Uint8Array.from([...(bytesOf(name) ?? []), ...Buffer.from(content)]));
      times.set(name, clock.now());
    },
    async createExclusive(name, text) {
      await enter('createExclusive');
      if (bytesOf(name)) return false;
      put(name, text);
      times.set(name, clock.now());
      return true;
    },
    async stat(name) {
      await enter('stat');
      const bytes = bytesOf(name);
      return bytes && { modifiedAt: times.get(name) ?? 0, size: bytes.length };
    },
    async touch(name) {
      await enter('touch');
      if (!bytesOf(name)) return false;
      times.set(name, clock.now());
      return true;
    },
    async move(from, to) {
      await enter('move');
      const content = files.get(from) ?? binary.get(from);
      if (content === undefined || bytesOf(to)) return false;
      put(to, content);
      times.set(to, times.get(from) ?? 0);
      files.delete(from);
      binary.delete(from);
      return true;
    },
    async list(folder) {
      await enter('list');
      const prefix = folder === '' ? '' : `${folder}/`;
      return [...files.keys(), ...binary.keys()]
        .filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes('/'))
        .map((name) => name.slice(prefix.length))
        .sort();
    },
    async delete(name) {
      await enter('delete');
      files.delete(name);
      binary.delete(name);
    },
  };
}
