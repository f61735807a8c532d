import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { durableAppend } from './durableAppend.ts';
import { codeOf, durableWrite } from './durableWrite.ts';
import type { ByteRange, FileStore } from '../ports/fileStore.ts';

/**
 * Stores the extension's files in one folder, readable only by the user. Calls that change the same file are
 * serialized.
 */
export function createNodeFileStore(folder: string): FileStore {
  const tails = new Map<string, Promise<void>>();

  /** Runs `run` after all earlier calls for any of these names, whether they succeed or fail. */
  const enqueue = <T>(names: readonly string[], run: (...paths: string[]) => Promise<T>): Promise<T> => {
    const paths = names.map((name) => join(folder, checkName(name)));
    const result = Promise.all(names.map((name) => tails.get(name) ?? Promise.resolve())).then(() => run(...paths));
    const settled = result.then(
      () => {},
      () => {},
    );
    for (const name of names) tails.set(name, settled);
    void settled.then(() => {
      for (const name of names) if (tails.get(name) === settled) tails.delete(name);
    });
    return result;
  };

  return {
    async read(name) {
      const path = join(folder, checkName(name));
      await tails.get(name);
      return readFile(path, 'utf8').catch(undefinedIfMissing);
    },
    async readBytes(name, range) {
      const path = join(folder, checkName(name));
      await tails.get(name);
      return (range ? readRange(path, range) : readFile(path)).catch(undefinedIfMissing);
    },
    write: async (name, content) =>
      enqueue([name], async (path: string) => {
        await makeFolder(dirname(path));
        await durableWrite(path, content, { mode: 0o600 });
      }),
    append: async (name, content) =>
      enqueue([name], async (path: string) => {
        await makeFolder(dirname(path));
        await durableAppend(path, content, 0o600);
      }),
    createExclusive: async (name, text) =>
      enqueue([name], async (path: string) => {
        await makeFolder(dirname(path));
        return createWhole(path, text);
      }),
    async stat(name) {
      const path = join(folder, checkName(name));
      await tails.get(name);
      const found = await stat(path).catch(undefinedIfMissing);
      return found && { modifiedAt: found.mtimeMs, size: found.size };
    },
    touch: async (name) =>
      enqueue([name], async (path: string) => {
        const now = new Date();
        return utimes(path, now, now).then(() => true, falseIfMissing);
      }),
    move: async (from, to) =>
      enqueue([from, to], async (source: string, target: string) => {
        await makeFolder(dirname(target));
        return moveToFree(source, target);
      }),
    async list(name) {
      const path = name === '' ? folder : join(folder, checkName(name));
      const entries = await readdir(path, { withFileTypes: true }).catch(undefinedIfMissing);
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !isTemporary(entry.name))
        .map((entry) => entry.name)
        .sort();
    },
    delete: async (name) =>
      enqueue([name], async (path: string) => {
        await unlink(path).catch(undefinedIfMissing);
      }),
  };
}

/**
 * Throws if the name could lead out of the folder. Names are not trusted, because they may contain conversation ids
 * from files.
 */
function checkName(name: string): string {
  const segments = name.split('/');
  const valid = segments.every((segment) => /^[\w.-][\w. -]*$/.test(segment) && !/^\.+$/.test(segment));
  if (!valid || name.length > 500) throw new Error(`Not a name for a stored file: ${JSON.stringify(name)}`);
  return name;
}

async function readRange(path: string, { start, size }: ByteRange): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    // Without this bound, a wrong size could reserve any amount of memory.
    const length = Math.max(0, Math.min(size, (await file.stat()).size - start));
    const bytes = Buffer.alloc(length);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await file.read(bytes, done, length - done, start + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  } finally {
    await file.close();
  }
}

/**
 * Creates `path` with a hard link if possible, so that `path` appears with its whole content. False if `path` exists.
 */
async function createWhole(path: string, text: string): Promise<boolean> {
  const temporary = join(dirname(path), `.premove-${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    return await linkToFree(temporary, path, () => writeFile(path, text, { mode: 0o600, flag: 'wx' }));
  } finally {
    await unlink(temporary).catch(undefinedIfMissing);
  }
}

/**
 * Uses a hard link if possible, because `rename` would replace an existing target. False if the source is missing or
 * the target exists.
 */
async function moveToFree(source: string, target: string): Promise<boolean> {
  const moved = await linkToFree(source, target, async () => {
    if (await stat(target).catch(undefinedIfMissing)) throw Object.assign(new Error(target), { code: 'EEXIST' });
    await rename(source, target);
  }).catch(falseIfMissing);
  if (moved) await unlink(source).catch(undefinedIfMissing);
  return moved;
}

/**
 * Creates a hard link to `from` at `path`; false if `path` exists. If a hard link is not possible, calls `fallback`,
 * which must fail with EEXIST if `path` exists.
 */
async function linkToFree(from: string, path: string, fallback: () => Promise<void>): Promise<boolean> {
  try {
    await link(from, path).catch(async (error: unknown) => {
      if (!NO_LINK_CODES.includes(codeOf(error))) throw error;
      await fallback();
    });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

const NO_LINK_CODES = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EACCES'];

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

function isTemporary(name: string): boolean {
  return /^\.premove-[0-9a-f]+\.tmp$/.test(name);
}

function undefinedIfMissing(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
}

function falseIfMissing(error: unknown): false {
  undefinedIfMissing(error);
  return false;
}
