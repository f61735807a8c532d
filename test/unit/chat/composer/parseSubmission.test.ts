import { expect, test } from 'vitest';
import { parseSubmission } from '../../../../src/extension/chat/composer/parseSubmission.ts';

test.each<[typed: string, name: string, argument: string]>([
  ['/clear', 'clear', ''],
  ['/clear \n', 'clear', ''],
  ['/model  --fast gpt', 'model', '--fast gpt'],
  ['/clear\nthe log', 'clear', 'the log'],
  ['/review-pr 12', 'review-pr', '12'],
  ['/frontend:component x', 'frontend:component', 'x'],
  ['/aufräumen', 'aufräumen', ''],
  ['/CLEAR', 'CLEAR', ''],
  ['/', '', ''],
  ['/ ', '', ''],
])('a slash at the start, alone or with a name, is a command: %j', (typed, name, argument) => {
  expect(parseSubmission(typed)).toEqual({ kind: 'command', name, argument });
});

test.each<[typed: string, text: string]>([
  ['', ''],
  ['  rename it\r\n', 'rename it'],
  [' /clear', '/clear'],
  ['\n/clear', '/clear'],
  ['run /clear', 'run /clear'],
  ['/etc/hosts is wrong', '/etc/hosts is wrong'],
  ['/src/', '/src/'],
  ['// TODO', '// TODO'],
  ['/* comment */', '/* comment */'],
  ['/^a+$/ matches too much', '/^a+$/ matches too much'],
  ['/ is the root', '/ is the root'],
  ['!ls', '!ls'],
])('every other text is a prompt: %j', (typed, text) => {
  expect(parseSubmission(typed)).toEqual({ kind: 'prompt', typed, text });
});
