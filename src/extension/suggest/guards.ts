import type { AnswerItem, ApprovalMode, SessionStatus } from '../../shared/chatState.ts';
import type { Message } from '../model/message.ts';
import type { Allowance } from './allowance.ts';

/** Something that waits for the user and has their attention. */
export type OpenQuestion = 'confirmation' | 'question' | 'permission-dialog' | 'settings-input';

/** What is looked at when a prompt has finished, before a suggestion is asked for and before one is shown. */
export interface SuggestionContext {
  /** The setting `premove.enableFollowupSuggestions`. */
  readonly enabled: boolean;
  /** The user has turned them off in this chat. */
  readonly offInChat: boolean;
  /** There is a panel to show it in. */
  readonly interactive: boolean;
  /** The panel, and its window, have been on screen since the answer began to appear. */
  readonly panelSeen: boolean;
  /** It was responding until the prompt finished; other than idle, it has gone on to something else since. */
  readonly status: SessionStatus;
  /** The last item of the transcript, if it is an answer. */
  readonly answer: Pick<AnswerItem, 'status' | 'error' | 'blocks'> | null;
  /** The answer went on where it had stopped. */
  readonly continued: boolean;
  readonly openQuestions: readonly OpenQuestion[];
  /** Prompts of the user's that wait for their turn. */
  readonly queuedMessages: number;
  readonly approvalMode: ApprovalMode;
  /** See `countModelMessages`. */
  readonly modelMessages: number;
  /** No text, no picture, and no earlier prompt that is being worded anew, however empty its text is by now. */
  readonly composerEmpty: boolean;
  /** True also where `premove.fastModel` is unset, so that the chat's model serves. */
  readonly fastModelUsable: boolean;
  readonly allowance: Allowance;
  /** So many suggestions went unused that this answer gets none. */
  readonly backedOff: boolean;
}

export type SuppressionReason =
  | 'setting_off'
  | 'off_in_chat'
  | 'not_interactive'
  | 'not_visible'
  | 'not_responding_to_idle'
  | 'no_answer'
  | 'empty_answer'
  | 'cancelled'
  | 'refused'
  | 'cut_off'
  | 'error'
  | 'continuation'
  | 'confirmation_open'
  | 'question_open'
  | 'permission_dialog_open'
  | 'settings_input_open'
  | 'messages_queued'
  | 'plan_mode'
  | 'early_conversation'
  | 'composer_not_empty'
  | 'fast_model_unavailable'
  | 'budget_spent'
  | 'price_unknown'
  | 'backed_off';

/** Messages of the model without which there is too little to predict from (seed 000, early conversation). */
export const MIN_MODEL_MESSAGES = 2;

/** Why no suggestion is asked for now; null where one is. Seed 000, guard conditions. */
export function getSuppressionReason(context: SuggestionContext): SuppressionReason | null {
  if (!context.enabled) return 'setting_off';
  if (context.offInChat) return 'off_in_chat';
  if (!context.interactive) return 'not_interactive';
  if (!context.panelSeen) return 'not_visible';
  if (context.status !== 'idle') return 'not_responding_to_idle';
  const unfinished = whyUnfinished(context.answer);
  if (unfinished) return unfinished;
  if (context.continued) return 'continuation';
  const [question] = context.openQuestions;
  if (question) return OPEN_QUESTIONS[question];
  if (context.queuedMessages > 0) return 'messages_queued';
  if (context.approvalMode === 'plan') return 'plan_mode';
  if (context.modelMessages < MIN_MODEL_MESSAGES) return 'early_conversation';
  if (!context.composerEmpty) return 'composer_not_empty';
  if (!context.fastModelUsable) return 'fast_model_unavailable';
  if (context.allowance !== 'within') return context.allowance === 'spent' ? 'budget_spent' : 'price_unknown';
  return context.backedOff ? 'backed_off' : null;
}

const OPEN_QUESTIONS: Readonly<Record<OpenQuestion, SuppressionReason>> = {
  confirmation: 'confirmation_open',
  question: 'question_open',
  'permission-dialog': 'permission_dialog_open',
  'settings-input': 'settings_input_open',
};

/**
 * Tool rounds count: after a first prompt that was carried out with tools there is something to follow up,
 * after a first plain answer there is not.
 */
export function countModelMessages(history: readonly Message[]): number {
  return history.filter((message) => message.role === 'assistant').length;
}

function whyUnfinished(answer: SuggestionContext['answer']): SuppressionReason | null {
  if (!answer) return 'no_answer';
  if (answer.error) return 'error';
  switch (answer.status) {
    case 'done':
      return endsInWords(answer) ? null : 'empty_answer';
    case 'streaming':
      return 'not_responding_to_idle';
    case 'stopped':
    case 'interrupted':
      return 'cancelled';
    case 'refused':
      return 'refused';
    case 'cut-off':
    case 'turn-limit':
      return 'cut_off';
    case 'failed':
      return 'error';
  }
}

/** Whether the last message has text. Suggestions are predicted from its last lines. */
function endsInWords({ blocks }: Pick<AnswerItem, 'blocks'>): boolean {
  const last = blocks.findLast(({ kind }) => kind !== 'thinking');
  return last?.kind === 'text' && last.text.trim() !== '';
}
