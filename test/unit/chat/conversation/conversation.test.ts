import { describe, expect, test } from 'vitest';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import { messageOf } from '../../../../src/extension/chat/conversation/conversationNode.ts';
import type { ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import type { Usage } from '../../../../src/extension/model/chatModel.ts';
import { TOUR_ID } from '../../../../src/extension/model/tour/tourId.ts';
import { createManualClock } from '../../../support/manualClock.ts';

function start(entries: readonly ConversationEntry[] = []): {
  conversation: Conversation;
  written: ConversationEntry[];
} {
  const written: ConversationEntry[] = [];
  const conversation = new Conversation('c', {
    clock: createManualClock(),
    onDidAppend: (entry) => written.push(entry),
  });
  conversation.load(entries);
  return { conversation, written };
}

/** Two dollars per token of output. */
const loadPricing = () => Promise.resolve({ priceOf: ({ output }: Usage) => 2 * output, contextWindow: undefined });
const source = { type: 'citation', url: 'https://example.com', title: 'A page' } as const;
const text = (value: string) => [{ type: 'text' as const, text: value }];

describe('Conversation', () => {
  test('grows along its active leaf', () => {
    const { conversation } = start();
    const prompt = conversation.addPrompt(text('hello'));
    const answer = conversation.openAnswer({ modelId: 'tour/tour', promptId: 'p' });
    expect(answer.parent).toBe(prompt.id);
    expect(conversation.path().map((node) => node.id)).toEqual([prompt.id, answer.id]);
  });

  test('keeps a retried answer as a sibling', () => {
    const { conversation } = start();
    const prompt = conversation.addPrompt(text('hello'));
    const first = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
    conversation.switchTo(prompt.id);
    const second = conversation.openAnswer({ modelId: 'm', promptId: 'q' });
    expect(second.parent).toBe(prompt.id);
    expect(conversation.node(first.id)).toBeDefined();
    expect(conversation.path().map((node) => node.id)).toEqual([prompt.id, second.id]);
  });

  test('can be rebuilt from its written entries', () => {
    const { conversation, written } = start();
    conversation.addPrompt(text('hello'));
    const answer = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
    conversation.addProgress(answer.id, { text: 'Hel' });
    conversation.restartAnswer(answer.id);
    conversation.addProgress(answer.id, { text: 'Hi', thinking: 'hm', citations: [source] });
    const again = start(written).conversation;
    expect(again.path()).toEqual(conversation.path());
  });

  test('closes an answer that a crash left open, and keeps the streamed parts', async () => {
    const { conversation, written } = start();
    conversation.addPrompt(text('hello'));
    const answer = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
    conversation.addProgress(answer.id, { thinking: 'hm', text: 'Half an', citations: [source] });
    conversation.addProgress(answer.id, { text: ' ans' });
    const again = start(written).conversation;
    expect(await again.closeInterrupted(loadPricing)).toBe(1);
    const node = again.node(answer.id);
    // 15 characters are about four tokens.
    const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 4, estimated: true };
    expect(node).toMatchObject({ close: { outcome: 'interrupted', usage, cost: 8, context: null } });
    expect(node?.kind === 'answer' && messageOf(node).parts).toEqual([
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'Half an ans' },
      source,
    ]);
    expect(await again.closeInterrupted(loadPricing)).toBe(0);
  });

  test('counts no tokens for an answer of the tour that a crash left open', async () => {
    const { conversation, written } = start();
    conversation.addPrompt(text('hello'));
    const answer = conversation.openAnswer({ modelId: TOUR_ID, promptId: 'p' });
    conversation.addProgress(answer.id, { text: 'Half an answer' });
    const again = start(written).conversation;
    expect(await again.closeInterrupted(loadPricing)).toBe(1);
    expect(again.node(answer.id)).toMatchObject({ close: { outcome: 'interrupted', usage: null } });
  });

  test('adds an interrupted answer to the last prompt if a crash left the prompt without an answer', async () => {
    const { conversation, written } = start();
    conversation.addPrompt(text('hello'));
    const answer = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
    const reply = { role: 'assistant' as const, parts: text('Hi.') };
    conversation.closeAnswer(answer.id, { outcome: 'stopped', stopReason: 'done', message: reply, usage: null });
    const prompt = conversation.addPrompt(text('go on'));
    const again = start(written).conversation;
    expect(await again.closeInterrupted(loadPricing)).toBe(1);
    expect(again.path().at(-1)).toMatchObject({
      kind: 'answer',
      parent: prompt.id,
      modelId: 'm',
      promptId: prompt.id,
      close: { outcome: 'interrupted', message: { parts: [] }, usage: null },
    });
    expect(await again.closeInterrupted(loadPricing)).toBe(0);
  });
});
