import { marked, type Token } from 'marked';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toConversation } from '../../../../../src/extension/chat/conversation/chatMeta.ts';
import type { Conversation } from '../../../../../src/extension/chat/conversation/conversation.ts';
import type { ConversationEntry } from '../../../../../src/extension/chat/conversation/conversationEntry.ts';
import { exportJson, toExportedChat } from '../../../../../src/extension/chat/conversation/export/exportJson.ts';
import {
  closeFence,
  exportMarkdown,
  toFence,
} from '../../../../../src/extension/chat/conversation/export/exportMarkdown.ts';
import type { Part } from '../../../../../src/extension/model/message.ts';

const all = { itemId: null, now: Date.UTC(2026, 10, 21, 12) };

function prompt(id: string, parent: string | null, text: string, ...more: Part[]): ConversationEntry {
  return { type: 'prompt', id, parent, at: Date.UTC(2026, 10, 21, 10), parts: [{ type: 'text', text }, ...more] };
}

function answer(id: string, parent: string, ...parts: Part[]): ConversationEntry[] {
  const message = { role: 'assistant' as const, parts };
  return [
    { type: 'answer', id, parent, at: Date.UTC(2026, 10, 21, 10, 1), modelId: 'work/gpt', promptId: 'q' },
    { type: 'answered', id, outcome: 'stopped', stopReason: 'done', message, usage: null },
  ];
}

const text = (value: string): Part => ({ type: 'text', text: value });

function conversation(...entries: readonly (ConversationEntry | ConversationEntry[])[]): Conversation {
  return toConversation(entries.flat(), 'c');
}

function withEdit(diff: string): Conversation {
  const call: Part = { type: 'tool-call', id: '1', name: 'edit', input: { file_path: 'src/a.ts' }, opaque: secret };
  return conversation(
    prompt('p', null, 'rename it'),
    answer('a', 'p', { type: 'thinking', text: 'hmm', opaque: secret }, call),
    {
      type: 'result',
      id: 'a',
      result: {
        type: 'tool-result',
        callId: '1',
        name: 'edit',
        content: [{ type: 'text', text: 'ok' }],
        isError: false,
      },
      view: {
        status: 'success',
        detail: 'src/a.ts',
        summary: 'edited',
        added: 1,
        removed: 1,
        files: ['src/a.ts'],
        diff,
      },
    },
    answer('b', 'a', text('Done.')),
  );
}

/** A chat with two sub-agents: one has reported, and a closing window has interrupted the other. */
function withAgents(): Conversation {
  const call = (id: string): Part => ({ type: 'tool-call', id, name: 'agent', input: { agent: 'explore', task: 'x' } });
  const ran = { summary: '1 line', added: 0, removed: 0, files: [] };
  return conversation(
    prompt('p', null, 'look'),
    answer('a', 'p', call('1'), call('2')),
    {
      type: 'result',
      id: 'a',
      result: {
        type: 'tool-result',
        callId: '1',
        name: 'agent',
        content: [{ type: 'text', text: 'Found.' }],
        isError: false,
      },
      view: {
        ...{ status: 'success', detail: 'explore: x', summary: '3 calls', added: 0, removed: 0, files: [], diff: '' },
        agent: {
          model: 'small',
          count: 3,
          note: 'Stopped at its limit of 2 requests.',
          calls: [
            { name: 'read_file', detail: 'a.ts', status: 'success', ...ran },
            { name: 'edit', detail: '', status: 'error', ...ran, summary: 'unknown tool', notRun: 'refused' },
          ],
        },
      },
    },
    {
      ...{ type: 'unfinished', id: 'a', callId: '2', hasBegun: true },
      agent: {
        model: 'small',
        count: 1,
        calls: [{ name: 'grep', detail: 'b', status: 'cancelled', ...ran, summary: '' }],
      },
    },
  );
}

const secret = { source: 'anthropic', data: { signature: 'c2VjcmV0' } };

describe('a chat as Markdown', () => {
  test('contains the messages, calls and diffs in the order of the chat', () => {
    expect(exportMarkdown(withEdit('-a\n+b\n'), all)).toBe(
      [
        '# rename it',
        'Exported from Premove on 2026-11-21.',
        '## You · 2026-11-21 10:00 UTC',
        'rename it',
        '## Premove · work/gpt · 2026-11-21 10:01 UTC',
        '- `edit` `src/a.ts` (edited, +1 −1)',
        '```diff\n-a\n+b\n```',
        'Done.\n',
      ].join('\n\n'),
    );
  });

  test('keeps answers as they were written, and closes a fence that an answer leaves open', () => {
    const verbatim = 'Look:\n\n````md\n```ts\nconst a = 1;\n```\n````\n\n<b>&amp;</b> *so*';
    const open = '~~~~ts\nconst b = 2;\n```\n~~~';
    const markdown = exportMarkdown(
      conversation(
        prompt('p', null, 'go'),
        answer('a', 'p', text(verbatim)),
        prompt('q', 'a', 'on'),
        answer('b', 'q', text(open)),
      ),
      all,
    );
    expect(markdown).toContain(`\n\n${verbatim}\n\n`);
    expect(markdown).toContain(`\n\n${open}\n~~~~\n`);
  });

  test('contains mentioned files, in fences that their text cannot close', () => {
    const mentioned = 'File a.md:\n````\n# not a heading\n````';
    const asked = prompt('p', null, 'explain @a.md');
    const context = [
      { kind: 'mode', text: 'You are in plan mode.' },
      { kind: 'mentions', text: mentioned },
    ] as const;
    const chat = conversation({ ...asked, context } as ConversationEntry, answer('a', 'p', text('It says so.')));
    const markdown = exportMarkdown(chat, all);
    expect(markdown).toContain(`explain @a.md\n\n*Mentioned:*\n\n\`\`\`\`\`\n${mentioned}\n\`\`\`\`\`\n`);
    expect(markdown).not.toContain('plan mode');
    expect(toExportedChat(chat, all).messages[0]).toMatchObject({ role: 'user', mentioned: [mentioned] });
  });

  test('escapes the markup of a title, a tool’s name, a link and an image', () => {
    const evil = '](javascript:x) ``` <script> # \n# heading';
    const call: Part = { type: 'tool-call', id: '1', name: 'a`b``c', input: {} };
    const markdown = exportMarkdown(
      conversation(
        prompt('p', null, 'go', { type: 'image', mimeType: 'text/html"><x', data: 'AA)<script>' }),
        answer('a', 'p', call, { type: 'citation', url: 'https://a.example/><script>', title: evil }),
        { type: 'title', title: evil },
      ),
      all,
    );
    const kinds = new Set<string>();
    void marked.walkTokens(marked.lexer(markdown), (token: Token) => void kinds.add(token.type));
    expect(kinds).not.toContain('html');
    expect(markdown).toContain('![Image](data:image/png;base64,AAscript)');
    const headings = marked.lexer(markdown).filter((token) => token.type === 'heading');
    expect(headings).toHaveLength(3);
  });

  test.each(['javascript:alert(1)', 'command:x', 'file:///etc/passwd', 'java\nscript:x', 'a`](javascript:x)`'])(
    'shows the address of a source at %j without a link',
    (url) => {
      const markdown = exportMarkdown(
        conversation(prompt('p', null, 'go'), answer('a', 'p', { type: 'citation', url, title: 'A page' })),
        all,
      );
      const kinds = new Set<string>();
      void marked.walkTokens(marked.lexer(markdown), (token: Token) => void kinds.add(token.type));
      expect(kinds).not.toContain('link');
      expect(kinds).toContain('codespan');
      expect(markdown).toContain('Source: A page `');
    },
  );

  test('links to a source on the web', () => {
    const source = { type: 'citation', url: 'https://a.example/b', title: 'A page' } as const;
    const markdown = exportMarkdown(conversation(prompt('p', null, 'go'), answer('a', 'p', source)), all);
    expect(markdown).toContain('Source: [A page](<https://a.example/b>)');
  });

  test('closes every fence, whatever the fence contains', () => {
    const line = fc.constantFrom('```', '````js', '~~~', '    ```', '`', 'text', '', '``` x', '~~~~~');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const content = lines.join('\n');
        const fenced = marked.lexer(`${toFence(content, 'diff')}\n\n# end`);
        expect(fenced.filter((token) => token.type !== 'space').map((token) => token.type)).toEqual([
          'code',
          'heading',
        ]);
        const closed = marked.lexer(`${closeFence(content)}\n\n# end`);
        expect(closed.at(-1)?.type).toBe('heading');
      }),
    );
  });

  test('has no note about the end for a stop reason that only a later version of Premove knows', () => {
    const end = (stopReason: string): string => {
      const entries = answer('a', 'p', text('Hi.')).map((entry) => ({ ...entry, stopReason }) as ConversationEntry);
      return exportMarkdown(conversation(prompt('p', null, 'say hi'), entries), all);
    };
    expect(end('constructor')).toBe(end('something-new'));
  });

  test('states how an incomplete answer ended', () => {
    const entries = answer('a', 'p', text('Half'));
    const stopped = { ...entries[1], stopReason: 'length' } as ConversationEntry;
    const markdown = exportMarkdown(conversation(prompt('p', null, 'go'), entries.slice(0, 1), stopped), all);
    expect(markdown).toContain('Half\n\n*Stopped at the output limit.*\n');
    const overloaded = { ...stopped, stopWord: 'insufficient_system_resource' } as ConversationEntry;
    const short = exportMarkdown(conversation(prompt('p', null, 'go'), entries.slice(0, 1), overloaded), all);
    expect(short).toContain('*Stopped: the provider was short of resources.*\n');
    const cut = { ...stopped, stopWord: 'max_tokens', cutCall: 'edit' } as ConversationEntry;
    const inCall = exportMarkdown(conversation(prompt('p', null, 'go'), entries.slice(0, 1), cut), all);
    expect(inCall).toContain('*Stopped at the output limit. The last call (edit) was cut off and did not run.*\n');
  });
});

test('a chat as Markdown has the calls of a sub-agent below the call that started the sub-agent', () => {
  expect(exportMarkdown(withAgents(), all)).toContain(
    [
      '- `agent` `explore: x` (3 calls)',
      '  - Stopped at its limit of 2 requests.',
      '  - 1 earlier call',
      '  - `read_file` `a.ts` (1 line)',
      '  - `edit` (unknown tool, failed)',
      '',
      '- `agent` (interrupted)',
      '  - `grep` `b` (cancelled)',
    ].join('\n'),
  );
});

describe('a chat as JSON', () => {
  test('contains the shown path, with the number of alternatives', () => {
    const chat = toExportedChat(
      conversation(
        prompt('p', null, 'go'),
        answer('a', 'p', text('One')),
        answer('b', 'p', text('Two')),
        prompt('q', 'b', 'on'),
      ),
      all,
    );
    expect(chat).toMatchObject({ format: 'premove-chat', version: 1, id: 'c', title: 'go' });
    expect(chat.messages.map(({ id, alternative }) => [id, alternative])).toEqual([
      ['p', { index: 1, count: 1 }],
      ['b', { index: 2, count: 2 }],
      ['q', { index: 1, count: 1 }],
    ]);
  });

  test('has the estimate of each request’s input and the count, if they are known', () => {
    const [begun, ended] = answer('a', 'p', text('One'));
    const counted = { ...ended, input: { plain: 90, estimated: 100, reported: 120 } } as ConversationEntry;
    const chat = conversation(
      prompt('p', null, 'go'),
      [begun, counted] as ConversationEntry[],
      prompt('q', 'a', 'on'),
      answer('b', 'q'),
    );
    const { messages } = JSON.parse(exportJson(chat, all)) as { messages: { input?: unknown }[] };
    expect(messages.map(({ input }) => input)).toEqual([undefined, { estimated: 100, counted: 120 }, undefined, null]);
  });

  test('keeps thinking, calls and results, but no opaque data of the provider', () => {
    const json = exportJson(withEdit('-a\n+b\n'), all);
    expect(json).not.toContain('c2VjcmV0');
    expect(json).not.toContain('opaque');
    expect(JSON.parse(json)).toMatchObject({
      exportedAt: '2026-11-21T12:00:00.000Z',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'rename it' }] },
        {
          role: 'assistant',
          model: 'work/gpt',
          outcome: 'done',
          content: [
            { type: 'thinking', text: 'hmm' },
            { type: 'tool-call', input: { file_path: 'src/a.ts' } },
          ],
          results: [{ callId: '1', status: 'success', diff: '-a\n+b\n', content: [{ type: 'text', text: 'ok' }] }],
        },
        { content: [{ type: 'text', text: 'Done.' }] },
      ],
    });
  });

  test('has the calls of sub-agents', () => {
    const { messages } = JSON.parse(exportJson(withAgents(), all)) as { messages: unknown[] };
    const read = { name: 'read_file', status: 'success', detail: 'a.ts', summary: '1 line', files: [], added: 0 };
    expect(messages[1]).toMatchObject({
      results: [
        {
          callId: '1',
          content: [{ type: 'text', text: 'Found.' }],
          agent: {
            model: 'small',
            count: 3,
            note: 'Stopped at its limit of 2 requests.',
            calls: [
              { ...read, removed: 0 },
              { name: 'edit', status: 'error', notRun: 'refused' },
            ],
          },
        },
      ],
      interrupted: [{ callId: '2', model: 'small', count: 1, calls: [{ name: 'grep', status: 'cancelled' }] }],
    });
    expect(Object.keys((messages[1] as { results: object[] }).results[0] ?? {})).not.toContain('userText');
  });

  test.each([
    ['p', ['p']],
    ['a', ['p', 'a', 'b']],
    ['q', ['p', 'a', 'b', 'q']],
    ['gone', ['p', 'a', 'b', 'q']],
  ])('ends with the item %s, including the later turns of an answer', (itemId, ids) => {
    const chat = conversation(
      prompt('p', null, 'go'),
      answer('a', 'p', text('One')),
      answer('b', 'a', text('Two')),
      prompt('q', 'b', 'on'),
    );
    expect(toExportedChat(chat, { ...all, itemId }).messages.map(({ id }) => id)).toEqual(ids);
  });
});
