import { expect, it } from 'vitest';
import type { ApprovalView, ToolBlock } from '../../../src/shared/toolBlock.ts';
import { quoteSpaced, toolPlace } from '../../../src/shared/toolPlace.ts';
import { toolItem } from '../../support/chatItems.ts';

const asking = (diff: string): ApprovalView => ({
  question: '',
  subject: { kind: 'edit', file: 'a.ts', diff, added: 1, removed: 1, canOpen: true, amended: false },
  grantable: true,
  reasons: [],
  persistent: [],
});

const DIFF = '@@ -3,3 +4,3 @@\n a\n-b\n+c\n d';

it.each<[is: string, block: Partial<ToolBlock>, place: string | null]>([
  ['an edit, at its first changed line', { name: 'edit', detail: '/ws/a.ts', files: ['a.ts'], diff: DIFF }, 'a.ts:5'],
  ['a prepared edit', { name: 'edit', detail: 'a b.ts' }, 'a b.ts:'],
  ['an edit that waits for approval', { name: 'edit', detail: 'a.ts', approval: asking(DIFF) }, 'a.ts:5'],
  ['a new file', { name: 'write_file', detail: 'a.ts', diff: '@@ -0,0 +1,2 @@\n+a\n+b' }, 'a.ts:1'],
  ['an edit at the very beginning', { name: 'edit', detail: 'a.ts', diff: '@@ -1,1 +0,0 @@\n-a' }, 'a.ts:1'],
  ['a file that is to be deleted', { name: 'delete_file', detail: 'a.ts', status: 'awaiting-approval' }, 'a.ts:'],
  ['a deleted file', { name: 'delete_file', detail: 'a.ts', files: ['a.ts'] }, null],
  ['a moved file', { name: 'move_file', detail: '/ws/a.ts to b.ts', files: ['a.ts', 'b.ts'] }, 'b.ts:'],
  ['a file that is to be moved', { name: 'move_file', detail: 'a.ts to b.ts', status: 'awaiting-approval' }, null],
  ['a file that was read', { name: 'read_file', detail: 'src/a.ts' }, 'src/a.ts:'],
  ['a file that was read from a line on', { name: 'read_file', detail: 'src/a.ts:120' }, 'src/a.ts:120'],
  ['a definition', { name: 'lsp', detail: 'definition alpha src/a.ts:12' }, 'src/a.ts:12'],
  [
    'a definition in a folder whose name has spaces',
    { name: 'lsp', detail: 'hover alpha "my dir/a.ts:3"' },
    'my dir/a.ts:3',
  ],
  ['a name in double quotes', { name: 'lsp', detail: 'hover "al pha" src/a.ts:3' }, 'src/a.ts:3'],
  ['a name that begins with a double quote', { name: 'lsp', detail: 'hover "a "my dir/a.ts"' }, 'my dir/a.ts:'],
  ['an unfinished name in double quotes', { name: 'lsp', detail: 'hover "' }, null],
  ['symbols of the workspace', { name: 'lsp', detail: 'symbols alpha' }, null],
  ['a call whose arguments still stream in', { name: 'read_file', detail: '' }, null],
  ['a command', { name: 'run_shell_command', detail: 'cat a.ts' }, null],
  ['another tool', { name: 'read_files', detail: 'a.ts' }, null],
])('toolPlace finds the file of %s, if the tool row has one', (_is, block, expected) => {
  const place = toolPlace(toolItem(block));
  expect(place && `${place.link.path}:${place.link.line ?? ''}`).toBe(expected);
});

it.each([
  'a.ts:1',
  'my dir/a.ts:1',
  'a "b c.ts',
  '"a b".ts:12',
  'a b".ts',
  '""a b.ts',
  'b" "c.ts',
  'a".ts',
  './a"',
  '"./a"',
])('toolPlace finds the file %s in a detail that names it', (place) => {
  for (const before of ['hover ', 'hover alpha ', 'hover "al pha" ', 'hover "a ', 'hover a" ']) {
    const found = toolPlace(toolItem({ name: 'lsp', detail: before + quoteSpaced(place) }));
    expect(found).toMatchObject({ before, name: place });
  }
});

it('toolPlace separates the name from the words before it', () => {
  const place = toolPlace(toolItem({ name: 'lsp', detail: 'references alpha a.ts:1' }));
  expect(place).toMatchObject({ before: 'references alpha ', name: 'a.ts:1' });
  const spaced = toolPlace(toolItem({ name: 'lsp', detail: 'references alpha "my dir/a.ts:1"' }));
  expect(spaced).toMatchObject({ before: 'references alpha ', name: 'my dir/a.ts:1' });
  const moved = toolPlace(toolItem({ name: 'move_file', detail: '/ws/a.ts to b.ts', files: ['a.ts', 'b.ts'] }));
  expect(moved).toMatchObject({ before: 'a.ts to ', name: 'b.ts' });
});
