import { expect, test } from 'vitest';
import { classifyShellCommand, type ShellSafety } from '../../../src/extension/shell/shellSafety.ts';

/** Adds a test for each command. A string has one command per line; a list is for commands of several lines. */
export function checkEach(safety: ShellSafety, commands: string | readonly string[]): void {
  const list = typeof commands === 'string' ? commands.split('\n').map((line) => line.trim()) : commands;
  test.each(list.filter((command) => command !== ''))(`${safety}: %s`, async (command) => {
    expect(await classifyShellCommand(command)).toBe(safety);
  });
}
