import { expect, it } from 'vitest';
import { toScreenText } from '../../../src/extension/terminal/terminalOutput.ts';

it.each([
  ['\x1b[?1049h\x1b[2J\x1b[1;1Hold\x1b[1;1HWhich one?\x1b[2;1H> ', 'Which one?\n>'],
  ['frame 1\x1b[1A\r\x1b[Jframe 2', 'frame 2'],
  ['\x1b[31mred\x1b[0m\r\nend\r\n', 'red\nend'],
  ['', ''],
])('%j shows %j', async (raw, text) => expect(await toScreenText(raw)).toBe(text));
