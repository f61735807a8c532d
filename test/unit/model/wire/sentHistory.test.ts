import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { AnswerClose } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import { toContinuedHistory } from '../../../../src/extension/chat/conversation/curatedHistory.ts';
import { abortAnswer, endAnswer, failAnswer, type Answer } from '../../../../src/extension/model/answer.ts';
import type { ModelEnd, ModelError, StopReason } from '../../../../src/extension/model/chatModel.ts';
import { callIdsIn } from '../../../../src/extension/model/toolCalls.ts';
import { textOf, toolCallsOf, userMessage, type Message } from '../../../../src/extension/model/message.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { PROVIDER_RULES, type ProviderRules } from '../providerRules.ts';
import { createRequest } from './requests.ts';
import { ANSWER_WRITERS, written } from './writtenAnswers.ts';

const LOST: ModelError = { kind: 'network', message: 'gone', retryable: true };
const REASONS: readonly StopReason[] = ['done', 'tools', 'length', 'context-full', 'refused', 'unknown'];

const turn = fc.record({
  writer: fc.constantFrom(...ANSWER_WRITERS),
  parts: fc.array(written, { maxLength: 5 }),
  /** The fraction of the events that arrive before the answer ends. */
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  ending: fc.constantFrom<StopReason | 'aborted' | 'failed'>(...REASONS, 'aborted', 'aborted', 'failed', 'failed'),
  /** The number of calls that have a result before the next prompt. */
  results: fc.nat(3),
  /** If the answer has text and no calls: whether the model is asked to continue it, as after a loop. */
  goesOn: fc.boolean(),
});

/** Runs a chat with these answers. Returns the history that was sent before each answer, and the final history. */
function converse(turns: readonly (typeof turn extends fc.Arbitrary<infer T> ? T : never)[]) {
  const conversation = new Conversation('c', { clock: createManualClock(), onDidAppend: () => {} });
  const histories: { readonly messages: Message[]; readonly answer: Message; readonly endedNormally: boolean }[] = [];
  // Compatible servers restart the numbering of ids in each answer.
  const nextId = () => 'call_0';
  conversation.addPrompt([{ type: 'text', text: 'prompt' }]);
  for (const [index, { writer, parts, share, ending, results, goesOn }] of turns.entries()) {
    const messages = toContinuedHistory(conversation.path());
    const events = writer.eventsOf(parts, nextId);
    const arrived = events.slice(0, Math.round(share * events.length));
    const end = endOf(writer.fold(arrived, callIdsIn(messages)), ending);
    const node = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
    conversation.closeAnswer(node.id, toClose(end));
    histories.push({ messages, answer: end.message, endedNormally: !('error' in end) && end.stopReason !== 'aborted' });
    const calls = toolCallsOf(end.message);
    for (const { id: callId, name } of calls.slice(0, results)) {
      const result = {
        type: 'tool-result',
        callId,
        name,
        content: [{ type: 'text', text: '' }],
        isError: false,
      } as const;
      const view = { status: 'success', detail: '', summary: '', added: 0, removed: 0, files: [], diff: '' } as const;
      conversation.addResult(node.id, { result, view });
    }
    const hasText = textOf(end.message).trim() !== '';
    const continues = !('error' in end) && (calls.length > 0 ? results >= calls.length : goesOn && hasText);
    if (!continues) conversation.addPrompt([{ type: 'text', text: `prompt ${index}` }]);
  }
  histories.push({ messages: toContinuedHistory(conversation.path()), answer: userMessage(''), endedNormally: false });
  return histories;
}

function endOf(answer: Answer, ending: StopReason | 'failed'): ModelEnd {
  if (ending === 'failed') return failAnswer(answer, LOST);
  if (ending === 'aborted') return abortAnswer(answer);
  return endAnswer({ ...answer, stopReason: ending }).at(-1) as ModelEnd;
}

function toClose(end: ModelEnd): AnswerClose {
  const { message, usage } = end;
  return 'error' in end
    ? { outcome: 'failed', error: end.error, message, usage }
    : { outcome: 'stopped', stopReason: end.stopReason, message, usage };
}

const build = (rules: ProviderRules, messages: Message[]) => rules.build(createRequest({ messages }));
const withoutEnd = (messages: readonly unknown[]) => JSON.stringify(messages).replace(/[\]}"]*$/, '');

describe.each(PROVIDER_RULES)('a request to $name', (rules) => {
  it('follows the provider’s rules after complete and incomplete answers, from the same or another provider', () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 4 }), (turns) => {
        for (const { messages, answer, endedNormally } of converse(turns)) {
          expect(rules.problemsIn(build(rules, messages))).toEqual([]);
          // A fork follows the answer. If the answer has calls, their results come first.
          const canFork = endedNormally && toolCallsOf(answer).length === 0;
          if (canFork) expect(rules.problemsIn(build(rules, [...messages, answer, userMessage('next?')]))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('begins with the bytes of every earlier request whose answer ended normally', () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 2, maxLength: 4 }), (turns) => {
        const requests = converse(turns).map((history) => ({ ...history, sent: build(rules, history.messages) }));
        for (const [index, { sent, endedNormally }] of requests.entries()) {
          if (!endedNormally) continue;
          for (const later of requests.slice(index + 1)) {
            expect(JSON.stringify(later.sent).startsWith(withoutEnd(sent))).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
