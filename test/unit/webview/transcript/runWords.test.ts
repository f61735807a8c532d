import { describe, expect, it } from 'vitest';
import type { ToolBlock } from '../../../../src/shared/toolBlock.ts';
import { toRunWords, worstEnding } from '../../../../src/webview/transcript/tools/runWords.ts';
import { toRunText } from '../../../support/runText.ts';
import { toolItem } from '../../../support/chatItems.ts';

const call = (name: string, detail = '', patch: Partial<ToolBlock> = {}): ToolBlock =>
  toolItem({ name, detail, ...patch });
const read = (path: string, patch?: Partial<ToolBlock>) => call('read_file', path, patch);
const edit = (path: string, patch?: Partial<ToolBlock>) => call('edit', path, { files: [path], ...patch });
const command = (line: string, patch?: Partial<ToolBlock>) => call('run_shell_command', line, patch);

const failed = { status: 'error' } as const;
const refused = { status: 'error', notRun: 'refused' } as const;
const denied = { status: 'cancelled', notRun: 'denied' } as const;
const stopped = { status: 'cancelled' } as const;
const unrecorded = { status: 'cancelled', unrecorded: 'unknown' } as const;
const neverRan = { status: 'cancelled', unrecorded: 'not-run' } as const;
const interrupted = { status: 'cancelled', unrecorded: 'interrupted' } as const;
const cancelled = { status: 'cancelled', notRun: 'cancelled' } as const;

describe('the line of a collapsed run', () => {
  it.each<[expected: string, tools: ToolBlock[]]>([
    ['Read src/a.ts', [read('src/a.ts')]],
    ['Read 3 files', [read('a.ts'), read('b.ts'), read('a.ts'), read('c.ts')]],
    ['Read 3 files, ran `npm test` (failed)', [read('a'), read('b'), command('npm test', failed), read('c')]],
    ['Read a.ts', [read('a.ts'), read('a.ts:120'), read('a.ts:300')]],
    ['Edited 2 files', [edit('a.ts'), edit('b.ts'), edit('a.ts')]],
    ['Edited 2 files', [edit('a.ts'), call('write_file', '/ws/b.ts', { files: ['b.ts'] })]],
    ['Edited a.ts, edited b.ts (not saved yet)', [edit('a.ts'), edit('b.ts', { unsaved: true })]],
    ['Edited a.ts (not applied yet)', [edit('a.ts', { unapplied: true })]],
    ['Deleted a.ts', [call('delete_file', 'a.ts', { files: ['a.ts'], removed: 3 })]],
    ['Moved a.ts to b.ts', [call('move_file', '/ws/a.ts to b.ts', { files: ['a.ts', 'b.ts'] })]],
    ['Moved 2 files', [call('move_file', 'a to b'), call('move_file', 'c to d')]],
    ['You denied deleting a.ts', [call('delete_file', 'a.ts', denied)]],
    ['Ran 2 commands', [command('npm ci'), command('npm test')]],
    ['Ran 2 commands', [command('npm test'), command('npm test')]],
    ['Ran `npm a` (failed), ran `npm b` (failed)', [command('npm a', failed), command('npm b', failed)]],
    ['You denied `rm -rf dist`', [command('rm -rf dist', denied)]],
    ['Read a.ts, you denied editing a.ts', [read('a.ts'), edit('a.ts', denied)]],
    ['Could not run `deploy`', [command('deploy', refused)]],
    ['Could not read 2 files', [read('a', failed), read('b', failed)]],
    ['Could not edit a.ts, edited a.ts', [edit('a.ts', { ...failed, files: [] }), edit('a.ts')]],
    ['Stopped `npm start`, cancelled `npm test`', [command('npm start', stopped), command('npm test', cancelled)]],
    ['Edited d.ts, no result of `npm start`', [edit('d.ts'), command('npm start', unrecorded)]],
    [
      'Interrupted `npm start`, not run: `npm test`',
      [command('npm start', interrupted), command('npm test', neverRan)],
    ],
    [
      'Ran 2 agents, stopped running 1 agent',
      [call('agent', 'explore: a'), call('agent', 'explore: b'), call('agent', 'general: c', stopped)],
    ],
    ['Not run: editing d.ts', [edit('d.ts', neverRan)]],
    ['Searched for alpha in src, listed src', [call('grep', 'alpha in src'), call('list_directory', 'src')]],
    ['Searched 2 times', [call('grep', 'alpha'), call('glob', '**/*.ts')]],
    ['Fetched https://a.example', [call('web_fetch', 'https://a.example')]],
    ['Updated the steps, asked 2 questions', [call('todo_write', 'x'), call('ask_user', 'a'), call('ask_user', 'b')]],
    [
      'Used get_issue 2 times, could not use get_pr',
      [call('get_issue'), call('get_issue'), call('get_pr', '', failed)],
    ],
    ['Used constructor', [call('constructor')]],
    [
      'Read a, edited b, ran `c`, searched for d, 2 more steps',
      [read('a'), edit('b'), command('c'), call('grep', 'd'), call('lsp', 'e'), call('web_fetch', 'f')],
    ],
    ['Read 2 files', [read(''), read('')]],
    ['Read …/common/configurationModels.ts', [read('packages/core/src/services/common/configurationModels.ts')]],
  ])('reads: %s', (expected, tools) => expect(toRunText(tools)).toBe(expected));

  it('renders commands as code, and shortens long commands', () => {
    const words = toRunWords([read('a.ts'), command(`echo ${'x'.repeat(100)}`)]);
    expect(words.map(({ code }) => code)).toEqual([false, true]);
    expect(words[1]?.text).toHaveLength(60);
  });
});

it.each<[worst: ReturnType<typeof worstEnding>, tools: ToolBlock[]]>([
  ['success', [read('a'), edit('b', { unsaved: true })]],
  ['unapplied', [read('a'), edit('b', { unapplied: true })]],
  ['cancelled', [edit('a', { unapplied: true }), command('b', cancelled)]],
  ['denied', [command('b', stopped), command('a', denied)]],
  ['error', [command('a', denied), command('b', refused)]],
])('the worst ending of a run is %s', (worst, tools) => expect(worstEnding(tools)).toBe(worst));
