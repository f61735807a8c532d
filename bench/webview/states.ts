import { createInitialChatState } from '../../src/shared/chatReducer.ts';
import type {
  AnswerItem,
  ApprovalView,
  Block,
  ChatState,
  ImageView,
  SpeculationView,
  ToolBlock,
  TranscriptItem,
  UserItem,
} from '../../src/shared/chatState.ts';
import { answerItem, toolItem, userItem } from '../../test/support/chatItems.ts';
import { CONTEXT_STATES } from './contextStates.ts';
import { SUGGESTION_STATES } from './suggestionStates.ts';
import { APPROVALS } from './approvalStates.ts';
import { QUEUE_STATES } from './queueStates.ts';

let calls = 0;

const USAGE = { input: 1500, output: 400, cacheRead: 0, cacheWrite: 0, cost: 0.011 };

/** States of the panel to look at, by name: those of the mock-up and what else can be on screen. */
export const STATES: Readonly<Record<string, ChatState>> = {
  ...CONTEXT_STATES,
  ...SUGGESTION_STATES,
  ...QUEUE_STATES,
  'first-open': chat({
    model: null,
    firstSteps: { vscodeModels: 3, localServers: [{ provider: 'ollama', label: 'Ollama', models: 2 }] },
  }),
  'first-open-bare': chat({ model: null }),
  'no-folder': chat({ hasFolder: false }),
  'empty-chat': chat({}),
  'tour-chat': chat({ model: { id: 'tour/tour', label: 'tour' } }),
  'answer-ready': chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'why did it fail?', immediate: false },
    speculation: speculation({ phase: 'ready' }),
  }),
  working: chat({
    status: 'responding',
    items: [
      user('rename alpha to beta everywhere and keep the tests green'),
      answer({
        status: 'streaming',
        blocks: [
          { kind: 'thinking', text: 'All uses first.', duration: 4000 },
          text('I’ll look at every use first.'),
          tool('grep', '“alpha” in src', { summary: '9 in 3 files', output: 'src/a.ts:1: alpha' }),
          tool('read_file', 'src/a.ts', { summary: '142 lines' }),
          tool('edit', 'src/a.ts', { added: 3, removed: 3, files: ['src/a.ts'] }),
          tool('run_shell_command', 'npm test', { status: 'executing' }),
        ],
      }),
    ],
  }),
  'command-running': chat({
    status: 'responding',
    items: [
      user('are the tests green?'),
      answer({
        status: 'streaming',
        blocks: [
          text('I’ll run them.'),
          tool('read_file', 'package.json', { summary: '42 lines' }),
          tool('run_shell_command', 'npm test -- --reporter verbose --coverage', {
            status: 'executing',
            startedAt: Date.now() - 12_000,
            output: [
              '> sample@1.0.0 test',
              '> vitest run --reporter verbose --coverage',
              '',
              ' ✓ src/a.test.ts > alpha > is renamed everywhere 4ms',
              ' ✓ src/a.test.ts > alpha > keeps its value 1ms',
              ' × src/b.test.ts > beta > has a long title that does not fit into a narrow panel on one line 12ms',
              ' ⠋ src/c.test.ts 3/14',
            ].join('\n'),
          }),
        ],
      }),
    ],
  }),
  'command-ended': chat({
    items: [
      user('are the tests green?'),
      answer({
        blocks: [
          tool('run_shell_command', 'npm test -- --reporter verbose', {
            status: 'error',
            summary: 'exit 1 · 12 s',
            output: ' × src/b.test.ts > beta\n\n1 failed, 13 passed\n[Exit code 1.]',
          }),
          text('One fails. I’ll look at it alone.'),
          tool('run_shell_command', 'npm test -- src/b.test.ts', { summary: '<1 s', output: '1 passed' }),
          text('Alone it passes. I’ll repeat it.'),
          tool('run_shell_command', 'for run in 1 2 3; do ⏎ npm test ⏎ done', {
            status: 'cancelled',
            summary: 'stopped · 3 min 20 s',
            output: '[Interrupted by the user before it had finished. What it had done until then stays done.]',
          }),
        ],
        status: 'stopped',
      }),
    ],
  }),
  streaming: chat({
    status: 'responding',
    items: [
      user('rename alpha to beta everywhere and keep the tests green'),
      answer({
        status: 'streaming',
        blocks: [
          { kind: 'thinking', text: 'All uses first.', duration: 4000 },
          text('I’ll look at every use first.'),
          tool('grep', '“alpha” in src', { summary: '9 in 3 files' }),
          tool('edit', 'src/a.ts', { added: 3, removed: 3, files: ['src/a.ts'] }),
          text('The last use is in the fixture:\n\n```ts\nexport const beta = 1;\n```\n\nRunning the tests now'),
        ],
      }),
    ],
  }),
  waiting: chat({
    status: 'responding',
    items: [
      user('rename alpha to beta'),
      answer({
        status: 'streaming',
        blocks: [
          tool('read_file', 'src/a.ts', { summary: '142 lines' }),
          tool('run_shell_command', 'npm test', { status: 'executing' }),
          tool('edit', '', { status: 'validating' }),
          tool('write_file', '', { status: 'validating' }),
        ],
      }),
    ],
  }),
  answered: chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'add a changelog entry', immediate: false },
    speculation: speculation({ phase: 'ready', files: ['CHANGELOG.md'], added: 4, removed: 0 }),
  }),
  'ready-large': chat({
    items: renamed(),
    suggestion: {
      id: 's1',
      text: 'update the documentation and add a migration note for the renamed option',
      immediate: false,
    },
    speculation: speculation({ phase: 'ready', files: ['a', 'b', 'c'], added: 1242, removed: 817 }),
  }),
  preparing: chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'push it', immediate: false },
    speculation: speculation({ phase: 'running', step: 3, activity: 'editing src/b.ts' }),
  }),
  review: chat({
    items: renamed(),
    speculation: speculation({ phase: 'review', files: ['a', 'b', 'c'], added: 42, removed: 7 }),
    draft: 'add a changelog entry',
  }),
  conflict: chat({
    items: renamed(),
    speculation: speculation({
      phase: 'conflict',
      activity: 'You edited CHANGELOG.md after this was prepared. Nothing was written.',
      files: ['CHANGELOG.md'],
      added: 4,
    }),
    draft: 'add a changelog entry',
  }),
  stopped: chat({
    items: renamed(),
    speculation: speculation({ phase: 'stopped', activity: 'a command is run only when you are asked' }),
  }),
  'speculation-failed': chat({
    items: renamed(),
    speculation: speculation({ phase: 'failed', activity: 'the model could not be reached' }),
  }),
  applying: chat({
    items: renamed(),
    speculation: speculation({ phase: 'applying', files: ['a', 'b', 'c'], added: 42, removed: 7 }),
  }),
  approval: chat({
    status: 'waiting-for-confirmation',
    items: [
      user('rename alpha to beta'),
      answer({
        status: 'streaming',
        blocks: [
          text('One file to change.'),
          tool('edit', 'src/a.ts', {
            status: 'awaiting-approval',
            added: 1,
            removed: 1,
            approval: APPROVALS.edit,
          }),
          tool('run_shell_command', 'npm test', {
            status: 'awaiting-approval',
            approval: APPROVALS.command,
          }),
        ],
      }),
    ],
  }),
  'approval-reasons': asking('edit', APPROVALS.sensitive, 'run_shell_command', APPROVALS.ruled),
  'approval-beyond': asking('read_file', APPROVALS.outside, 'web_fetch', APPROVALS.url),
  'approval-plan': { ...asking('exit_plan_mode', APPROVALS.plan), approvalMode: 'plan' },
  'approval-yolo': chat({ items: renamed(), approvalMode: 'yolo' }),
  hidden: chat({
    status: 'waiting-for-confirmation',
    items: [
      user('make a\u202e live'),
      answer({
        status: 'streaming',
        blocks: [
          text('An override\u202e turned\u202c, `co\u200bde` and 👩🏽‍💻.\n\n```ts\nif (a\u202e) // \u2066b\n```'),
          tool('read_file', 'src/a\u202ets.exe', { summary: '3 lines', output: 'a\u200bb' }),
          tool('edit', 'src/a.ts', {
            status: 'awaiting-approval',
            approval: APPROVALS.hiddenEdit,
          }),
        ],
      }),
    ],
  }),
  'cut-off': chat({
    items: [
      user('write the migration guide'),
      answer({
        status: 'cut-off',
        blocks: [
          text(
            '**1. Before you start.** Back up the data folder and stop every worker. The new store reads the old format once, on first',
          ),
        ],
        usage: { input: 3100, output: 8200, cacheRead: 0, cacheWrite: 0, cost: 0.011 },
      }),
    ],
  }),
  errors: chat({
    notice: { severity: 'error', message: 'There is no key for anthropic.', action: 'set-api-key' },
    items: [
      user('explain this function'),
      answer({
        id: 'a0',
        status: 'failed',
        error: { message: 'Anthropic refused the API key (401).', action: 'set-api-key' },
      }),
      user('explain this function', 'u2'),
      answer({ id: 'a1', status: 'stopped', blocks: [text('It walks the tree and')] }),
      user('and the next one', 'u3'),
      answer({ id: 'a2', status: 'interrupted', blocks: [text('The next one')] }),
      user('and that?', 'u4'),
      answer({ id: 'a3', status: 'refused' }),
    ],
  }),
  retrying: chat({
    status: 'responding',
    items: [
      user('explain this function'),
      answer({
        status: 'streaming',
        retry: { attempt: 2, maxAttempts: 5, at: Date.now() + 12_000, reason: 'Rate limited' },
      }),
    ],
  }),
  code: chat({ items: [user('show me code'), answer({ blocks: [text(codeSample())], usage: USAGE })] }),
  branches: chat({
    items: [
      user('rename alpha to beta', 'u1', { branch: { index: 1, count: 2 } }),
      answer({
        blocks: [text('Renamed in 3 files; all 41 tests pass.')],
        branch: { index: 2, count: 3 },
        usage: USAGE,
        context: { used: 76_000, window: 200_000 },
      }),
      user('and now the changelog', 'u2'),
      answer({
        id: 'a2',
        blocks: [text('Added an entry under “Unreleased”.')],
        branch: { index: 1, count: 12 },
        usage: { ...USAGE, cost: null },
        context: { used: 812, window: null },
      }),
    ],
  }),
  editing: chat({
    items: [
      user('rename alpha to beta', 'u1', { branch: { index: 2, count: 2 } }),
      answer({ blocks: [text('Renamed in 3 files; all 41 tests pass.')], usage: { ...USAGE, cost: 0.0004 } }),
    ],
    editing: 'u1',
    draft: 'rename alpha to gamma',
    draftRevision: 1,
  }),
  images: chat({
    items: [
      user('what is wrong with this layout?', 'u1', {
        images: [
          picture('i1', 'Pasted image', '#3b82f6'),
          picture('i2', 'screenshot-of-the-settings-page.png', '#f59e0b'),
        ],
      }),
      answer({ blocks: [text('The second column is too narrow.')], usage: USAGE }),
      user('', 'u2', { images: [1, 2, 3, 4].map((n) => picture(`j${n}`, `shot ${n}.png`, '#10b981')) }),
      answer({ id: 'a2', blocks: [text('Four times the same.')] }),
    ],
  }),
  sources: chat({
    items: [
      user('what is new in TypeScript?'),
      answer({
        blocks: [text('The compiler has been **ported to Go**, and erasable syntax is checked.')],
        citations: [
          { url: 'https://devblogs.microsoft.com/typescript/announcing', title: 'Announcing TypeScript 7' },
          {
            url: 'https://example.com/a',
            title: 'Not a\u202ehost.com at all, and a title that goes on for more than a line',
          },
          { url: 'https://github.com/microsoft/typescript-go', title: '' },
          { url: 'javascript:alert(1)', title: 'Never shown' },
        ],
        usage: USAGE,
        context: { used: 900, window: 1_000_000 },
      }),
    ],
  }),
  markdown: chat({ items: [user('show me everything'), answer({ blocks: [text(markdownSample())] })] }),
  tools: chat({
    items: [
      user('do a lot'),
      answer({
        blocks: [
          tool('read_file', 'packages/core/src/services/configuration/common/configurationModels.ts', {
            summary: '1,842 lines',
            output: 'line one\nline two',
          }),
          text('Some of it did not work:'),
          tool('edit', 'CHANGELOG.md', { status: 'error', summary: 'changed meanwhile', output: 'The file changed.' }),
          tool('write_file', 'src/new.ts', { status: 'cancelled' }),
          tool('edit', 'src/other.ts', { added: 120, removed: 44, files: ['src/other.ts'] }),
          text('Done, but for one file.'),
        ],
        usage: { input: 1200, output: 700, cacheRead: 24_000, cacheWrite: 100, cost: 0.011 },
        speculated: true,
      }),
    ],
  }),
  long: chat({ items: longChat(2000) }),
};

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

function chat(patch: Partial<ChatState>): ChatState {
  return {
    ...createInitialChatState('bench'),
    title: 'Rename alpha',
    model: { id: 'anthropic/claude-sonnet-5', label: 'claude-sonnet-5' },
    ...patch,
  };
}

function user(words: string, id = 'u1', patch: Partial<UserItem> = {}): TranscriptItem {
  return userItem({ id, text: words, ...patch });
}

function picture(id: string, name: string, color: string): ImageView {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 64"><rect width="96" height="64" fill="${color}"/><circle cx="30" cy="30" r="14" fill="#fff"/></svg>`;
  return { id, name, thumbnail: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

/** Tools' names, each with its card. */
function asking(...cards: readonly (string | ApprovalView)[]): ChatState {
  const blocks = cards.flatMap((name, index) => {
    const approval = cards[index + 1];
    if (typeof name !== 'string' || typeof approval !== 'object') return [];
    return [tool(name, '', { status: 'awaiting-approval', approval })];
  });
  const items = [user('rename alpha to beta'), answer({ status: 'streaming', blocks })];
  return chat({ status: 'waiting-for-confirmation', items });
}

function answer(patch: Partial<AnswerItem>): AnswerItem {
  return answerItem({ id: 'a1', models: ['anthropic/claude-sonnet-5'], ...patch });
}

function text(words: string): Block {
  return { kind: 'text', text: words };
}

function tool(name: string, detail: string, patch: Partial<ToolBlock>): ToolBlock {
  return toolItem({ callId: `call-${++calls}`, name, detail, ...patch });
}

function speculation(patch: Partial<SpeculationView>): SpeculationView {
  return {
    id: 'p1',
    suggestionId: 's1',
    phase: 'running',
    step: 1,
    activity: '',
    files: [],
    added: 0,
    removed: 0,
    model: 'anthropic/claude-sonnet-5',
    ...patch,
  };
}

function renamed(): TranscriptItem[] {
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

function codeSample(): string {
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

function markdownSample(): string {
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
