import { describe, expect, test } from 'vitest';
import { toConflictText, toStopped } from '../../../src/extension/speculate/activity.ts';
import type { BoundaryType } from '../../../src/extension/speculate/gate.ts';

describe('a stopped speculation', () => {
  test.each<[BoundaryType, string, string, ReturnType<typeof toStopped>]>([
    ['shell', 'run_shell_command', 'npm test', { activity: 'needs approval', waitsFor: 'npm test' }],
    [
      'network',
      'web_fetch',
      'https://a.example',
      { activity: 'needs approval to use the network', waitsFor: 'https://a.example' },
    ],
    [
      'sensitive-path',
      '.vscode/tasks.json',
      'tasks.json',
      { activity: 'needs approval to edit', waitsFor: '.vscode/tasks.json' },
    ],
    [
      'rule',
      'read_file(*.sql)',
      'a.sql',
      { activity: 'needs approval because of your rule read_file(*.sql)', waitsFor: 'a.sql' },
    ],
    ['rule', '', 'b.sql', { activity: 'needs approval because of your rules', waitsFor: 'b.sql' }],
    ['cost-limit', 'day', '', { activity: 'today’s cost limit is reached' }],
  ])('at the boundary %s shows its reason, and what it waits for, if anything', (boundary, detail, call, expected) => {
    expect(toStopped(boundary, detail, call)).toEqual(expected);
  });

  test('shows the beginning and the end of a very long call', () => {
    const { waitsFor = '' } = toStopped('shell', '', `echo ${'👍'.repeat(20_000)} && git push`);
    expect([[...waitsFor].length, waitsFor.slice(0, 7), waitsFor.slice(-11)]).toEqual([401, 'echo 👍', '&& git push']);
    expect(waitsFor).not.toMatch(/\p{Cs}/u);
  });
});

describe('the text about a conflict', () => {
  const file = (display: string) => ({ path: `/ws/${display}`, display });
  const [marked, unmerged, deleted] = [
    { ...file('a.ts'), isMarked: true },
    { ...file('b.ts'), isMarked: false },
    { ...file('c.ts'), isMarked: false, isDeleted: true },
  ];
  test.each([
    [
      [marked],
      'a.ts has changed since, and the changes could not be merged. Nothing was applied. ' +
        'Edit the right side of the diff until no conflict markers are left, then apply.',
    ],
    [[deleted], 'c.ts has been deleted since. Nothing was applied. Press Review merge to choose a version.'],
    [
      [deleted, { ...deleted, ...file('d.ts') }],
      'c.ts, d.ts have been deleted since. Nothing was applied. Press Review merge to choose a version.',
    ],
    [
      [unmerged, deleted],
      'b.ts has changed since, and the changes could not be merged. c.ts has been deleted since. ' +
        'Nothing was applied. Press Review merge to choose a version.',
    ],
  ])('says which files have changed, and which have been deleted', (conflicts, expected) => {
    expect(toConflictText(conflicts)).toBe(expected);
  });
});
