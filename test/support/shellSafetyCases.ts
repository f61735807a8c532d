import { expect, test } from 'vitest';
import { classifyShellCommand, type ShellSafety } from '../../src/extension/shell/shellSafety.ts';

/** A test for each command: one a line in a text, or in a list where they have lines of their own. */
export function checkEach(safety: ShellSafety, commands: string | readonly string[]): void {
  const list = typeof commands === 'string' ? commands.split('\n').map((line) => line.trim()) : commands;
  test.each(list.filter((command) => command !== ''))(`${safety}: %s`, async (command) => {
    expect(await classifyShellCommand(command)).toBe(safety);
  });
}
