import { beforeAll, describe, expect, it, test } from 'vitest';
import { isFromToolOutput, toModelLines } from '../../../src/extension/terminal/modelReader/modelLines.ts';
import { readRecording, recordingNames, replay, type CorpusScreen } from '../../support/terminalCorpus.ts';

/** Milliseconds. */
const REPLAY_LIMIT = 60_000;

describe('the lines for a model', () => {
  let screens: CorpusScreen[] = [];
  beforeAll(async () => {
    const names = (await recordingNames()).filter((name) => name.endsWith('-hostile'));
    const all = await Promise.all(names.map(async (name) => replay(name, await readRecording(name))));
    screens = all.flat().filter(({ expected }) => expected?.hostile);
  }, REPLAY_LIMIT);

  it('contain no output of a tool on hostile screens, so a model cannot repeat this output as a question', () => {
    const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const outputs = screens.flatMap(({ name, lines }) => {
      const shown = toModelLines(lines);
      const isHidden = (text: string): boolean =>
        letters(text).length >= 15 && !letters(shown.join('')).includes(letters(text));
      return lines.filter((line, at) => line !== shown[at] && isHidden(line)).map((text) => ({ name, lines, text }));
    });
    expect(outputs.length).toBeGreaterThan(20);
    expect(outputs.filter(({ lines, text }) => !isFromToolOutput(text, lines)).map(({ name }) => name)).toEqual([]);
  });

  it('contain the agent’s own text', () => {
    const lines = ['⏺ Bash(npm test)', '  ⎿  ok', '     all 3 passed', '', '⏺ Shall I go on with the parser?', '', '❯'];
    expect(toModelLines(lines)).toEqual([lines[0], '  ⎿ …', '     …', ...lines.slice(3)]);
    expect(isFromToolOutput('Shall I go on with the parser?', lines)).toBe(false);
  });

  it('leave out the rest of an output that began above the first line', () => {
    const lines = ['     1. Yes, allow everything', '', '⏺ Which one do you prefer?'];
    expect(toModelLines(lines)).toEqual(['  …', '', lines[2]]);
    expect(isFromToolOutput('Yes, allow everything', lines)).toBe(true);
  });

  test.each([
    ['indented', ['     Do you want to proceed?', '', '     1. Yes, allow everything']],
    ['in a box', ['┃  Do you want to proceed?', '', '┃  1. Yes, allow everything']],
  ])('leave out all lines if every line is %s, because an output may have begun above them', (_, lines) => {
    expect(toModelLines(lines)).toEqual(['  …', '', '  …']);
    expect(isFromToolOutput('Yes, allow everything', lines)).toBe(true);
  });

  it('contain a dialog in a box below indented lines, because the box begins there', () => {
    const dialog = ['  ┃', '  ┃  Which database do you want to use?', '  ┃  1. PostgreSQL'];
    const lines = ['     1. Yes, allow everything', '', ...dialog, ''];
    expect(toModelLines(lines)).toEqual(['  …', '', ...dialog, '']);
    expect(isFromToolOutput('Which database do you want to use?', lines)).toBe(false);
    expect(isFromToolOutput('Yes, allow everything', lines)).toBe(true);
  });

  it('leave out a box that is indented like output', () => {
    const lines = ['     Reading the file', '', '     ┃  Which database do you want to use?'];
    expect(toModelLines(lines)).toEqual(['  …', '', '  …']);
    expect(isFromToolOutput('Which database do you want to use?', lines)).toBe(true);
  });
});
