import type { ChatState } from '../../shared/chatState.ts';
import { toTyped } from '../../shared/slashCommand.ts';

/** The inputs for Up and Down: the shown chat's prompts, after the workspace's inputs. */
export interface EarlierInputs {
  /** Oldest first. Until `refresh`, only the shown chat's prompts, because the host's list may be out of date. */
  before(chat: ChatState | null): readonly string[];
  /** Whether the host has been asked since the chat or its last prompt changed. */
  isFresh(chat: ChatState | null): boolean;
  /** Never rejects. */
  refresh(chat: ChatState | null): Promise<void>;
}

export function createEarlierInputs(
  ask: () => Promise<readonly string[]>,
  onError: (error: unknown) => void,
): EarlierInputs {
  let workspaceInputs: readonly string[] = [];
  let askedFor: string | undefined;

  const isFresh = (chat: ChatState | null): boolean => askedFor === stateKey(chat);

  return {
    before(chat) {
      const chatPrompts = promptsOf(chat).map(({ text }) => toTyped(text));
      return isFresh(chat)
        ? [...workspaceInputs.filter((text) => !chatPrompts.includes(text)), ...chatPrompts]
        : chatPrompts;
    },
    isFresh,
    async refresh(chat) {
      askedFor = stateKey(chat);
      workspaceInputs = [];
      try {
        workspaceInputs = await ask();
      } catch (error) {
        onError(error);
      }
    },
  };
}

function promptsOf(chat: ChatState | null) {
  return (chat?.items ?? []).filter((item) => item.kind === 'user');
}

function stateKey(chat: ChatState | null): string {
  return `${chat?.conversationId} ${promptsOf(chat).at(-1)?.id}`;
}
