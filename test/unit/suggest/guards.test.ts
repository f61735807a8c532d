import { describe, expect, test } from 'vitest';
import type { AnswerItem } from '../../../src/shared/transcriptItem.ts';
import { toolItem } from '../../support/chatItems.ts';
import {
  countModelMessages,
  getSuppressionReason,
  type SuggestionContext,
  type SuppressionReason,
} from '../../../src/extension/suggest/guards.ts';
import { type Message, userMessage } from '../../../src/extension/model/message.ts';

function ended(status: AnswerItem['status'], ...blocks: AnswerItem['blocks']): SuggestionContext['answer'] & object {
  return { status, error: null, blocks: blocks.length > 0 ? blocks : [{ kind: 'text', text: 'There it is.' }] };
}

const ready: SuggestionContext = {
  enabled: true,
  offInChat: false,
  interactive: true,
  panelSeen: true,
  status: 'idle',
  compressing: false,
  answer: ended('done'),
  continued: false,
  openQuestions: [],
  queuedMessages: 0,
  approvalMode: 'default',
  modelMessages: 2,
  conflictOpen: false,
  composerEmpty: true,
  fastModelUsable: true,
  allowance: 'within',
  backedOff: false,
};

const THOUGHT = { kind: 'thinking', text: 'Hm.', duration: 1 } as const;
const words = { kind: 'text', text: 'There it is.' } as const;
const error = { message: 'The server is busy.', action: null };

function check(situation: string, change: Partial<SuggestionContext>, reason: SuppressionReason | null): void {
  test(`getSuppressionReason returns ${reason ?? 'null'} if ${situation}`, () =>
    expect(getSuppressionReason({ ...ready, ...change })).toBe(reason));
}

describe('getSuppressionReason after an answer', () => {
  check('nothing prevents a suggestion', {}, null);
  check('edits are allowed without asking', { approvalMode: 'auto-edit' }, null);
  check('everything is allowed without asking', { approvalMode: 'yolo' }, null);
  check('the setting is off', { enabled: false }, 'setting_off');
  check('suggestions are off in this chat', { offInChat: true }, 'off_in_chat');
  check('there is no panel', { interactive: false }, 'not_interactive');
  check('the panel has not been on screen since the answer began', { panelSeen: false }, 'not_visible');
  check('earlier messages are being compressed', { compressing: true, status: 'responding' }, 'compressing');
  check('the chat is responding', { status: 'responding' }, 'not_responding_to_idle');
  check('the chat waits for the user', { status: 'waiting-for-confirmation' }, 'not_responding_to_idle');
  check('there is no answer', { answer: null }, 'no_answer');
  check('the answer is being written', { answer: ended('streaming') }, 'not_responding_to_idle');
  check('the user stopped the answer', { answer: ended('stopped') }, 'cancelled');
  check('the window closed during the answer', { answer: ended('interrupted') }, 'cancelled');
  check('the model refused', { answer: ended('refused') }, 'refused');
  check('the answer was cut off', { answer: ended('cut-off') }, 'cut_off');
  check('the card about a loop is open', { answer: ended('loop') }, 'loop_open');
  check('the answer failed', { answer: { ...ended('failed'), error } }, 'error');
  const blank = { kind: 'text', text: ' \n' } as const;
  check('the answer is empty', { answer: { ...ended('done'), blocks: [] } }, 'empty_answer');
  check('the answer is white space', { answer: ended('done', blank) }, 'empty_answer');
  check('the answer is only thinking', { answer: ended('done', THOUGHT) }, 'empty_answer');
  check('the answer ends with a call and no text', { answer: ended('done', toolItem()) }, 'empty_answer');
  check('the answer ends with text and a thought', { answer: ended('done', words, THOUGHT) }, null);
  check('the answer has an error', { answer: { ...ended('done'), error } }, 'error');
  check('the answer continued a stopped one', { continued: true }, 'continuation');
  check('a confirmation is open', { openQuestions: ['confirmation'] }, 'confirmation_open');
  check('the model asks a question', { openQuestions: ['question'] }, 'question_open');
  check('a permission dialog is open', { openQuestions: ['permission-dialog'] }, 'permission_dialog_open');
  check('a setting is being entered', { openQuestions: ['settings-input'] }, 'settings_input_open');
  check('a prompt is queued', { queuedMessages: 1 }, 'messages_queued');
  check('the mode is plan', { approvalMode: 'plan' }, 'plan_mode');
  check('there was only one plain answer', { modelMessages: 1 }, 'early_conversation');
  check('there is no model message', { modelMessages: 0 }, 'early_conversation');
  check('a conflict is open', { conflictOpen: true }, 'conflict_open');
  check('the composer is not empty', { composerEmpty: false }, 'composer_not_empty');
  check('today’s allowance is spent', { allowance: 'spent' }, 'budget_spent');
  check('the fast model cannot be used', { fastModelUsable: false }, 'fast_model_unavailable');
  check('there is an allowance, and the price is unknown', { allowance: 'unknown-price' }, 'price_unknown');
  check('recent suggestions were unused', { backedOff: true }, 'backed_off');
  check('suggestions are off in the settings and in this chat', { enabled: false, offInChat: true }, 'setting_off');
});

describe('countModelMessages', () => {
  const call: Message = { role: 'assistant', parts: [{ type: 'tool-call', id: 'a', name: 'grep', input: {} }] };
  const result: Message = {
    role: 'user',
    parts: [{ type: 'tool-result', callId: 'a', name: 'grep', content: [], isError: false }],
  };
  const answer: Message = { role: 'assistant', parts: [{ type: 'text', text: 'There it is.' }] };

  test('counts each tool turn, so one prompt with tool calls is enough', () => {
    expect(countModelMessages([userMessage('find it'), call, result, answer])).toBe(2);
  });

  test('returns one after a first answer without tool calls', () => {
    expect(countModelMessages([userMessage('hi'), answer])).toBe(1);
  });
});
