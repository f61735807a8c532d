import { describe, expect, test } from 'vitest';
import { parseSubmission, type TypedCommand } from '../../../../src/extension/chat/composer/parseSubmission.ts';

const command = (prefix: string): TypedCommand => ({ prefix, run: async () => ({ outcome: 'sent' }) });
const clear = command('/clear');
const clearAll = command('/clear-all');
const shell = command('!');
const COMMANDS = [clear, clearAll, shell];

describe('a submission that begins with a known prefix', () => {
  test.each<[string, TypedCommand, string]>([
    ['/clear', clear, ''],
    ['  /clear \n', clear, ''],
    ['/clear the  log', clear, 'the  log'],
    ['/clear\nthe log', clear, 'the log'],
    ['/clear-all', clearAll, ''],
    ['!git status', shell, 'git status'],
    ['! git status', shell, 'git status'],
  ])('is a command: %j', (typed, expected, argument) => {
    expect(parseSubmission(typed, COMMANDS)).toEqual({ kind: 'command', command: expected, argument });
  });
});

describe('a submission without a known prefix', () => {
  test.each<[string, string]>([
    ['', ''],
    ['  rename it\r\n', 'rename it'],
    ['/unknown', '/unknown'],
    ['/clearly a prompt', '/clearly a prompt'],
    ['/clear/the/path', '/clear/the/path'],
    ['/CLEAR', '/CLEAR'],
    ['run /clear', 'run /clear'],
  ])('is a prompt: %j', (typed, text) => {
    expect(parseSubmission(typed, COMMANDS)).toEqual({ kind: 'prompt', typed, text });
  });

  test.each(['/clear', '!git status', '/'])('is a prompt if the command does not exist: %j', (typed) => {
    expect(parseSubmission(typed, [])).toEqual({ kind: 'prompt', typed, text: typed });
  });
});
