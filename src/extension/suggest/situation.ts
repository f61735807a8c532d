import type { ApprovalMode, ChatState } from '../../shared/chatState.ts';
import { callsOf } from '../../shared/transcriptItem.ts';
import type { Chat } from '../chat/createChat.ts';
import type { FinishedPrompt } from '../chat/answerRunner.ts';
import type { Message } from '../model/message.ts';
import { countModelMessages, type OpenQuestion, type SuggestionContext } from './guards.ts';
import type { DialogKind } from './openDialogs.ts';
import type { PanelVisibility } from './panelVisibility.ts';
import type { MutedChats } from './mutedChats.ts';

export interface Surroundings {
  readonly panel: Pick<PanelVisibility, 'isOpen' | 'wasSeen'>;
  readonly mutedChats: Pick<MutedChats, 'has'>;
  readonly openDialogs: () => readonly DialogKind[];
  readonly queuedMessages: () => number;
}

/** Collects the current facts for the guards. */
export interface Situation {
  /** Assumes that the fast model is usable and no limit is reached, because both are checked later. */
  after(finished: FinishedPrompt, curatedHistory: readonly Message[]): SuggestionContext;
  isWantedIn(conversationId: string): boolean;
}

export function createSituation(
  { store, service }: Pick<Chat, 'store' | 'service'>,
  settings: () => { readonly enableFollowupSuggestions: boolean; readonly approvalMode: ApprovalMode },
  { panel, mutedChats, openDialogs, queuedMessages }: Surroundings,
): Situation {
  return {
    after({ continued }, curatedHistory) {
      const { enableFollowupSuggestions, approvalMode } = settings();
      const { items, status, draft, editing, attachments, speculation, keptPreviews } = store.state;
      const last = items.at(-1);
      return {
        enabled: enableFollowupSuggestions,
        offInChat: mutedChats.has(service.session.id),
        interactive: panel.isOpen,
        panelSeen: panel.wasSeen,
        status,
        compressing: last?.kind === 'summary' && last.state === 'running',
        answer: last?.kind === 'answer' ? last : null,
        continued: continued ?? false,
        openQuestions: [...openQuestionsIn(store.state), ...openDialogs()],
        queuedMessages: queuedMessages(),
        approvalMode,
        modelMessages: countModelMessages(curatedHistory),
        conflictOpen: [speculation, ...keptPreviews].some((view) => view?.phase === 'conflict'),
        composerEmpty: draft === '' && editing === null && attachments.length === 0,
        fastModelUsable: true,
        allowance: 'within',
        backedOff: false,
      };
    },
    isWantedIn: (conversationId) => settings().enableFollowupSuggestions && !mutedChats.has(conversationId),
  };
}

function openQuestionsIn({ items }: ChatState): OpenQuestion[] {
  const last = items.at(-1);
  const blocks = last?.kind === 'answer' ? last.blocks : [];
  return callsOf(blocks).flatMap(({ status }): OpenQuestion[] => {
    if (status === 'awaiting-approval') return ['confirmation'];
    return status === 'awaiting-answer' ? ['question'] : [];
  });
}
