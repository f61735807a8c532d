import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import { Conversation } from './conversation.ts';
import { ConversationWriter, loadConversation, type LoadedConversation } from './conversationFile.ts';

/** A conversation with the writer that keeps its file up to date. */
export interface OpenConversation {
  readonly conversation: Conversation;
  readonly writer: ConversationWriter;
  /** What the user must be told, e.g. that the old file could not be read. */
  readonly warning: string | null;
}

export interface ConversationStorage {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once when writing begins to fail. */
  readonly onDidFail: () => void;
}

/** Opens a conversation by id, with what a crash left open closed; a new one where there is none or it is corrupt. */
export async function openConversation(storage: ConversationStorage, id: string): Promise<OpenConversation> {
  const loaded = await tryToLoad(storage, id);
  if (loaded.kind === 'corrupt') {
    storage.log.warn(`Conversation ${id} is corrupt (${loaded.reason}); kept as ${loaded.savedAs}`);
    return { ...createConversation(storage), warning: unreadable };
  }
  if (loaded.kind === 'failed') return { ...createConversation(storage), warning: unreadable };
  if (loaded.kind === 'absent') return createConversation(storage, id);
  const opened = connect(storage, id, true);
  opened.conversation.load(loaded.entries);
  opened.conversation.closeInterrupted();
  return opened;
}

export function createConversation(storage: ConversationStorage, id = Conversation.newId()): OpenConversation {
  return connect(storage, id, false);
}

const unreadable = 'The last chat could not be read, so this is a new one. Its file was kept: the log says where.';

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

function connect(storage: ConversationStorage, id: string, exists: boolean): OpenConversation {
  const { files, clock, log, onDidFail } = storage;
  const writer = new ConversationWriter({ store: files, id, exists, log, onDidFail });
  const conversation = new Conversation(id, clock, (entry) => writer.append(entry));
  return { conversation, writer, warning: null };
}
