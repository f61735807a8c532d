import { beforeAll, describe, expect, it } from 'vitest';
import { readScreen } from '../../../src/extension/terminal/extract.ts';
import {
  differences,
  readRecording,
  recordingNames,
  replay,
  writtenScreens,
  type CorpusScreen,
} from '../../support/terminalCorpus.ts';

/** Milliseconds. The replay takes a few seconds, but much longer on a busy machine. */
const REPLAY_LIMIT = 60_000;

describe('the corpus of terminal screens', () => {
  let screens: CorpusScreen[] = [];
  beforeAll(async () => {
    const names = await recordingNames();
    const replayed = await Promise.all(names.map(async (name) => replay(name, await readRecording(name))));
    screens = [...replayed.flat(), ...(await writtenScreens())];
  }, REPLAY_LIMIT);

  const wrong = (chosen: readonly CorpusScreen[]): string[] =>
    chosen.flatMap(({ name, lines, expected }) => {
      if (!expected) return [];
      const found = differences(readScreen(lines), expected);
      return found.length > 0 ? [`${name}: ${found.join('; ')}`] : [];
    });

  it('is read as a person would read it', () => {
    const expected = screens.filter((screen) => screen.expected);
    expect(expected.length).toBeGreaterThanOrEqual(150);
    expect(wrong(expected)).toEqual([]);
  });

  it('has screens that imitate other screens, and these screens are read correctly', () => {
    const hostile = screens.filter((screen) => screen.expected?.hostile);
    const expected = screens.filter((screen) => screen.expected);
    expect(hostile.length).toBeGreaterThanOrEqual(expected.length / 4);
    expect(wrong(hostile)).toEqual([]);
  });

  it('has no question in ordinary work', () => {
    const ordinary = screens.filter(({ agent }) => agent === 'ordinary');
    expect(ordinary.length).toBeGreaterThanOrEqual(1000);
    const questions = ordinary.filter(({ lines }) => readScreen(lines).state === 'has_question');
    expect(questions.map(({ name }) => name)).toEqual([]);
  });

  it('is read the same from the last 80 lines of a screen, or left to a model', () => {
    const differing = screens.filter(({ lines, expected }) => {
      const { state } = readScreen(lines.slice(-80));
      return expected && state !== expected.state && state !== 'unknown';
    });
    expect(differing.map(({ name }) => name)).toEqual([]);
  });
});
