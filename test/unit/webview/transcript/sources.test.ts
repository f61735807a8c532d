import { expect, it } from 'vitest';
import type { ToolBlock } from '../../../../src/shared/toolBlock.ts';
import type { Block } from '../../../../src/shared/transcriptItem.ts';
import { toMarkdown } from '../../../../src/webview/transcript/answer/answerMarkdown.ts';
import { toSources } from '../../../../src/webview/transcript/answer/sources.ts';
import { toolItem } from '../../../support/chatItems.ts';

it('toSources returns web pages with the host that their link leads to', () => {
  expect(
    toSources([
      { url: 'https://example.com/a', title: ' A page ' },
      { url: 'https://bank.com@evil.example:8080/x', title: 'bank.com' },
      { url: 'http://bücher.example/', title: '' },
    ]),
  ).toEqual([
    { url: 'https://example.com/a', title: 'A page', host: 'example.com' },
    { url: 'https://bank.com@evil.example:8080/x', title: 'bank.com', host: 'evil.example:8080' },
    { url: 'http://bücher.example/', title: 'xn--bcher-kva.example', host: '' },
  ]);
});

it.each(['javascript:alert(1)', 'command:x', 'file:///etc/passwd', 'mailto:a@b.c', 'java\nscript:x', '/a', 'https://'])(
  'toSources leaves out %j, which is not a web page',
  (url) => expect(toSources([{ url, title: 'x' }])).toEqual([]),
);

const text = (words: string): Block => ({ kind: 'text', text: words });
const tool = (name: string, detail: string, patch: Partial<ToolBlock> = {}): ToolBlock =>
  toolItem({ name, detail, ...patch });

it('toMarkdown writes an answer as Markdown with its steps and sources, without its thoughts', () => {
  const blocks: Block[] = [
    { kind: 'thinking', text: 'Hm.', duration: 1 },
    text('Looking. \n'),
    tool('read_file', 'src/a.ts', { summary: '142 lines' }),
    text('  '),
    tool('edit', 'src/`b`.ts', { added: 3, removed: 1 }),
    tool('run_shell_command', 'npm test', { status: 'error', summary: 'exit 1' }),
    text('Done.'),
  ];
  expect(toMarkdown({ blocks, citations: [{ url: 'https://example.com/a', title: 'A [page]' }] })).toBe(
    [
      'Looking.',
      '- Read `src/a.ts` (142 lines)\n- Edit `` src/`b`.ts `` (+3 −1)\n- Run `npm test` (failed, exit 1)',
      'Done.',
      '**Sources**',
      '1. [A \\[page\\]](<https://example.com/a>)\n',
    ].join('\n\n'),
  );
});
