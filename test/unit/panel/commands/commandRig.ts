import type { Note } from '../../../../src/shared/note.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import type {
  CommandOutcome,
  CommandPorts,
  SlashCommand,
} from '../../../../src/extension/panel/commands/slashCommand.ts';

/** Runs commands over fakes. The log lists their effects. */
export function createCommandRig(state: Partial<ChatState> = {}, more: Partial<CommandPorts> = {}) {
  const log: string[] = [];
  const notes: Omit<Note, 'id'>[] = [];
  const ports: CommandPorts = {
    store: { state: { ...createInitialChatState('chat'), ...state } },
    backgroundOfWindow: () => ({}),
    conversation: () => {
      throw new Error('This command needs no conversation.');
    },
    actions: {
      newChat: async () => void log.push('new chat'),
      changeFiles: async (chat, item, action) => void log.push(`${action} ${item} in ${chat}`),
    },
    changes: { reviewOfChat: async (chat) => ({ kind: 'done', opens: async () => void log.push(`review ${chat}`) }) },
    compression: {
      async begin(_, focus) {
        log.push(`compress: ${focus}`);
        return focus === 'never' ? { kind: 'refused', message: 'Nothing to compress.' } : { kind: 'done' };
      },
    },
    checkpoints: { handle: async ({ itemId, action }) => void log.push(`${action} ${itemId}`) },
    dialogs: {
      selectModel: async (search) => void log.push(`select ${search?.isFast ? 'fast ' : ''}model: ${search?.query}`),
      chooseCheckpoint: async (choices) => choices[0]?.id,
      chooseRules: async () => undefined,
      showChats: async () => void log.push('chats'),
      exportChat: async (chat, item) => void log.push(`export ${chat} up to ${item}`),
    },
    external: { servers: () => [], startProblem: undefined },
    models: { selected: async (id) => ({ kind: id.startsWith('acme/') ? 'model' : 'bad-id' }) },
    writer: {
      write: async (key, value) => void log.push(`${key}: ${value}`),
      switch: async (key, enabled) => void log.push(`${key}: ${enabled}`),
    },
    workspace: createMemoryWorkspace({ 'AGENTS.md': 'Old.' }),
    isTrusted: () => true,
    instructions: {
      memory: {
        read: async () => [],
        files: async () => [],
        async add(scope, fact) {
          log.push(`add for ${scope}: ${fact}`);
          if (fact === '') return { kind: 'refused', problem: 'Type the fact to remember.' };
          return {
            kind: 'added',
            file: scope === 'user' ? '~/.premove/memory.md' : '.premove/memory.md',
            unsaved: false,
          };
        },
      },
      refresh: () => void log.push('refresh'),
    },
    projectRules: {
      offer: async () => ({ offers: [], leftOut: [] }),
      save: async (rules) => void log.push(`save ${rules.join(', ')}`),
    },
    commands: () => [],
    showNote: (note) => void notes.push(note),
    closeNote: (title) => void log.push(`close ${title}`),
    refreshNote: (note) => void notes.push(note),
    ...more,
  };
  /** Runs a command and what it opens. */
  const run = async (command: SlashCommand, argument = ''): Promise<CommandOutcome> => {
    const outcome = await command.run(ports, { conversationId: 'chat', argument });
    if (outcome.kind === 'done') await outcome.opens?.();
    return outcome;
  };
  return { run, log, notes };
}
