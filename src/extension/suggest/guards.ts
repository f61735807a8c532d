import type { AnswerItem, ApprovalMode, SessionStatus } from '../../shared/chatState.ts';
import type { Message } from '../model/message.ts';

/** What is looked at when the session's status changes, before a suggestion is asked for. */
export interface SuggestionContext {
  /** The setting `premove.enableFollowupSuggestions`. */
  readonly enabled: boolean;
  /** The panel is there, and on screen. */
  readonly panelVisible: boolean;
  readonly statusBefore: SessionStatus;
  readonly status: SessionStatus;
  /** The last item of the transcript, if it is an answer. */
  readonly answer: Pick<AnswerItem, 'status' | 'error'> | null;
  readonly confirmationOpen: boolean;
  readonly approvalMode: ApprovalMode;
  /** See `countModelMessages`. */
  readonly modelMessages: number;
  readonly composerText: string;
  /** A model is selected. */
  readonly hasModel: boolean;
}

export type SuppressionReason =
  | 'setting_off'
  | 'not_visible'
  | 'no_model'
  | 'not_responding_to_idle'
  | 'no_answer'
  | 'cancelled'
  | 'refused'
  | 'cut_off'
  | 'error'
  | 'confirmation_open'
  | 'plan_mode'
  | 'early_conversation'
  | 'composer_not_empty';

/** Messages of the model without which there is too little to predict from (seed 000, early conversation). */
export const MIN_MODEL_MESSAGES = 2;

/** Why no suggestion is asked for now; null where one is. Seed 000, guard conditions. */
export function getSuppressionReason(context: SuggestionContext): SuppressionReason | null {
  if (!context.enabled) return 'setting_off';
  if (!context.panelVisible) return 'not_visible';
  if (!context.hasModel) return 'no_model';
  if (context.statusBefore !== 'responding' || context.status !== 'idle') return 'not_responding_to_idle';
  const unfinished = whyUnfinished(context.answer);
  if (unfinished) return unfinished;
  if (context.confirmationOpen) return 'confirmation_open';
  if (context.approvalMode === 'plan') return 'plan_mode';
  if (context.modelMessages < MIN_MODEL_MESSAGES) return 'early_conversation';
  if (context.composerText !== '') return 'composer_not_empty';
  return null;
}

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
      return null;
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
