import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { toConversation } from '../../../../../src/extension/chat/conversation/chatMeta.ts';
import type { Conversation } from '../../../../../src/extension/chat/conversation/conversation.ts';
import type {
  ConversationEntry,
  ShellLineEnd,
} from '../../../../../src/extension/chat/conversation/conversationEntry.ts';
import { hasExport } from '../../../../../src/extension/chat/conversation/export/exportCommands.ts';
import { exportJson, toExportedChat } from '../../../../../src/extension/chat/conversation/export/exportJson.ts';
import { exportMarkdown } from '../../../../../src/extension/chat/conversation/export/exportMarkdown.ts';

const all = { itemId: null, now: Date.UTC(2026, 10, 21, 12) };
const at = Date.UTC(2026, 10, 21, 10);

function prompt(id: string, parent: string | null, shell: readonly string[] = []): ConversationEntry {
  return { type: 'prompt', id, parent, at, parts: [{ type: 'text', text: `Prompt ${id}` }], shell };
}

function answer(id: string, parent: string): ConversationEntry[] {
  const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: `Answer ${id}` }] };
  return [
    { type: 'answer', id, parent, at, modelId: 'work/gpt', promptId: 'p' },
    { type: 'answered', id, outcome: 'stopped', stopReason: 'done', message, usage: null },
  ];
}

/** A line whose command is `echo <id>`, with the output `<id>`. */
function line(id: string, after: string | null, end: Partial<ShellLineEnd> = {}, command = `echo ${id}`) {
  return [
    { type: 'shell', id, after, at, command },
    { type: 'shell-ended', id, text: id, summary: '2 s', isGood: true, ...end },
  ] satisfies ConversationEntry[];
}

function chat(...entries: readonly (ConversationEntry | readonly ConversationEntry[])[]): Conversation {
  return toConversation(entries.flat(), 'c');
}

/** Lines before the first prompt, after an answer of two messages, and after the last answer. */
function withLines(): Conversation {
  return chat(
    line('zero', null),
    prompt('p', null, ['zero']),
    line('one', 'p'),
    answer('a', 'p'),
    answer('b', 'a'),
    line('two', 'p'),
    prompt('q', 'b', ['one']),
    answer('d', 'q'),
    line('three', 'q'),
  );
}

function placesOf(conversation: Conversation, itemId: string | null): (string | null)[][] {
  return toExportedChat(conversation, { ...all, itemId }).commands.map(({ id, after }) => [id, after]);
}

describe('the user’s commands in an export', () => {
  test('are at the places where the chat shows them', () => {
    expect(placesOf(withLines(), null)).toEqual([
      ['zero', null],
      ['one', 'b'],
      ['two', 'b'],
      ['three', 'd'],
    ]);
    const order = /^(?:Prompt|Answer|echo) (\w+)$/gm;
    const shown = [...exportMarkdown(withLines(), all).matchAll(order)].map(([, id]) => id);
    expect(shown).toEqual(['zero', 'p', 'a', 'b', 'one', 'two', 'q', 'd', 'three']);
  });

  test.each([
    ['p', ['zero']],
    ['a', ['zero']],
    ['q', ['zero', 'one', 'two']],
    ['d', ['zero', 'one', 'two']],
    ['gone', ['zero', 'one', 'two', 'three']],
  ])('come before the end of the item with which the export ends: %s', (itemId, ids) => {
    expect(placesOf(withLines(), itemId).map(([id]) => id)).toEqual(ids);
  });

  test('do not include the commands of other branches', () => {
    const branched = chat(
      ...[prompt('p', null), answer('a', 'p'), prompt('q', 'a'), line('other', 'q')],
      ...[prompt('r', 'a'), line('shown', 'r')],
    );
    expect(placesOf(branched, null)).toEqual([['shown', 'r']]);
    expect(exportMarkdown(branched, all)).not.toContain('echo other');
  });

  test('have the command, its output without colors, its end and who has got the output', () => {
    const failed = {
      text: 'no',
      painted: '\x1b[31mno\x1b[0m\n[Exit code 1.]',
      summary: 'exit 1 · <1 s',
      isGood: false,
    };
    const conversation = chat(line('l', null, failed, 'make a\nmake b'), prompt('p', null, ['l']));
    expect(exportMarkdown(conversation, all)).toContain(
      [
        '## You ran a command · 2026-11-21 10:00 UTC',
        '```sh\nmake a\nmake b\n```',
        '```\nno\n[Exit code 1.]\n```',
        '*exit 1 · \\<1 s. Sent to the model.*',
        '## You · ',
      ].join('\n\n'),
    );
    expect((JSON.parse(exportJson(conversation, all)) as { commands: unknown }).commands).toEqual([
      {
        id: 'l',
        at: '2026-11-21T10:00:00.000Z',
        after: null,
        command: 'make a\nmake b',
        status: 'error',
        summary: 'exit 1 · <1 s',
        output: 'no\n[Exit code 1.]',
        sharing: 'sent',
      },
    ]);
  });

  test('have the part of a long output that the row shows, without the path of its file', () => {
    const log = { total: 50_000, path: '/home/me/storage/1.log', isWhole: true };
    const text = 'begin … end\n[All 50000 characters of the output are in /home/me/storage/1.log.]';
    const conversation = chat(prompt('p', null), line('l', 'p', { text, painted: 'begin … end', log }));
    const markdown = exportMarkdown(conversation, all);
    expect(markdown).toContain('```\nbegin … end\n```\n\n*2 s. The whole output has 50,000 characters.');
    const json = exportJson(conversation, all);
    expect(JSON.parse(json)).toMatchObject({ commands: [{ output: 'begin … end', totalCharacters: 50_000 }] });
    expect(markdown + json).not.toContain('/home/me');
  });

  test('show whether the next prompt sends the output', () => {
    const next = chat(prompt('p', null), line('l', 'p'));
    expect(exportMarkdown(next, all)).toContain('*2 s. The next prompt sends the output to the model.*');
    expect(toExportedChat(next, all).commands[0]?.sharing).toBe('next');
    const kept = chat(prompt('p', null), line('l', 'p'), { type: 'shell-shared', id: 'l', shared: false });
    expect(exportMarkdown(kept, all)).toContain('*2 s. Not shared with the model.*');
    expect(toExportedChat(kept, all).commands[0]?.sharing).toBe('none');
    // Another branch has sent the output.
    const branched = chat(
      ...[prompt('p', null), line('l', 'p'), answer('a', 'p')],
      ...[prompt('q', 'a', ['l']), prompt('r', 'a')],
    );
    expect(toExportedChat(branched, all).commands[0]?.sharing).toBe('next');
  });

  test('include a command without a recorded end', () => {
    const running = chat(prompt('p', null), line('l', 'p').slice(0, 1));
    const markdown = exportMarkdown(running, all);
    expect(markdown).toContain(
      '```sh\necho l\n```\n\n*The end of the command was not recorded. Not shared with the model.*\n',
    );
    const expected = { status: 'unfinished', summary: '', output: '', sharing: 'none' };
    expect(toExportedChat(running, all).commands).toMatchObject([expected]);
  });

  test('cannot end their fences', () => {
    const evil = '```\n# a heading\n`````\r# another\n<script>';
    const conversation = chat(prompt('p', null), line('l', 'p', { text: evil }, evil));
    const tokens = marked.lexer(exportMarkdown(conversation, all));
    expect(tokens.filter(({ type }) => type === 'heading')).toHaveLength(3);
    expect(tokens.filter(({ type }) => type === 'code')).toHaveLength(2);
    expect(tokens.filter(({ type }) => type === 'html')).toEqual([]);
  });

  test('can be exported before the first message', () => {
    expect(hasExport(chat(line('l', null)))).toBe(true);
    expect(hasExport(chat(prompt('p', null)))).toBe(true);
    expect(hasExport(chat())).toBe(false);
    // After a restore to before the first message, the chat does not show that message's commands.
    const restored = chat(prompt('p', null), line('l', 'p'), { type: 'leaf', id: null, branches: true });
    expect(hasExport(restored)).toBe(false);
    expect(exportMarkdown(chat(line('l', null)), all)).toContain('```sh\necho l\n```');
  });
});
