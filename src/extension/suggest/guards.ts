import type { ApprovalMode, SessionStatus } from '../../shared/chatState.ts';
import type { AnswerItem } from '../../shared/transcriptItem.ts';
import type { Message } from '../model/message.ts';
import type { Allowance } from './allowance.ts';

export type OpenQuestion = 'confirmation' | 'question' | 'permission-dialog' | 'settings-input';

/** Checked when a prompt has finished: before a suggestion is requested, and before it is shown. */
export interface SuggestionContext {
  readonly enabled: boolean;
  readonly offInChat: boolean;
  /** There is a panel that can show the suggestion. */
  readonly interactive: boolean;
  /** The panel was on screen at some time since the answer began to appear. */
  readonly panelSeen: boolean;
  /** If not idle, the session has begun something else since the prompt finished. */
  readonly status: SessionStatus;
  readonly compressing: boolean;
  /** The last item of the transcript, if it is an answer. */
  readonly answer: Pick<AnswerItem, 'status' | 'error' | 'blocks'> | null;
  /** The user continued a paused answer, without a new prompt. */
  readonly continued: boolean;
  readonly openQuestions: readonly OpenQuestion[];
  /** Prepared edits could not be merged, and the user has not resolved that yet. */
  readonly conflictOpen: boolean;
  readonly queuedMessages: number;
  readonly approvalMode: ApprovalMode;
  readonly modelMessages: number;
  /** The composer has no text and no image, and the user is not editing anything sent or queued. */
  readonly composerEmpty: boolean;
  /** Also true if `premove.fastModel` is unset, because the chat's model is then used. */
  readonly fastModelUsable: boolean;
  readonly allowance: Allowance;
  /** So many suggestions in a row were ignored that this answer gets none. */
  readonly backedOff: boolean;
}

export type SuppressionReason =
  | 'setting_off'
  | 'off_in_chat'
  | 'not_interactive'
  | 'not_visible'
  | 'compressing'
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
  | 'loop_open'
  | 'permission_dialog_open'
  | 'settings_input_open'
  | 'conflict_open'
  | 'messages_queued'
  | 'plan_mode'
  | 'early_conversation'
  | 'composer_not_empty'
  | 'fast_model_unavailable'
  | 'budget_spent'
  | 'price_unknown'
  | 'backed_off';

/** Below this number, there is too little context for a prediction. */
export const MIN_MODEL_MESSAGES = 2;

/** Null if a suggestion may be requested or shown now. */
export function getSuppressionReason(context: SuggestionContext): SuppressionReason | null {
  if (!context.enabled) return 'setting_off';
  if (context.offInChat) return 'off_in_chat';
  if (!context.interactive) return 'not_interactive';
  if (!context.panelSeen) return 'not_visible';
  if (context.compressing) return 'compressing';
  if (context.status !== 'idle') return 'not_responding_to_idle';
  const unfinished = whyUnfinished(context.answer);
  if (unfinished) return unfinished;
  if (context.continued) return 'continuation';
  const [question] = context.openQuestions;
  if (question) return OPEN_QUESTIONS[question];
  if (context.conflictOpen) return 'conflict_open';
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

/** A prompt with several turns counts several times, so a suggestion can follow a first prompt that needed tools. */
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
    case 'only-thinking':
    case 'context-full':
    case 'turn-limit':
      return 'cut_off';
    case 'loop':
      return 'loop_open';
    case 'failed':
      return 'error';
  }
}

/** A suggestion is predicted from the answer's last lines, so they must be text that is not blank. */
function endsInWords({ blocks }: Pick<AnswerItem, 'blocks'>): boolean {
  const last = blocks.findLast(({ kind }) => kind !== 'thinking');
  return last?.kind === 'text' && last.text.trim() !== '';
}
