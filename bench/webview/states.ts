import type { ChatState } from '../../src/shared/chatState.ts';
import { AGENT_STATES } from './agentStates.ts';
import { COMMAND_STATES } from './commandStates.ts';
import { CONTEXT_STATES } from './contextStates.ts';
import { SUGGESTION_STATES } from './suggestionStates.ts';
import { END_STATES } from './endStates.ts';
import { APPROVALS } from './approvalStates.ts';
import { MENU_STATES } from './menuStates.ts';
import { QUEUE_STATES } from './queueStates.ts';
import { ROW_STATES } from './rowStates.ts';
import { SHELL_STATES } from './shellStates.ts';
import { SPECULATION_STATES } from './speculationStates.ts';
import { TERMINAL_STATES } from './terminalStates.ts';
import { SUMMARY_STATES } from './summaryStates.ts';
import {
  USAGE,
  longChat,
  chat,
  user,
  picture,
  asking,
  answer,
  text,
  tool,
  speculation,
  renamed,
  codeSample,
  markdownSample,
} from './stateParts.ts';

/** States of the panel by name, for `server.ts` and the screenshots. */
export const STATES: Readonly<Record<string, ChatState>> = {
  ...AGENT_STATES,
  ...COMMAND_STATES,
  ...CONTEXT_STATES,
  ...MENU_STATES,
  ...SUGGESTION_STATES,
  ...QUEUE_STATES,
  ...TERMINAL_STATES,
  ...ROW_STATES,
  ...SHELL_STATES,
  ...SPECULATION_STATES,
  ...SUMMARY_STATES,
  ...END_STATES,
  'first-open': chat({
    model: null,
    firstSteps: { vscodeModels: 3, localServers: [{ provider: 'ollama', label: 'Ollama', models: 2 }] },
  }),
  'first-open-bare': chat({ model: null }),
  'no-folder': chat({ hasFolder: false }),
  'empty-chat': chat({}),
  'tour-chat': chat({ model: { id: 'tour/tour', label: 'tour' }, tour: 'running' }),
  'tour-finished': chat({
    model: { id: 'tour/tour', label: 'tour' },
    tour: 'finished',
    items: [
      user('update the README'),
      answer({
        speculated: true,
        models: ['tour/tour'],
        blocks: [
          tool('edit', 'README.md', { added: 2, removed: 1, files: ['README.md'] }),
          text('`README.md` now lists every exported function.\n\nThat was the last step of the tour.'),
        ],
      }),
    ],
  }),
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
            output: '[Interrupted by the user before it finished. Its effects until then remain.]',
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
  question: chat({
    status: 'waiting-for-confirmation',
    items: [
      user('rename alpha to beta'),
      answer({
        status: 'streaming',
        blocks: [
          tool('ask_user', '', {
            status: 'awaiting-answer',
            question: { text: 'Should its callers be renamed as well?', options: ['All of them', 'Only those in src'] },
          }),
        ],
      }),
    ],
  }),
  'approval-group': asking(
    ...APPROVALS.groupedEdits.flatMap((edit) => ['edit', edit]),
    'run_shell_command',
    APPROVALS.command,
  ),
  'approval-removals': asking(...APPROVALS.removals.flat()),
  'approval-group-removals': asking(
    'edit',
    { ...APPROVALS.edit, group: 'g' },
    ...APPROVALS.removals.flatMap(([name, card]) => [name, { ...card, group: 'g' }]),
  ),
  'approval-long': asking('run_shell_command', APPROVALS.long),
  'approval-reasons': asking('edit', APPROVALS.sensitive, 'run_shell_command', APPROVALS.ruled),
  'approval-contents': asking('read_file', APPROVALS.secret, 'write_file', APPROVALS.schema),
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
  continued: chat({
    status: 'responding',
    items: [
      user('Once upon a time there was a compiler that', 'u0'),
      answer({
        id: 'a0',
        blocks: [text(' never failed. Its users did, and so it learned to listen.')],
        usage: { input: 310, output: 20, cacheRead: 0, cacheWrite: 0, cost: 0.001 },
        continued: { of: 'prompt', form: 'guided', prefix: 42, automatic: null },
        branch: { index: 2, count: 2 },
      }),
      user('write the migration guide', 'u1'),
      answer({ id: 'a1', status: 'cut-off', blocks: [text('Back up the data folder and stop')] }),
      user('write all of it', 'u2'),
      answer({
        id: 'a2',
        status: 'streaming',
        blocks: [text('**1. Before you start.** Back up the data folder and stop every worker. The new')],
        continued: { of: 'answer', form: 'native', prefix: 60, automatic: 1 },
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
      user('explain this file', 'u0'),
      answer({ id: 'a0', status: 'failed', error: { message: 'Anthropic rate limit (429).', action: 'retry' } }),
      user('explain this function'),
      answer({
        status: 'streaming',
        retry: { attempt: 2, maxAttempts: 5, at: Date.now() + 12_000, reason: 'Anthropic rate limit (429).' },
      }),
    ],
  }),
  reconnecting: chat({
    status: 'responding',
    items: [
      user('explain this function'),
      answer({ id: 'a0', status: 'failed', error: { message: 'No connection to Anthropic.', action: 'retry' } }),
      user('explain this function, please', 'u2'),
      answer({ id: 'a1', status: 'failed', error: { message: 'No connection to Anthropic.', action: 'retry' } }),
      user('and now?', 'u3'),
      answer({
        id: 'a2',
        status: 'streaming',
        retry: { attempt: null, maxAttempts: 5, at: Date.now() + 8_000, reason: 'No connection to Anthropic.' },
      }),
    ],
  }),
  estimated: chat({
    items: [
      user('explain this function'),
      answer({
        status: 'stopped',
        blocks: [text('It walks the tree and')],
        usage: { ...USAGE, estimated: true },
        context: { used: 76_000, window: 200_000 },
        backgroundCost: { dollars: 0, tokens: 563 },
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
  'editing-answer': chat({
    items: [
      user('rename alpha to beta', 'u1'),
      answer({ blocks: [text('Renamed in 3 files; all 41 tests pass.')], usage: { ...USAGE, cost: 0.0004 } }),
    ],
    editing: 'a1',
    draft: 'Renamed in 3 files; all 41 tests pass.',
    draftRevision: 1,
  }),
  branched: chat({
    items: [
      user('rename alpha to beta', 'u1'),
      answer({
        blocks: [text('Renamed in 3 files; all 41 tests pass.')],
        branch: { index: 1, count: 1, later: { step: 0, prompts: 2 } },
        edited: true,
        usage: USAGE,
        input: { estimated: 1_850, counted: 1_900 },
        context: { used: 76_000, window: 200_000 },
      }),
    ],
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
          tool('edit', 'CHANGELOG.md', {
            status: 'error',
            summary: 'changed before you decided',
            output: 'The file changed.',
          }),
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
