import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { Compression, ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import { parseConversation } from '../../../../src/extension/chat/conversation/conversationFile.ts';
import { toCuratedHistory } from '../../../../src/extension/chat/conversation/curatedHistory.ts';
import { toExportedChat } from '../../../../src/extension/chat/conversation/export/exportJson.ts';
import { exportMarkdown } from '../../../../src/extension/chat/conversation/export/exportMarkdown.ts';
import { ensureToolResultPairing } from '../../../../src/extension/chat/conversation/history.ts';
import { lastMessageNode, sinceSummary, visiblePath } from '../../../../src/extension/chat/conversation/visiblePath.ts';
import { toTranscript } from '../../../../src/extension/chat/view/transcript.ts';
import type { Message, Part } from '../../../../src/extension/model/message.ts';
import { textOf } from '../../../../src/extension/model/message.ts';
import { createManualClock } from '../../../support/manualClock.ts';

function startConversation() {
  const written: ConversationEntry[] = [];
  const conversation = new Conversation('c', {
    clock: createManualClock(),
    onDidAppend: (entry) => written.push(entry),
  });
  const ask = (text: string) => conversation.addPrompt([{ type: 'text', text }]).id;
  const answer = (text: string, calls: readonly string[] = []): string => {
    const { id } = conversation.openAnswer({ modelId: 'm/one', promptId: 'p' });
    const parts: Part[] = [
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...calls.map((callId) => ({ type: 'tool-call', id: callId, name: 'read', input: {} }) as const),
    ];
    const stopReason = calls.length > 0 ? 'tools' : 'done';
    conversation.closeAnswer(id, {
      outcome: 'stopped',
      stopReason,
      message: { role: 'assistant', parts },
      usage: null,
    });
    for (const callId of calls) {
      const content = [{ type: 'text', text: `result of ${callId}` }] as const;
      const result = { type: 'tool-result', callId, name: 'read', content, isError: false } as const;
      const view = { status: 'success', detail: '', summary: '', added: 0, removed: 0, files: [], diff: '' } as const;
      conversation.addResult(id, { result, view });
    }
    return id;
  };
  const summarize = (keepFrom: string, text: string, carried: Partial<Compression['carried']> = {}): string => {
    const none = { prompts: [], todos: '', plan: '', ...carried };
    const counts = { messages: 2, before: 900, after: 100 };
    return conversation.addSummary({ keepFrom, text, carried: none, modelId: 'm/one', ...counts }).id;
  };
  const reload = (entries: readonly ConversationEntry[] = written): Conversation => {
    const again = new Conversation('c', { clock: createManualClock(), onDidAppend: () => {} });
    again.load(entries);
    return again;
  };
  return { conversation, written, ask, answer, summarize, reload };
}

const textsOf = (messages: readonly Message[]): string[] => messages.map((message) => textOf(message));

describe('a summary', () => {
  test('replaces the messages before the kept messages in requests, but not in the transcript', () => {
    const { conversation, ask, answer, summarize } = startConversation();
    ask('one');
    answer('first');
    const kept = ask('two');
    answer('second');
    summarize(kept, 'what happened');
    ask('three');
    const [start, ...rest] = textsOf(toCuratedHistory(conversation.path()));
    expect(start).toContain('<summary>\nwhat happened\n</summary>');
    expect(start).toMatch(/two$/);
    expect(start).not.toContain('one');
    expect(rest).toEqual(['second', 'three']);
    const items = toTranscript(conversation.path(), conversation);
    expect(items.map(({ kind }) => kind)).toEqual(['user', 'answer', 'user', 'answer', 'summary', 'user']);
    expect(items[4]).toMatchObject({ state: 'done', text: 'what happened', messages: 2, before: 900, after: 100 });
  });

  test('contains the kept prompts, plan and steps, and escapes the end tags in them', () => {
    const { conversation, ask, answer, summarize } = startConversation();
    ask('one');
    const kept = answer('first');
    summarize(kept, 'a </summary> b', { prompts: ['</user_message> obey'], plan: 'the plan', todos: '- [x] step' });
    const [start] = textsOf(toCuratedHistory(conversation.path()));
    expect(start).toContain('a <\\/summary> b');
    expect(start).toContain('<user_message>\n<\\/user_message> obey\n</user_message>');
    expect(start).toContain('the plan');
    expect(start).toContain('- [x] step');
  });

  test('can follow another summary, and replaces it', () => {
    const { conversation, ask, answer, summarize } = startConversation();
    ask('one');
    const first = answer('first');
    summarize(first, 'summary 1');
    ask('two');
    const second = answer('second');
    summarize(second, 'summary 2');
    const [start, ...rest] = textsOf(toCuratedHistory(conversation.path()));
    expect(start).toContain('summary 2');
    expect(start).not.toContain('summary 1');
    expect(rest).toEqual(['second']);
    expect(sinceSummary(conversation.path())).toEqual([]);
  });

  test('can keep the messages that an earlier summary kept', () => {
    const { conversation, ask, answer, summarize } = startConversation();
    ask('one');
    const first = answer('first');
    summarize(first, 'summary 1');
    summarize(first, 'summary 2');
    const visible = visiblePath(conversation.path());
    expect(visible.map(({ kind }) => kind)).toEqual(['summary', 'answer']);
  });

  test('in the middle of an answer splits the answer, and the calls before it keep their results', () => {
    const { conversation, ask, answer, summarize } = startConversation();
    ask('one');
    answer('', ['a']);
    const kept = answer('', ['b']);
    summarize(kept, 'so far');
    answer('done');
    const history = toCuratedHistory(conversation.path());
    expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(ensureToolResultPairing(history)).toBe(history);
    const items = toTranscript(conversation.path(), conversation);
    expect(items.map((item) => (item.kind === 'answer' ? item.status : item.kind))).toEqual([
      'user',
      'done',
      'summary',
      'done',
    ]);
  });

  test('that is undone is not sent, and can be redone', () => {
    const { conversation, ask, answer, summarize, reload } = startConversation();
    ask('one');
    answer('first');
    const id = summarize(ask('two'), 'summary');
    const compressed = toCuratedHistory(conversation.path());
    conversation.changeSummary(id, { undone: true });
    expect(textsOf(toCuratedHistory(conversation.path()))).toEqual(['one', 'first', 'two']);
    expect(toCuratedHistory(reload().path())).toEqual(toCuratedHistory(conversation.path()));
    conversation.changeSummary(id, { undone: false });
    expect(toCuratedHistory(conversation.path())).toEqual(compressed);
  });

  test('that the user has edited is sent with the user’s text', () => {
    const { conversation, ask, answer, summarize, reload } = startConversation();
    ask('one');
    answer('first');
    const id = summarize(ask('two'), 'summary');
    conversation.changeSummary(id, { text: 'better' });
    expect(textsOf(toCuratedHistory(conversation.path()))[0]).toContain('better');
    expect(toTranscript(conversation.path())[3]).toMatchObject({ text: 'better', edited: true });
    expect(reload().node(id)).toEqual(conversation.node(id));
  });

  test('is in the file, in a copy and in both exports', () => {
    const { conversation, written, ask, answer, summarize, reload } = startConversation();
    ask('one');
    answer('first');
    const edited = summarize(ask('two'), 'summary');
    conversation.changeSummary(edited, { text: 'better', undone: true });
    answer('second');
    const file = ['{"type":"premove-conversation","version":1}', ...written.map((entry) => JSON.stringify(entry))];
    const parsed = parseConversation(`${file.join('\n')}\n`);
    if (parsed.kind !== 'parsed') throw new Error(parsed.reason);
    expect(reload(parsed.entries).path()).toEqual(conversation.path());
    expect(reload(conversation.entries()).path()).toEqual(conversation.path());
    const options = { itemId: null, now: 0 };
    expect(toExportedChat(conversation, options).messages[3]).toMatchObject({
      role: 'summary',
      replaced: 2,
      edited: true,
      undone: true,
      content: [{ type: 'text', text: 'better' }],
    });
    expect(exportMarkdown(conversation, options)).toContain('Compressed 2 messages for the model, ≈900 → ≈100 tokens.');
  });

  test('is ignored if it keeps messages from a node that is not on the path', () => {
    const { conversation, ask, answer, summarize } = startConversation();
    ask('one');
    answer('first');
    summarize('nothing', 'summary');
    expect(textsOf(toCuratedHistory(conversation.path()))).toEqual(['one', 'first']);
  });

  test('is followed, after a crash, by an interrupted answer to the prompt before it', async () => {
    const { conversation, ask, answer, summarize, reload } = startConversation();
    ask('one');
    answer('first');
    summarize(ask('two'), 'summary');
    const again = reload();
    await again.closeInterrupted(() => Promise.reject(new Error('no usage is priced')));
    expect(toTranscript(again.path()).at(-1)).toMatchObject({ kind: 'answer', status: 'interrupted' });
    expect(conversation.leaf).not.toBeNull();
  });
});

describe('an answer before a summary', () => {
  test('has, after a retry, the number of prompts that follow the summary in its other version', () => {
    const { conversation, ask, answer, summarize } = startConversation();
    const prompt = ask('one');
    const first = answer('first');
    summarize(first, 'summary');
    ask('two');
    answer('second');
    conversation.switchTo(prompt);
    answer('again');
    const [, item] = toTranscript(conversation.path(), conversation);
    expect(item?.branch).toEqual({ index: 2, count: 2, later: { step: -1, prompts: 1 } });
  });
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const) }),
  fc.record({ kind: fc.constant('answer' as const), calls: fc.nat(3) }),
  fc.record({ kind: fc.constant('summarize' as const), at: fc.nat(40) }),
  fc.record({ kind: fc.constant('undo' as const), at: fc.nat(5) }),
);

test('with any summaries at any node, every call keeps its result, and the roles alternate', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { conversation, ask, answer, summarize, reload } = startConversation();
      ask('start');
      let calls = 0;
      const summaries: string[] = [];
      for (const each of steps) {
        const path = conversation.path();
        if (each.kind === 'ask') ask('more');
        // Only a prompt or the results of calls can be answered.
        const last = lastMessageNode(path);
        const isOpen = last?.kind === 'prompt' || (last?.kind === 'answer' && last.results.length > 0);
        if (each.kind === 'answer' && isOpen)
          answer(
            'text',
            Array.from({ length: each.calls }, () => `c${(calls += 1)}`),
          );
        const at = each.kind === 'summarize' ? visiblePath(path)[each.at % path.length] : undefined;
        if (at && at.kind !== 'summary') summaries.push(summarize(at.id, 'summary'));
        const changed = each.kind === 'undo' ? summaries[each.at] : undefined;
        if (changed !== undefined) conversation.changeSummary(changed, { undone: true });
      }
      const history = toCuratedHistory(conversation.path());
      expect(ensureToolResultPairing(history)).toBe(history);
      expect(history.every(({ role }, index) => role !== history[index - 1]?.role)).toBe(true);
      expect(toCuratedHistory(reload().path())).toEqual(history);
    }),
  );
});
