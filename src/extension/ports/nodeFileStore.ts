import { mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, durableWrite } from './durableWrite.ts';
import type { FileStore } from './fileStore.ts';

/**
 * Keeps the extension's files in one folder, private to the user. Calls that change one name run one after the other;
 * a failed one does not hold up the next.
 */
export function createNodeFileStore(folder: string): FileStore {
  const tails = new Map<string, Promise<void>>();

  const inOrder = (name: string, run: (path: string) => Promise<void>): Promise<void> => {
    const path = join(folder, checkName(name));
    const before = tails.get(name) ?? Promise.resolve();
    const result = before.then(() => run(path));
    const settled = result.then(
      () => {},
      () => {},
    );
    tails.set(name, settled);
    void settled.then(() => {
      if (tails.get(name) === settled) tails.delete(name);
    });
    return result;
  };

  return {
    async read(name) {
      const path = join(folder, checkName(name));
      await tails.get(name);
      return readFile(path, 'utf8').catch(undefinedIfMissing);
    },
    write: async (name, text) =>
      inOrder(name, async (path) => {
        await makeFolder(dirname(path));
        await durableWrite(path, text, 0o600);
      }),
    append: async (name, text) =>
      inOrder(name, async (path) => {
        await makeFolder(dirname(path));
        const handle = await open(path, 'a', 0o600);
        try {
          await handle.writeFile(text);
          await handle.datasync();
        } finally {
          await handle.close();
        }
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
      inOrder(name, async (path) => {
        await unlink(path).catch(undefinedIfMissing);
      }),
  };
}

/** Names are ours, but parts of them (conversation ids) come from files: none may leave the folder. */
function checkName(name: string): string {
  const segments = name.split('/');
  const valid = segments.every((segment) => /^[\w.-][\w. -]*$/.test(segment) && !/^\.+$/.test(segment));
  if (!valid || name.length > 500) throw new Error(`Not a name for a stored file: ${JSON.stringify(name)}`);
  return name;
}

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
