import { constants, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { codeOf, durableWrite, type VerifyOpened } from './durableWrite.ts';
import { parentPath } from '../text/paths.ts';

/**
 * Gives a file of the user's new content. Where it can, by `durableWrite`, after which a new file stands in the old
 * one's place. That would part a file from its other names, give it to another owner, and is impossible for one that is
 * mounted by itself or lies in a folder that may not be written: there the old file gets the new bytes. `existing` is
 * what stands there now, undefined where nothing does; `mode` is POSIX permission bits. `verify` may refuse the file that
 * was opened, before anything is written to it.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  { existing, mode, verify }: Replacement,
  replace: typeof durableWrite = durableWrite,
): Promise<void> {
  if (existing && !(await isReplaceable(path, existing))) return writeInPlace(path, bytes, { mode, verify });
  try {
    await replace(path, bytes, mode, verify);
  } catch (error) {
    if (!existing || !NOT_REPLACED.includes(codeOf(error))) throw error;
    await writeInPlace(path, bytes, { mode, verify });
  }
}

interface Replacement {
  readonly existing: Stats | undefined;
  readonly mode: number | undefined;
  readonly verify: VerifyOpened;
}

const NOT_REPLACED = ['EBUSY', 'EACCES', 'EPERM', 'EXDEV', 'EROFS', 'ETXTBSY'];

/** True where a new file would have the same owner and group, and no other name points to the old one. */
async function isReplaceable(path: string, existing: Stats): Promise<boolean> {
  if (existing.nlink > 1) return false;
  const [user, group] = [process.geteuid?.(), process.getegid?.()];
  // Windows has neither, and keeps its own lists of who may do what.
  if (user === undefined || group === undefined) return true;
  if (existing.uid !== user) return false;
  const folder = await stat(parentPath(path));
  const handsDown = process.platform === 'darwin' || (folder.mode & SET_GROUP) !== 0;
  return existing.gid === (handsDown ? folder.gid : group);
}

/** On a folder: what is made in it belongs to its group. */
const SET_GROUP = 0o2000;

/**
 * What the file grows by is written first, so that a full disk is noticed while the old content still stands whole, and
 * nothing is cut off before the new content is there. A failure puts the old bytes back; a power cut in between may
 * leave both mixed, but never an empty file.
 */
export async function writeInPlace(
  path: string,
  bytes: Uint8Array,
  { mode, verify }: Pick<Replacement, 'mode' | 'verify'>,
  write: (file: FileHandle, bytes: Uint8Array, position: number) => Promise<void> = writeAt,
): Promise<void> {
  const { O_RDWR, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  try {
    await verify(file, path);
    const current = await file.stat();
    const before = await file.readFile();
    if (mode !== undefined && mode !== (current.mode & 0o7777)) await file.chmod(mode);
    try {
      await write(file, bytes.subarray(before.length), before.length);
      await write(file, bytes.subarray(0, before.length), 0);
      await file.truncate(bytes.length);
      await file.sync();
    } catch (error) {
      await restore(file, before);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

/** As far as the disk still lets it; what is told is why the write failed. */
async function restore(file: FileHandle, before: Uint8Array): Promise<void> {
  try {
    await writeAt(file, before, 0);
    await file.truncate(before.length);
    await file.sync();
  } catch {
    // The first error is the one that counts.
  }
}
