import { describe, expect, test } from 'vitest';
import { answerSiblings, laterPrompts, promptSiblings } from '../../../../src/extension/chat/conversation/branches.ts';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { AnswerNode } from '../../../../src/extension/chat/conversation/conversationNode.ts';
import type { ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import { toTranscript } from '../../../../src/extension/chat/view/transcript.ts';
import type { Part } from '../../../../src/extension/model/message.ts';
import { createManualClock } from '../../../support/manualClock.ts';

function start() {
  const written: ConversationEntry[] = [];
  const conversation = new Conversation('c', {
    clock: createManualClock(),
    onDidAppend: (entry) => written.push(entry),
  });
  const ask = (text: string, parent = conversation.leaf): string =>
    conversation.addPrompt([{ type: 'text', text }], { parent }).id;
  const answer = (text: string, end: 'done' | 'tools' | 'failed' = 'done'): AnswerNode => {
    const { id } = conversation.openAnswer({ modelId: 'm', promptId: 'p' });
    const call: Part = { type: 'tool-call', id: `call-${id}`, name: 'read_file', input: {} };
    const words: Part[] = text ? [{ type: 'text', text }] : [];
    const message = { role: 'assistant' as const, parts: end === 'tools' ? [...words, call] : words };
    const error = { kind: 'server', message: '', retryable: true } as const;
    const how = end === 'failed' ? ({ outcome: 'failed', error } as const) : stopped(end);
    conversation.closeAnswer(id, { ...how, message, usage: null });
    return conversation.node(id) as AnswerNode;
  };
  const reload = (): Conversation => {
    const again = new Conversation('c', { clock: createManualClock(), onDidAppend: () => {} });
    again.load(written);
    return again;
  };
  const shown = (from = conversation) =>
    toTranscript(from.path(), from).map((item) => [
      item.kind !== 'answer'
        ? item.text
        : item.blocks.map((block) => (block.kind === 'text' ? block.text : '*')).join(),
      item.branch && `${item.branch.index}/${item.branch.count}`,
    ]);
  return { conversation, written, ask, answer, reload, shown };
}

const stopped = (stopReason: 'done' | 'tools') => ({ outcome: 'stopped', stopReason }) as const;

describe('siblings', () => {
  test('of a prompt are the prompts with the same parent', () => {
    const { conversation, ask, answer, shown } = start();
    const first = ask('one');
    answer('1');
    const second = ask('uno', null);
    answer('I');
    expect(shown()).toEqual([
      ['uno', '2/2'],
      ['I', null],
    ]);
    const node = conversation.node(second);
    expect(node && promptSiblings(conversation, node)).toEqual([first, second]);
  });

  test('of an answer are the answers to the same prompt', () => {
    const { conversation, ask, answer, shown } = start();
    const prompt = ask('one');
    answer('1');
    conversation.switchTo(prompt);
    answer('I');
    expect(shown()).toEqual([
      ['one', null],
      ['I', '2/2'],
    ]);
  });

  test('of an answer retried from a tool turn are whole answers, even with the same beginning', () => {
    const { conversation, ask, answer, shown } = start();
    const prompt = ask('read');
    const turn = answer('Reading', 'tools');
    const half = answer('Half', 'failed');
    conversation.switchTo(turn.id);
    const whole = answer('Whole');
    expect(shown()).toEqual([
      ['read', null],
      ['Reading,*,Whole', '2/2'],
    ]);
    conversation.switchTo(prompt);
    const other = answer('Other');
    expect(answerSiblings(conversation, other)).toEqual([half.id, whole.id, other.id]);
    expect(shown()[1]).toEqual(['Other', '3/3']);
  });

  test('of an answer include its own tool turn if a prompt followed that turn', () => {
    const { conversation, ask, answer, shown } = start();
    ask('read');
    const turn = answer('Reading', 'tools');
    ask('never mind');
    conversation.switchTo(turn.id);
    const whole = answer('Whole');
    expect(answerSiblings(conversation, whole)).toEqual([turn.id, whole.id]);
    expect(shown()[1]).toEqual(['Reading,*,Whole', '2/2']);
  });

  test('do not include empty failed attempts that were retried', () => {
    const { conversation, ask, answer, shown } = start();
    const prompt = ask('one');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      answer('', 'failed');
      conversation.switchTo(prompt);
    }
    expect(shown()).toEqual([['one', null]]);
    const last = answer('At last');
    expect(shown()[1]).toEqual(['At last', null]);
    conversation.switchTo(prompt);
    const empty = answer('', 'failed');
    expect(answerSiblings(conversation, empty)).toEqual([last.id, empty.id]);
  });
});

describe('prompts after another answer', () => {
  test('are reported with their number and the way to that answer if no prompt follows the shown answer', () => {
    const { conversation, ask, answer } = start();
    const prompt = ask('one');
    const first = answer('1');
    ask('two');
    answer('2');
    ask('three');
    answer('3');
    for (const text of ['I', 'i']) {
      conversation.switchTo(prompt);
      answer(text);
    }
    const last = conversation.path().at(-1) as AnswerNode;
    const siblings = answerSiblings(conversation, last);
    expect(laterPrompts(conversation, siblings, last.id)).toEqual({ step: -2, prompts: 2 });
    expect(laterPrompts(conversation, siblings, first.id)).toBeUndefined();
    ask('zwei');
    expect(laterPrompts(conversation, siblings, last.id)).toBeUndefined();
  });

  test('are counted at the other answer that the user opened last', () => {
    const { conversation, ask, answer } = start();
    const prompt = ask('one');
    answer('1');
    ask('two');
    conversation.switchTo(prompt);
    answer('I');
    ask('zwei');
    answer('II');
    ask('drei');
    conversation.switchTo(prompt);
    const shown = answer('i');
    const siblings = answerSiblings(conversation, shown);
    expect(laterPrompts(conversation, siblings, shown.id)).toEqual({ step: -1, prompts: 2 });
  });

  test('are not reported if no prompt follows another answer', () => {
    const { conversation, ask, answer } = start();
    const prompt = ask('one');
    answer('1');
    conversation.switchTo(prompt);
    const shown = answer('I');
    expect(laterPrompts(conversation, answerSiblings(conversation, shown), shown.id)).toBeUndefined();
  });
});

describe('the active path', () => {
  test('is restored below each node, also after a reload', () => {
    const { conversation, ask, answer, reload } = start();
    const first = ask('one');
    const one = answer('1');
    const followed = ask('two');
    const deep = answer('2');
    const edited = ask('uno', null);
    const other = answer('I');
    expect(conversation.leafUnder(first)).toBe(deep.id);
    conversation.switchTo(deep.id);
    const edit = ask('deux', one.id);
    expect(reload().leafUnder(first)).toBe(edit);
    expect(reload().leafUnder(edited)).toBe(other.id);
    expect(reload().leafUnder(followed)).toBe(deep.id);
  });

  test('does not end before an answer if a crash followed the switch to the prompt', () => {
    const { conversation, ask, answer, reload, shown } = start();
    const prompt = ask('one');
    answer('1');
    const before = shown();
    conversation.switchTo(prompt);
    expect(shown(reload())).toEqual(before);
  });

  test('ends where the user has branched, also after a reload and in a copy', () => {
    const { conversation, ask, answer, reload, shown } = start();
    ask('one');
    const one = answer('1');
    ask('two');
    answer('2');
    conversation.branchFrom(one.id);
    const copy = new Conversation('d', { clock: createManualClock(), onDidAppend: () => {} });
    copy.load(conversation.entries());
    for (const each of [conversation, reload(), copy]) {
      expect(each.leaf).toBe(one.id);
      expect(toTranscript(each.path(), each)[1]?.branch).toEqual({
        index: 1,
        count: 1,
        later: { step: 0, prompts: 1 },
      });
    }
    const next = ask('zwei');
    expect(shown(reload())[2]).toEqual(['zwei', '2/2']);
    expect(reload().leaf).toBe(next);
  });

  test('is the same in a copy', () => {
    const { conversation, ask, answer, shown } = start();
    const first = ask('one');
    const one = answer('1');
    ask('two');
    const two = answer('2');
    ask('deux', one.id);
    const deux = answer('II');
    ask('uno', null);
    answer('I');
    conversation.switchTo(two.id);
    conversation.switchTo(deux.id);
    ask('eins', null);
    const copy = new Conversation('d', { clock: createManualClock(), onDidAppend: () => {} });
    copy.load(conversation.entries());
    expect(shown(copy)).toEqual(shown());
    expect(copy.leafUnder(first)).toBe(deux.id);
  });

  test('does not contain a cycle, even if the file contains one', () => {
    const at = 1;
    const parts: Part[] = [];
    const conversation = new Conversation('c', { clock: createManualClock(), onDidAppend: () => {} });
    conversation.load([
      { type: 'prompt', id: 'a', parent: 'b', at, parts },
      { type: 'prompt', id: 'b', parent: 'a', at, parts },
      { type: 'prompt', id: 'c', parent: 'c', at, parts },
      { type: 'leaf', id: 'b' },
      { type: 'leaf', id: 'nowhere' },
    ]);
    expect(conversation.path().map((node) => node.id)).toEqual(['a', 'b']);
  });
});
