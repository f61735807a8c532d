import type { ChatState } from '../../src/shared/chatState.ts';
import type { ToolBlock } from '../../src/shared/toolBlock.ts';
import { APPROVALS } from './approvalStates.ts';
import { answer, chat, text, tool, USAGE, user } from './stateParts.ts';

const REPORT = [
  'The age is parsed in **two places**:',
  '',
  '- `src/age.ts:12` parses the form’s text and throws a `RangeError` for a negative number.',
  '- `src/import/csvReader.ts:140` accepts any number, so a negative age reaches the database.',
  '',
  '```ts',
  'const age = Number(row.age); // not checked',
  '```',
].join('\n');

const LONG_TASK =
  'explore: Find every place that parses an age from text, with the checks that it makes, and where the result is stored';

function done(): ToolBlock[] {
  return [
    tool('grep', 'parseAge in src', { summary: '9 in 3 files' }),
    tool('read_file', 'src/age.ts', { summary: '42 lines' }),
    tool('read_file', 'packages/core/src/services/import/csvReaderConfiguration.ts:120', { summary: 'lines 120–180' }),
    tool('run_shell_command', 'git log --oneline -5', { summary: 'exit 0' }),
    tool('edit', 'src/age.ts', { added: 3, removed: 1, files: ['src/age.ts'] }),
    tool('write_file', 'src/new.ts', { status: 'cancelled', notRun: 'denied', summary: 'denied' }),
    tool('lsp', 'references parseAge src/age.ts:12', { status: 'error', summary: 'nothing found' }),
  ];
}

function row(detail: string, patch: Partial<ToolBlock>): ToolBlock {
  return tool('agent', detail, patch);
}

function running(detail: string, calls: ToolBlock[], patch: Partial<ToolBlock> = {}): ToolBlock {
  const agent = { model: 'claude-haiku-5', calls, count: calls.length };
  return row(detail, { status: 'executing', startedAt: Date.now() - 42_000, agent, ...patch });
}

const reading = (): ToolBlock[] => [
  ...done().slice(0, 2),
  tool('read_file', 'src/import/csvReader.ts', { status: 'executing' }),
];

/** The buttons that screenshots press, by the name of the state. */
export const AGENT_BUTTONS: Readonly<Record<string, RegExp>> = { 'agents-done': /^Show result of/ };

/** States of the rows of sub-agents, and of the cards about their calls. */
export const AGENT_STATES: Readonly<Record<string, ChatState>> = {
  'agents-running': chat({
    status: 'responding',
    items: [
      user('where do we parse ages?'),
      answer({
        status: 'streaming',
        blocks: [
          text('I look at three parts of the project at once.'),
          running(LONG_TASK, reading()),
          running('general: Add the missing check to the importer', []),
          running('reviewer: Review the last commit', done().slice(0, 1), {
            agent: { model: 'claude-sonnet-5', calls: done().slice(0, 1), count: 1, retries: true },
          }),
          row('explore: List the tests of the importer', { status: 'executing', startedAt: Date.now() - 1000 }),
        ],
      }),
    ],
  }),
  'agents-done': chat({
    items: [
      user('where do we parse ages?'),
      answer({
        blocks: [
          row(LONG_TASK, {
            summary: '7 calls',
            added: 3,
            removed: 1,
            files: ['src/age.ts'],
            output: REPORT,
            agent: { model: 'claude-haiku-5', calls: done(), count: 131 },
          }),
          text('In two places; only one checks the number.'),
        ],
        usage: USAGE,
        agentCost: { dollars: 0.021, tokens: 0 },
        context: { used: 12_000, window: 200_000 },
      }),
    ],
  }),
  'agents-collapsed': chat({
    items: [
      user('where do we parse ages?'),
      answer({
        blocks: [
          row('explore: Find the parsers', { summary: '4 calls', output: REPORT, agent: ended(4) }),
          row('explore: Find the tests', { summary: '2 calls', output: 'None.', agent: ended(2) }),
          text('In two places.'),
        ],
      }),
    ],
  }),
  'agents-failed': chat({
    items: [
      user('where do we parse ages?'),
      answer({
        blocks: [
          row('explore: Find the parsers', {
            status: 'error',
            summary: 'failed',
            output: 'OpenAI refused the key (401).',
            agent: { ...ended(1), note: 'The fast model cannot be used, so the chat’s model was used. Set a key.' },
          }),
          row('general: Change them', { status: 'cancelled', summary: 'stopped', agent: ended(2) }),
        ],
      }),
    ],
  }),
  'agents-asking': chat({
    status: 'waiting-for-confirmation',
    items: [
      user('check the age everywhere'),
      answer({
        status: 'streaming',
        blocks: [
          running('general: Add the missing check to the importer', [
            ...done().slice(0, 2),
            tool('edit', 'src/a.ts', { status: 'awaiting-approval', madeBy: 'general', approval: APPROVALS.edit }),
          ]),
          running('reviewer: Review the last commit', [
            tool('run_shell_command', 'npm test', {
              status: 'awaiting-approval',
              madeBy: 'reviewer',
              approval: APPROVALS.command,
            }),
          ]),
        ],
      }),
    ],
  }),
};

function ended(count: number): NonNullable<ToolBlock['agent']> {
  return { model: 'claude-haiku-5', calls: done().slice(0, count), count };
}
