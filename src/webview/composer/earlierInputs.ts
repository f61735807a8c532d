import type { ChatState } from '../../shared/chatState.ts';

/** What Up and Down walk: the workspace's inputs, as the host knows them, and nearest the prompts of the shown path. */
export interface EarlierInputs {
  /** Oldest first; of the workspace's none before `refresh`, as what the host said earlier may lack the latest. */
  before(chat: ChatState | null): readonly string[];
  /** Whether the host has been asked since another chat was shown, or another prompt. */
  isFresh(chat: ChatState | null): boolean;
  /** Asks the host; never rejects. */
  refresh(chat: ChatState | null): Promise<void>;
}

export function createEarlierInputs(
  ask: () => Promise<readonly string[]>,
  onError: (error: unknown) => void,
): EarlierInputs {
  let elsewhere: readonly string[] = [];
  let askedFor: string | undefined;

  const isFresh = (chat: ChatState | null): boolean => askedFor === placeOf(chat);

  return {
    before(chat) {
      const here = promptsOf(chat).map(({ text }) => text);
      return isFresh(chat) ? [...elsewhere.filter((text) => !here.includes(text)), ...here] : here;
    },
    isFresh,
    async refresh(chat) {
      askedFor = placeOf(chat);
      elsewhere = [];
      try {
        elsewhere = await ask();
      } catch (error) {
        onError(error);
      }
    },
  };
}

function promptsOf(chat: ChatState | null) {
  return (chat?.items ?? []).filter((item) => item.kind === 'user');
}

function placeOf(chat: ChatState | null): string {
  return `${chat?.conversationId} ${promptsOf(chat).at(-1)?.id}`;
}
