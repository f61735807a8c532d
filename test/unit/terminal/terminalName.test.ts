import { expect, it } from 'vitest';
import { numberedName } from '../../../src/extension/vscode/terminal/terminalName.ts';

it('a number distinguishes terminals that have the same name', () => {
  const names = ['node', 'bash', 'node', 'node'];
  expect(names.map((_, index) => numberedName(names, index))).toEqual(['node', 'bash', 'node (2)', 'node (3)']);
});
