import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../ports/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import type { WindowProcess } from '../../ports/windowProcess.ts';
import { contentHash } from '../../text/contentHash.ts';

/**
 * A lock file for each conversation, because windows on one workspace share the storage folder. A window writes to a
 * conversation's file only while it owns the lock file. A lock is stale if its process is dead, or if its file was not
 * touched for a minute. The age counts too, because a process that hangs, sleeps or runs on another machine is not
 * recognized as dead. Another window may take a stale lock over. The former owner notices that, because it reads the
 * lock file before each write.
 *
 *     wanted ── file created, or a stale one replaced ──▶ held
 *     wanted ── another window has the file ──▶ lost
 *     held   ── the file is missing, or has another window's token ──▶ lost
 *     any    ── release() ──▶ released
 *
 * A lock stays `wanted` if its file cannot be created, as on a full disk; each `isHeld()` tries again.
 */

export interface ConversationLock {
  readonly id: string;
  /**
   * False if the lock was released, another window has taken it over, or the lock file is missing. Once false, the
   * result stays false. Rejects if the lock file cannot be read or created.
   */
  isHeld(): Promise<boolean>;
  /** Removes the lock file if this window still owns it, or is just creating it. */
  release(): Promise<void>;
}

export interface LockOptions {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly window: WindowProcess;
  /** Called once, when the lock becomes `lost`. */
  readonly onDidLose: () => void;
}

/** Milliseconds. */
const HEARTBEAT = 15_000;
/** Four heartbeats, so that a busy window keeps its lock. Milliseconds. */
const STALE_AFTER = 60_000;

/**
 * Undefined if another window owns the lock. If the lock file cannot be read or created, the lock is still `wanted`.
 */
export async function lockConversation(id: string, options: LockOptions): Promise<ConversationLock | undefined> {
  const lock = new FileLock(id, options);
  try {
    return (await lock.acquire()) ? lock : undefined;
  } catch (error) {
    options.log.error(`Conversation ${id} could not be locked`, error);
    return lock;
  }
}

class FileLock implements ConversationLock {
  readonly id: string;
  private readonly name: string;
  private readonly token = randomUUID();
  private readonly options: LockOptions;
  private timer: Disposable | undefined;
  private acquiring: Promise<boolean> | undefined;
  private state: 'wanted' | 'held' | 'lost' | 'released' = 'wanted';

  constructor(id: string, options: LockOptions) {
    this.id = id;
    this.name = lockName(id);
    this.options = options;
  }

  acquire(): Promise<boolean> {
    this.acquiring ??= this.createFile().finally(() => (this.acquiring = undefined));
    return this.acquiring;
  }

  private async createFile(): Promise<boolean> {
    const { files } = this.options;
    const taken = (await files.createExclusive(this.name, this.content)) || (await this.takeOver());
    if (!taken) return false;
    // `release()` was called meanwhile.
    if (this.state === 'released') {
      await this.deleteFile();
      return false;
    }
    this.state = 'held';
    this.scheduleHeartbeat();
    return true;
  }

  async isHeld(): Promise<boolean> {
    if (this.state === 'wanted' && (await this.acquire())) return true;
    if (this.state === 'lost' || this.state === 'released') return false;
    if (parseOwner(await this.options.files.read(this.name))?.token === this.token) return true;
    this.lose();
    return false;
  }

  async release(): Promise<void> {
    try {
      if (this.state === 'held' && (await this.isHeld())) await this.deleteFile();
    } catch (error) {
      this.logFailedRelease(error);
    } finally {
      this.state = 'released';
      this.timer?.dispose();
    }
    // The caller of `isHeld()` gets the error.
    await this.acquiring?.catch(() => {});
  }

  private async deleteFile(): Promise<void> {
    await this.options.files.delete(this.name).catch((error: unknown) => this.logFailedRelease(error));
  }

  /** The lock turns stale, because this window no longer touches it. */
  private logFailedRelease(error: unknown): void {
    this.options.log.error('A lock could not be released', error);
  }

  private get content(): string {
    const { pid, host } = this.options.window;
    return JSON.stringify({ pid, host, token: this.token } satisfies Owner);
  }

  /**
   * Replaces a stale lock, so that exactly one of several windows gets it. A window must first create the claim file.
   * It then replaces the lock only if the lock file has not changed since the window found it stale.
   */
  private async takeOver(): Promise<boolean> {
    const { files } = this.options;
    const stale = await this.findStale();
    const claim = stale && (await this.createClaim(stale.text));
    if (!claim) return false;
    try {
      const still = await files.read(this.name);
      if (still !== undefined && still !== stale.text) return false;
      // The owner released the lock meanwhile, so the first window to create the file gets it.
      if (still === undefined) return await files.createExclusive(this.name, this.content);
      await files.write(this.name, this.content);
      return true;
    } finally {
      await files.delete(claim);
    }
  }

  /**
   * Returns the name of the created claim file; undefined if another window has claimed the lock. The name depends on
   * the text of the stale lock. If a crash left a claim file of that name, this window creates, after `STALE_AFTER`, a
   * claim file whose name depends on the old claim file. A window does not delete an old claim file, because doing so
   * could delete another window's new claim.
   */
  private async createClaim(stale: string): Promise<string | undefined> {
    const { files } = this.options;
    for (let replaced = stale; ;) {
      const claim = claimName(this.id, replaced);
      if (await files.createExclusive(claim, this.content)) return claim;
      // Reads the text before the age, so that a new claim file in place of an old one does not count as old.
      const text = await files.read(claim);
      if (text === undefined || !(await this.isOld(claim))) return undefined;
      // `replaced` contains the name of the old claim, so that the next name differs even if the old claim is empty.
      replaced = claim + text;
    }
  }

  private async findStale(): Promise<{ readonly text: string } | undefined> {
    const { files, window } = this.options;
    const text = await files.read(this.name);
    if (text === undefined) return { text: '' };
    const owner = parseOwner(text);
    const isDead = owner?.host === window.host && !window.isAlive(owner.pid);
    return isDead || (await this.isOld(this.name)) ? { text } : undefined;
  }

  private async isOld(name: string): Promise<boolean> {
    const info = await this.options.files.stat(name);
    return info !== undefined && this.options.clock.now() - info.modifiedAt > STALE_AFTER;
  }

  private scheduleHeartbeat(): void {
    const { clock, files, log } = this.options;
    this.timer = clock.setTimeout(() => {
      const touched = this.isHeld().then((held) => held && files.touch(this.name));
      touched
        .catch((error: unknown) => log.error('A lock could not be renewed', error))
        .finally(() => {
          if (this.state === 'held') this.scheduleHeartbeat();
        });
    }, HEARTBEAT);
  }

  private lose(): void {
    if (this.state === 'lost') return;
    this.state = 'lost';
    this.timer?.dispose();
    this.options.log.warn(
      `The lock of conversation ${this.id} was lost: its file is missing, or belongs to another window`,
    );
    this.options.onDidLose();
  }
}

type Owner = z.infer<typeof ownerSchema>;
const ownerSchema = z.object({ pid: z.number(), host: z.string(), token: z.string() });

/** Undefined if there is no lock, or if a crash left it half written. Only its age makes a half-written lock stale. */
function parseOwner(text: string | undefined): Owner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

function lockName(id: string): string {
  return `conversations/${id}.lock`;
}

/** `replaced`: the text of the stale lock, or the name and the text of an old claim file. */
function claimName(id: string, replaced: string): string {
  return `${lockName(id)}-claim-${contentHash(Buffer.from(replaced)).slice(0, 16)}`;
}

/** Whether a file in the conversations' folder is a lock file or a claim file, also of earlier versions. */
export function isLockName(name: string): boolean {
  return /\.lock(?:-claim(?:-[0-9a-f]{16})?)?$/.test(name);
}
