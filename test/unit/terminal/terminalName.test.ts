import { expect, it } from 'vitest';
import { numberedName } from '../../../src/extension/vscode/terminal/terminalName.ts';

it('terminals of one name have different names', () => {
  const names = ['node', 'bash', 'node', 'node'];
  expect(names.map((_, index) => numberedName(names, index))).toEqual(['node', 'bash', 'node (2)', 'node (3)']);
});
