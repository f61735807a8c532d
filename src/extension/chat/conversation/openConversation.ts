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
import { pricingOf } from './spending.ts';

/** A conversation with the writer that keeps its file up to date, under its lock. */
export interface OpenConversation {
  readonly conversation: Conversation;
  readonly writer: ConversationWriter;
  readonly lock: ConversationLock;
  /** What the user must be told, e.g. that the old file could not be read. */
  readonly warning: string | null;
}

export interface ConversationStorage {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly window: WindowProcess;
  /** Called once when writing begins to fail. */
  readonly onDidFail: () => void;
  /** Called once when everything is written down again. */
  readonly onDidRecover: () => void;
}

export type OpenResult =
  | { readonly kind: 'opened'; readonly opened: OpenConversation }
  /** Another window has it open. */
  | { readonly kind: 'owned' }
  | { readonly kind: 'absent' }
  /** Its file was left as it is. */
  | { readonly kind: 'unreadable' };

/** Opens a conversation by id, with what a crash left open closed. `onDidLose`: another window has taken it over. */
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
  await opened.conversation.closeInterrupted((modelId) => pricingOf(modelId, storage.log));
  return { kind: 'opened', opened };
}

/**
 * A new conversation, with the same entries as another one where they are given. An empty one leaves no file. An `id`
 * is that of a conversation which was never written; where another window has it, there is a new one.
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
  await opened.conversation.closeInterrupted((modelId) => pricingOf(modelId, storage.log));
  return opened;
}

/** What a conversation's file holds, its owner's window writing on or not; undefined where it cannot be read. */
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

/** A power cut can leave nothing of a file: its chat is not one that never was. */
async function isEmptied({ files, log }: ConversationStorage, id: string): Promise<boolean> {
  try {
    return (await files.stat(conversationFile(id)))?.size === 0 && ((await readMeta(files, id))?.prompts ?? 0) > 0;
  } catch (error) {
    log.error(`What chat ${id} was about could not be read`, error);
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
