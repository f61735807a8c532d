import { describe, expect, test } from 'vitest';
import { answerSiblings } from '../../../../src/extension/chat/conversation/branches.ts';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import { parseConversation } from '../../../../src/extension/chat/conversation/conversationFile.ts';
import type { Continued, ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import { messageOf, type AnswerNode } from '../../../../src/extension/chat/conversation/conversationNode.ts';
import { toCuratedHistory } from '../../../../src/extension/chat/conversation/curatedHistory.ts';
import { exportJson, toExportedChat } from '../../../../src/extension/chat/conversation/export/exportJson.ts';
import { exportMarkdown } from '../../../../src/extension/chat/conversation/export/exportMarkdown.ts';
import { toTranscript } from '../../../../src/extension/chat/view/transcript.ts';
import { textOf } from '../../../../src/extension/model/message.ts';
import { UNKNOWN_PRICING } from '../../../../src/extension/model/pricing.ts';
import { createManualClock } from '../../../support/manualClock.ts';

const CUT = 'Half a ';
const error = { kind: 'server', message: 'boom', retryable: true } as const;
const loadPricing = () => Promise.resolve(UNKNOWN_PRICING);

function start() {
  const written: ConversationEntry[] = [];
  const clock = createManualClock();
  const conversation = new Conversation('c', { clock, onDidAppend: (entry) => written.push(entry) });
  const ask = (text: string): string => conversation.addPrompt([{ type: 'text', text }]).id;
  const close = (id: string, text: string, isFailed = false): string => {
    const how = isFailed
      ? ({ outcome: 'failed', error } as const)
      : ({ outcome: 'stopped', stopReason: 'length' } as const);
    const message = { role: 'assistant', parts: [{ type: 'text', text }] } as const;
    conversation.closeAnswer(id, { ...how, message, usage: null });
    return id;
  };
  const open = (continues?: Continued): string =>
    conversation.openAnswer({ modelId: 'm', promptId: 'p', ...(continues && { continues }) }).id;
  const answer = (text: string): string => close(open(), text);
  /** Begins to continue an answer. */
  const goOn = (id: string, prefix: string, form: Continued['form'] = 'guided', automatic?: number): string => {
    conversation.switchTo(conversation.node(id)?.parent ?? null);
    const next = open({ id, form, prefix: prefix.length, ...(automatic !== undefined && { automatic }) });
    conversation.addProgress(next, { text: prefix });
    return next;
  };
  /** The chat as the next window loads it from its file. */
  const reload = (): Conversation => {
    const lines = [{ type: 'premove-conversation', version: 1 }, ...written].map((line) => `${JSON.stringify(line)}\n`);
    const parsed = parseConversation(lines.join(''));
    const again = new Conversation('c', { clock, onDidAppend: () => {} });
    if (parsed.kind === 'parsed') again.load(parsed.entries);
    return again;
  };
  const node = (id: string, from = conversation): AnswerNode => from.node(id) as AnswerNode;
  const siblings = (id: string): readonly string[] => answerSiblings(conversation, node(id));
  const textAt = (id: string, from = conversation): string => textOf(messageOf(node(id, from)));
  return { conversation, ask, open, answer, close, goOn, reload, node, siblings, textAt };
}

describe('an answer that continues another answer', () => {
  test('is a sibling of that answer, and begins with that answer’s text', () => {
    const { ask, answer, goOn, textAt, siblings } = start();
    ask('go');
    const first = answer(CUT);
    const second = goOn(first, CUT);
    expect(textAt(second)).toBe(CUT);
    expect(siblings(second)).toEqual([first, second]);
  });

  test('keeps the prefix and gets the new form if the request is repeated', () => {
    const { conversation, ask, answer, goOn, textAt, node, reload } = start();
    ask('go');
    const first = answer(CUT);
    const second = goOn(first, CUT, 'native');
    conversation.addProgress(second, { text: 'lost', thinking: 'Hm.' });
    conversation.restartAnswer(second, { form: 'guided' });
    conversation.addProgress(second, { text: 'sentence' });
    expect(textAt(second)).toBe(`${CUT}sentence`);
    expect(node(second).continues).toEqual({ id: first, form: 'guided', prefix: CUT.length });
    expect(node(second, reload())).toEqual(node(second));
    const copy = new Conversation('copy', null);
    copy.load(conversation.entries());
    expect(node(second, copy)).toEqual(node(second));
  });

  test('has the prefix after a crash, and the prefix does not count as output', async () => {
    const { ask, answer, goOn, reload, textAt, node } = start();
    ask('go');
    const first = answer(CUT);
    const second = goOn(first, CUT);
    const again = reload();
    await again.closeInterrupted(loadPricing);
    expect(textAt(second, again)).toBe(CUT);
    expect(node(second, again).close).toMatchObject({ outcome: 'interrupted', usage: null });
    expect(toTranscript(again.path(), again).at(-1)).toMatchObject({
      status: 'interrupted',
      branch: { index: 2, count: 2 },
      continued: { of: 'answer', form: 'guided', prefix: CUT.length, automatic: null },
    });
  });

  test('replaces the other answer in the history', () => {
    const { conversation, ask, answer, goOn, close } = start();
    ask('go');
    close(goOn(answer(CUT), CUT), `${CUT}sentence`);
    expect(toCuratedHistory(conversation.path()).map((message) => textOf(message))).toEqual(['go', `${CUT}sentence`]);
  });

  test('does not count as a sibling if it added nothing', () => {
    const { ask, answer, goOn, close, siblings } = start();
    ask('go');
    const first = answer(CUT);
    close(goOn(first, CUT), `${CUT}\n`);
    expect(siblings(first)).toEqual([first]);
  });

  test('counts as a sibling until the next attempt if it failed', () => {
    const { ask, answer, goOn, close, siblings } = start();
    ask('go');
    const first = answer(CUT);
    const failed = close(goOn(first, CUT), CUT, true);
    expect(siblings(failed)).toEqual([first, failed]);
    const again = goOn(failed, CUT);
    expect(siblings(again)).toEqual([first, again]);
  });

  test('replaces the other answer as a sibling if Premove continued automatically', () => {
    const { ask, answer, goOn, close, siblings } = start();
    ask('go');
    const before = answer('Another');
    const first = close(goOn(before, CUT), `${CUT}sentence`);
    const second = close(goOn(first, `${CUT}sentence`, 'guided', 1), `${CUT}sentence and`);
    expect(siblings(second)).toEqual([before, second]);
    const third = close(goOn(second, `${CUT}sentence and`, 'guided', 2), `${CUT}sentence and`);
    expect(siblings(second)).toEqual([before, second]);
    expect(siblings(second)).not.toContain(third);
  });
});

describe('an answer that continues a prompt', () => {
  function continuedPrompt() {
    const session = start();
    const prompt = session.ask('Once upon');
    const id = session.open({ id: prompt, form: 'guided', prefix: 9 });
    session.conversation.addProgress(id, { text: ' a time' });
    return { ...session, prompt, id };
  }

  test('has only the text of the model', () => {
    const { id, textAt } = continuedPrompt();
    expect(textAt(id)).toBe(' a time');
  });

  test('begins empty if the request is repeated', () => {
    const { conversation, id, textAt } = continuedPrompt();
    conversation.restartAnswer(id);
    expect(textAt(id)).toBe('');
  });

  test('does not count as a sibling if it has only white space', () => {
    const { conversation, ask, open, close, answer, siblings } = start();
    const prompt = ask('Once upon');
    close(open({ id: prompt, form: 'guided', prefix: 9 }), ' \n');
    conversation.switchTo(prompt);
    const other = answer('Hello');
    expect(siblings(other)).toEqual([other]);
  });
});

describe('both exports', () => {
  const options = { itemId: null, now: 0 };

  test('state which answer an answer continues, in which form and after how many characters', () => {
    const { conversation, ask, answer, goOn, close } = start();
    ask('go');
    const long = 'x'.repeat(1234);
    const first = answer(long);
    close(goOn(first, long, 'native'), `${long} end`);
    const { messages } = toExportedChat(conversation, options);
    expect(messages[1]).toMatchObject({
      continues: { id: first, of: 'answer', form: 'native', prefixCharacters: 1234, automatic: false },
    });
    expect(exportJson(conversation, options)).toContain('"prefixCharacters": 1234');
    expect(exportMarkdown(conversation, options)).toContain('*Continued after 1,234 characters (native).*');
  });

  test('state that an answer continues the user’s message', () => {
    const { conversation, ask, open, close } = start();
    const prompt = ask('Once upon');
    close(open({ id: prompt, form: 'guided', prefix: 9 }), ' a time');
    expect(toExportedChat(conversation, options).messages[1]).toMatchObject({ continues: { of: 'prompt' } });
    expect(exportMarkdown(conversation, options)).toContain('*Continues your message.*');
  });

  test('do not mention continuations at any other answer', () => {
    const { conversation, ask, answer } = start();
    ask('go');
    answer('Done.');
    expect(toExportedChat(conversation, options).messages[1]).toMatchObject({ continues: null });
    expect(exportMarkdown(conversation, options)).not.toContain('Continue');
  });
});
