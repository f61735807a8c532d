import { constants, type Stats } from 'node:fs';
import { access, open, stat, type FileHandle } from 'node:fs/promises';
import { codeOf, durableWrite, type CheckTarget, type VerifyOpened } from './durableWrite.ts';
import { parentPath } from '../text/paths.ts';

/**
 * Writes new content to one of the user's files. Overwrites the file in place if a new file would lose the old file's
 * hard links, owner or group, or cannot be created. `mode` is POSIX permission bits. `verify` may refuse before
 * anything is written, and `check` directly before the old file changes.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  { existing, mode, verify, check, skipsFolder }: Replacement,
  replace: typeof durableWrite = durableWrite,
): Promise<void> {
  // A read-only file must not be replaced, even if the permissions of its folder allow that.
  const [isNewFile] = await Promise.all([
    existing ? isReplaceable(path, existing) : true,
    existing && access(path, constants.W_OK),
  ]);
  if (!isNewFile) return writeInPlace(path, bytes, { mode, verify, check });
  try {
    await replace(path, bytes, { mode, verify, check, skipsFolder });
  } catch (error) {
    if (!existing || !NOT_REPLACED.includes(codeOf(error))) throw error;
    await writeInPlace(path, bytes, { mode, verify, check });
  }
}

interface Replacement {
  readonly existing: Stats | undefined;
  readonly mode: number | undefined;
  readonly verify: VerifyOpened;
  readonly check?: CheckTarget | undefined;
  /** See `DurableWriteOptions`. */
  readonly skipsFolder?: boolean | undefined;
}

const NOT_REPLACED = ['EBUSY', 'EACCES', 'EPERM', 'EXDEV', 'EROFS', 'ETXTBSY'];

async function isReplaceable(path: string, existing: Stats): Promise<boolean> {
  if (existing.nlink > 1) return false;
  const [user, group] = [process.geteuid?.(), process.getegid?.()];
  // Windows has access control lists instead of user and group ids.
  if (user === undefined || group === undefined) return true;
  if (existing.uid !== user) return false;
  const folder = await stat(parentPath(path));
  const inheritsGroup = process.platform === 'darwin' || (folder.mode & SET_GROUP) !== 0;
  return existing.gid === (inheritsGroup ? folder.gid : group);
}

/** The setgid bit makes new files belong to the folder's group. */
const SET_GROUP = 0o2000;

/**
 * Overwrites a file in place. Writes the part beyond the old length first, so that a full disk stops the write before
 * the old content changes. Restores the old bytes after a failure. A power cut may leave a mixture of both contents,
 * but never an empty file.
 */
export async function writeInPlace(
  path: string,
  bytes: Uint8Array,
  { mode, verify, check }: Pick<Replacement, 'mode' | 'verify' | 'check'>,
  write: (file: FileHandle, bytes: Uint8Array, position: number) => Promise<void> = writeAt,
): Promise<void> {
  const { O_RDWR, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  try {
    await verify(file, path);
    const current = await file.stat();
    const before = await file.readFile();
    check?.();
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

/** Restores the old bytes if the disk allows it. Does not throw. */
async function restore(file: FileHandle, before: Uint8Array): Promise<void> {
  try {
    await writeAt(file, before, 0);
    await file.truncate(before.length);
    await file.sync();
  } catch {
    // The caller throws the error of the write.
  }
}
