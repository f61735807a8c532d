import { createInitialChatState } from '../../src/shared/chatReducer.ts';
import type { ChatState, SpeculationView } from '../../src/shared/chatState.ts';
import type { ApprovalView, ToolBlock } from '../../src/shared/toolBlock.ts';
import type { AnswerItem, Block, ImageView, TranscriptItem, UserItem } from '../../src/shared/transcriptItem.ts';
import { answerItem, speculationView, toolItem, userItem } from '../../test/support/chatItems.ts';

export const USAGE = { input: 1500, output: 400, cacheRead: 0, cacheWrite: 0, cost: 0.011 };

let calls = 0;

export function longChat(messages: number): TranscriptItem[] {
  return Array.from({ length: messages }, (_, index) =>
    index % 2 === 0
      ? user(`Question ${index / 2 + 1}: what does the ${index % 7}th function do?`, `u${index}`)
      : answer({
          id: `a${index}`,
          blocks: [
            tool('read_file', `src/file${index}.ts`, { summary: '142 lines', callId: `c${index}` }),
            text(
              `It reads **file ${index}**, in a few steps:\n\n1. open\n2. read\n3. close\n\n\`\`\`ts\nawait read(${index});\n\`\`\`\n`,
            ),
          ],
          usage: { input: 900, output: 120, cacheRead: 0, cacheWrite: 0, cost: 0.011 },
        }),
  );
}

export function chat(patch: Partial<ChatState>): ChatState {
  return {
    ...createInitialChatState('bench'),
    title: 'Rename alpha',
    model: { id: 'anthropic/claude-sonnet-5', label: 'claude-sonnet-5' },
    ...patch,
  };
}

export function user(words: string, id = 'u1', patch: Partial<UserItem> = {}): TranscriptItem {
  return userItem({ id, text: words, ...patch });
}

export function picture(id: string, name: string, color: string): ImageView {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 64"><rect width="96" height="64" fill="${color}"/><circle cx="30" cy="30" r="14" fill="#fff"/></svg>`;
  return { id, name, thumbnail: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

/** A chat that waits for approvals. `cards`: names of tools, each followed by its approval card. */
export function asking(...cards: readonly (string | ApprovalView)[]): ChatState {
  const blocks = cards.flatMap((name, index) => {
    const approval = cards[index + 1];
    if (typeof name !== 'string' || typeof approval !== 'object') return [];
    const plan = approval.subject.kind === 'plan' ? { plan: approval.subject.text } : {};
    return [tool(name, '', { status: 'awaiting-approval', approval, ...plan })];
  });
  const items = [user('rename alpha to beta'), answer({ status: 'streaming', blocks })];
  return chat({ status: 'waiting-for-confirmation', items });
}

export function answer(patch: Partial<AnswerItem>): AnswerItem {
  return answerItem({ id: 'a1', models: ['anthropic/claude-sonnet-5'], ...patch });
}

export function text(words: string): Block {
  return { kind: 'text', text: words };
}

export function tool(name: string, detail: string, patch: Partial<ToolBlock>): ToolBlock {
  return toolItem({ callId: `call-${++calls}`, name, detail, ...patch });
}

export function speculation(patch: Partial<SpeculationView>): SpeculationView {
  const spent = { dollars: 0.0042, tokens: 0 };
  return speculationView({ model: 'claude-sonnet-5', duration: 12_300, spent, ...patch });
}

export function renamed(): TranscriptItem[] {
  return [
    user('rename alpha to beta everywhere and keep the tests green'),
    answer({
      blocks: [
        ...Array.from({ length: 6 }, (_, index) => tool('read_file', `src/${index}.ts`, { summary: '10 lines' })),
        tool('edit', 'src/a.ts', { added: 9, removed: 9, files: ['src/a.ts', 'src/b.ts', 'src/c.ts'] }),
        text('Renamed in 3 files; all 41 tests pass. The changelog has no entry for it yet.'),
      ],
      usage: USAGE,
      context: { used: 76_000, window: 200_000 },
    }),
  ];
}

export function codeSample(): string {
  const fence = (language: string, ...lines: string[]) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;
  return [
    'One of each:',
    fence(
      'ts',
      "import { readFile } from 'node:fs/promises';",
      '',
      '/** Reads it. */',
      'export async function read(path: string, limit = 1_000): Promise<string | null> {',
      '  const text = await readFile(path, `utf8`); // all of it',
      '  if (!/^\\d+$/.test(text)) throw new Error(`${path}: "\\n" ${text.length > limit}`);',
      '  return this.cache?.get(text) ?? MAX_VALUE;',
      '}',
    ),
    fence('python', '@cache', 'def age(of: str = "x") -> int:', '    return len(of) * 2.5  # years'),
    fence('bash', 'npm test -- --run "$FILTER" | grep -c fail && echo done'),
    fence('diff', '@@ -1,2 +1,2 @@', ' context', '-return alpha;', '+return beta;'),
    fence('json', '{ "name": "premove", "size": 3.5, "private": true }'),
    fence('css', '.bubble:hover { color: var(--muted); width: calc(100% - 8px); }'),
    fence('html', '<a class="link" href="https://example.com">&amp; text</a> <!-- note -->'),
    fence('', 'no language here'),
    'Done.',
  ].join('\n\n');
}

export function markdownSample(): string {
  return [
    '# A heading of the first kind',
    'Some *emphasis*, **strong**, ~~struck~~, `inline code` and a [link](https://example.com/docs).',
    '[run](command:workbench.action.quit), [js](javascript:alert(1)), [file](src/a.ts) and ![picture](https://example.com/x.png).',
    '## Lists',
    '- one\n- two\n  - nested, with a longer line that has to wrap somewhere in the panel\n- three',
    '1. first\n2. second',
    '- [x] done\n- [ ] open',
    '> A quotation that goes on\n> over two lines.',
    '```ts\nexport function veryLongName(argument: string, another: number): Promise<ReadonlyMap<string, number>> {\n  return work(argument, another);\n}\n```',
    '| name | type | what it does |\n| --- | --- | ---: |\n| `alpha` | string | the first one, with a description |\n| `beta` | number | the second |',
    '<b onclick="alert(1)">html</b> <script>alert(1)</script>',
    'See [the guide][1] and [guide]; [this one][evil] leads nowhere.',
    '[1]: https://example.com/guide\n[guide]: <https://example.com/guide> "The guide"\n[evil]: command:workbench.action.quit',
    '---',
    'The end, with averyveryveryveryveryveryveryveryveryveryveryveryveryverylongwordwithoutanyspaces in it.',
  ].join('\n\n');
}
