import { loadPricing } from '../../model/pricing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import type { WindowProcess } from '../../ports/windowProcess.ts';
import { readMeta } from './chatMeta.ts';
import { Conversation } from './conversation.ts';
import type { ConversationEntry } from './conversationEntry.ts';
import {
  conversationFile,
  ConversationWriter,
  loadConversation,
  parseConversation,
  type LoadedConversation,
} from './conversationFile.ts';
import { lockConversation, type ConversationLock } from './conversationLock.ts';

export interface OpenConversation {
  readonly conversation: Conversation;
  readonly writer: ConversationWriter;
  readonly lock: ConversationLock;
  /** A warning, such as a lost draft. Null when opened; callers add warnings. */
  readonly warning: string | null;
}

export interface ConversationStorage {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly window: WindowProcess;
  /** Called once, when writing begins to fail. */
  readonly onDidFail: () => void;
  /** Called when everything has been written after a failure. */
  readonly onDidRecover: () => void;
}

export type OpenResult =
  | { readonly kind: 'opened'; readonly opened: OpenConversation }
  /** Another window has the conversation open. */
  | { readonly kind: 'owned' }
  | { readonly kind: 'absent' }
  /** The file cannot be read, and was not changed. */
  | { readonly kind: 'unreadable' };

/** Closes the answers that a crash left open. `onDidLose`: see `LockOptions`. */
export async function openConversation(
  storage: ConversationStorage,
  id: string,
  onDidLose: () => void,
): Promise<OpenResult> {
  const lock = await lockConversation(id, { ...storage, onDidLose });
  if (!lock) return { kind: 'owned' };
  if (await isEmptied(storage, id)) {
    await lock.release();
    return { kind: 'unreadable' };
  }
  const loaded = await tryToLoad(storage, id);
  if (loaded.kind !== 'loaded') {
    await lock.release();
    if (loaded.kind === 'absent') return { kind: 'absent' };
    if (loaded.kind === 'corrupt') {
      storage.log.warn(`Conversation ${id} is corrupt (${loaded.reason}); kept as ${loaded.savedAs}`);
    }
    return { kind: 'unreadable' };
  }
  const opened = connect(storage, lock, true);
  opened.conversation.load(loaded.entries);
  await opened.conversation.closeInterrupted((modelId) => loadPricing(modelId, storage.log));
  return { kind: 'opened', opened };
}

/**
 * Creates a conversation, as a copy if `entries` are given. An empty conversation leaves no file. `id` must belong to a
 * conversation that was never written; if another window has locked that id, a new id is used.
 */
export async function createConversation(
  storage: ConversationStorage,
  onDidLose: () => void,
  options: { readonly id?: string; readonly entries?: readonly ConversationEntry[] } = {},
): Promise<OpenConversation> {
  const { id = Conversation.newId(), entries = [] } = options;
  const lock = await lockConversation(id, { ...storage, onDidLose });
  if (!lock) return createConversation(storage, onDidLose, { entries });
  const opened = connect(storage, lock, false);
  opened.conversation.load(entries);
  for (const entry of entries) opened.writer.append(entry);
  await opened.conversation.closeInterrupted((modelId) => loadPricing(modelId, storage.log));
  return opened;
}

/**
 * The entries in the conversation's file, read without its lock; undefined if the file is missing or cannot be read.
 */
export async function readConversation(
  { files, log }: Pick<ConversationStorage, 'files' | 'log'>,
  id: string,
): Promise<readonly ConversationEntry[] | undefined> {
  try {
    const text = await files.read(conversationFile(id));
    const parsed = text === undefined ? undefined : parseConversation(text);
    return parsed?.kind === 'parsed' ? parsed.entries : undefined;
  } catch (error) {
    log.error(`Conversation ${id} could not be read`, error);
    return undefined;
  }
}

/** Whether the file is empty although its chat had prompts, as after a power cut. */
async function isEmptied({ files, log }: ConversationStorage, id: string): Promise<boolean> {
  try {
    return (await files.stat(conversationFile(id)))?.size === 0 && ((await readMeta(files, id))?.prompts ?? 0) > 0;
  } catch (error) {
    log.error(`The metadata of chat ${id} could not be read`, error);
    return false;
  }
}

async function tryToLoad(
  { files, log }: ConversationStorage,
  id: string,
): Promise<LoadedConversation | { readonly kind: 'failed' }> {
  try {
    return await loadConversation(files, id);
  } catch (error) {
    log.error(`Conversation ${id} could not be read`, error);
    return { kind: 'failed' };
  }
}

function connect(storage: ConversationStorage, lock: ConversationLock, exists: boolean): OpenConversation {
  const { files, clock, log, onDidFail, onDidRecover } = storage;
  const writer = new ConversationWriter({ store: files, lock, exists, log, onDidFail, onDidRecover });
  const conversation = new Conversation(lock.id, { clock, onDidAppend: (entry) => writer.append(entry) });
  return { conversation, writer, lock, warning: null };
}
