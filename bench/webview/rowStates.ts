import type { ChatState } from '../../src/shared/chatState.ts';
import { APPROVALS, edited, PLAN } from './approvalStates.ts';
import { answer, chat, text, tool, user } from './stateParts.ts';

const DIFF = [
  '@@ -8,6 +8,7 @@',
  " import { readFile } from 'node:fs/promises';",
  ' ',
  ' export async function read(path: string): Promise<string> {',
  '-  return readFile(path, "utf8");',
  '+  const text = await readFile(path, `utf8`); // all of it',
  '+  return text.trim();',
  ' }',
  ' ',
  '@@ -120,3 +121,3 @@',
  ' function limit(count: number) {',
  '-  return count > 1_000;',
  '+  return count > 2_000 && /^\\d+$/.test(String(count));',
  ' }',
].join('\n');

const OUTPUT = [
  ...Array.from(
    { length: 20 },
    (_, index) => ` \u001b[32m✓\u001b[39m src/${index}.test.ts \u001b[2m(3 tests)\u001b[22m`,
  ),
  ' \u001b[31m❯\u001b[39m src/b.test.ts \u001b[2m(2 tests | \u001b[22m\u001b[31m1 failed\u001b[39m\u001b[2m)\u001b[22m',
  '\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m \u001b[1msrc/b.test.ts\u001b[22m > \u001b[4mbeta\u001b[24m',
  '\u001b[7m inverse \u001b[27m \u001b[34mblue\u001b[39m \u001b[33myellow\u001b[39m \u001b[30mblack\u001b[39m ' +
    '\u001b[97mwhite\u001b[39m \u001b[90mgrey\u001b[39m \u001b[92mbright\u001b[39m \u001b[38;5;208morange\u001b[39m',
  '[Exit code 1.]',
].join('\n');

const TABLE = [
  '| Setting | Type | Default | What it does |',
  '| --- | --- | --- | --- |',
  '| `premove.model` | string | none | Chooses the model that answers, as provider and name |',
  '| `premove.approvalMode` | one of three | default | Says how much the assistant asks before it acts |',
].join('\n');

/** States of the transcript: rows of calls, diffs, output, plans, chips. */
export const ROW_STATES: Readonly<Record<string, ChatState>> = {
  'tool-runs': chat({
    items: [
      user('rename alpha and test it'),
      answer({
        blocks: [
          tool('read_file', 'src/a.ts', { summary: '142 lines', output: '1\tone' }),
          tool('read_file', 'src/b.ts:120', { summary: 'lines 120–140 of 300', output: '1\tone' }),
          tool('edit', 'src/a.ts', { added: 3, removed: 3, files: ['src/a.ts'], diff: DIFF, output: 'x' }),
          tool('edit', 'src/b.ts', {
            added: 1,
            removed: 0,
            files: ['src/b.ts'],
            unsaved: true,
            diff: DIFF,
            output: 'x',
          }),
          tool('run_shell_command', 'npm test', { status: 'error', summary: 'exit 1 · 12 s', output: OUTPUT }),
          tool('run_shell_command', 'rm -rf dist', { status: 'cancelled', notRun: 'denied', summary: 'denied' }),
          text('One test expects the old name. See `src/a.ts:12` and `alpha.beta()`.'),
          tool('read_file', 'packages/core/src/services/configuration/common/configurationModels.ts', {
            summary: '1,842 lines',
            output: 'line one\nline two',
          }),
          tool('write_file', 'CHANGELOG.md', { added: 2, files: ['CHANGELOG.md'], diff: DIFF, output: 'x' }),
          text('All is renamed.'),
          tool('delete_file', 'src/legacy.ts', { removed: 12, files: ['src/legacy.ts'], diff: DIFF, output: 'x' }),
          tool('move_file', 'src/a.ts to lib/b.ts', { summary: 'moved', files: ['src/a.ts', 'lib/b.ts'], output: 'x' }),
          tool(
            'move_file',
            'packages/core/src/common/configuration.ts to packages/core/src/services/configurationModels.ts',
            {
              summary: 'moved',
              files: ['packages/core/src/common/configuration.ts', 'packages/core/src/services/configurationModels.ts'],
              output: 'x',
            },
          ),
          tool('edit', 'src/unsaved.ts', {
            added: 1,
            removed: 1,
            files: ['src/unsaved.ts'],
            unsaved: true,
            diff: DIFF,
            output: 'x',
          }),
          text('Done.'),
        ],
      }),
    ],
  }),
  'command-wrapped': chat({
    items: [
      user('are the tests green?'),
      answer({
        status: 'stopped',
        blocks: [
          tool('edit', 'src/a.ts', { added: 1, removed: 1, files: ['src/a.ts'] }),
          tool('run_shell_command', 'npm test -- --coverage --reporter=verbose', { status: 'cancelled' }),
          text('I’ll run `npm test -- --coverage --reporter=verbose` again.'),
          tool('run_shell_command', 'npm test -- --coverage --reporter=verbose', { status: 'cancelled' }),
        ],
      }),
    ],
  }),
  'command-colors': chat({
    items: [
      user('are the tests green?'),
      answer({
        blocks: [
          tool('run_shell_command', 'npm test', { status: 'error', summary: 'exit 1 · 12 s', output: OUTPUT }),
          text('One fails.'),
        ],
      }),
    ],
  }),
  diffs: chat({
    status: 'waiting-for-confirmation',
    items: [
      user('read all of it'),
      answer({
        status: 'streaming',
        blocks: [
          tool('edit', 'src/a.ts', {
            status: 'awaiting-approval',
            approval: { ...APPROVALS.edit, subject: edited(DIFF) },
          }),
        ],
      }),
    ],
  }),
  'plan-accepted': chat({
    items: [
      user('plan it'),
      answer({
        blocks: [
          tool('exit_plan_mode', 'Rename', {
            plan: PLAN,
            status: 'cancelled',
            notRun: 'denied',
            summary: 'denied: shorter',
          }),
          text('Shorter, then.'),
          tool('exit_plan_mode', 'Rename', { plan: PLAN, summary: 'accepted, edited by you' }),
          tool('edit', 'src/a.ts', { added: 3, removed: 3, files: ['src/a.ts'] }),
          text('Done as planned.'),
        ],
      }),
    ],
  }),
  chips: chat({
    items: [
      user(
        `what is wrong in @src/app.ts and @src/age.ts#parseAge ?\n${'at line 12 of the log\n'.repeat(30)}I changed nothing.`,
        'u1',
        {
          folds: [
            { from: 17, to: 28, mention: 'file.x' },
            { from: 33, to: 53, mention: 'symbol.x' },
            { from: 56, to: 56 + 22 * 30 - 1 },
          ],
        },
      ),
      answer({ blocks: [text(`The second column is too narrow.\n\n${TABLE}\n\nThat is all.`)] }),
    ],
  }),
};
