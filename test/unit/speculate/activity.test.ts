import { describe, expect, test } from 'vitest';
import { toStopped } from '../../../src/extension/speculate/activity.ts';
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
