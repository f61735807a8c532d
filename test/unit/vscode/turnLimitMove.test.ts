import { expect, test } from 'vitest';
import { turnLimitMovedKey } from '../../../src/extension/vscode/contributions.ts';
import { moveTurnLimit } from '../../../src/extension/vscode/turnLimitMove.ts';

type Values = Readonly<Record<string, unknown>>;

/** The user's settings and the stored state, which the move changes. */
function start(settings: Values, stored: Values) {
  const values: Record<string, unknown> = { ...settings };
  const state: Record<string, unknown> = { ...stored };
  const configuration = {
    inspect: (key: string) => ({ key, globalValue: values[key] as never }),
    update: async (key: string, value: unknown) => {
      if (value === undefined) delete values[key];
      else values[key] = value;
    },
  };
  const memento = {
    get: (key: string) => state[key] as never,
    update: async (key: string, value: unknown) => void (state[key] = value),
    keys: () => Object.keys(state),
  };
  return { values, state, move: () => moveTurnLimit({ configuration, state: memento }) };
}

const used = { 'premove.walkthroughSteps': ['asked'] };

test.each<[string, Values, Values, Values, boolean]>([
  ['moves the value if Premove was used before', { maxSessionTurns: 5 }, used, { maxTurnsPerPrompt: 5 }, true],
  ['moves an invalid value too', { maxSessionTurns: 'x' }, used, { maxTurnsPerPrompt: 'x' }, true],
  ['does nothing without a value', {}, used, {}, false],
  ['keeps the value of a new installation', { maxSessionTurns: 5 }, {}, { maxSessionTurns: 5 }, false],
  [
    'keeps both values, because the user has set both',
    { maxSessionTurns: 50, maxTurnsPerPrompt: 5 },
    used,
    { maxSessionTurns: 50, maxTurnsPerPrompt: 5 },
    false,
  ],
  [
    'keeps a value that was set after the move',
    { maxSessionTurns: 50 },
    { ...used, [turnLimitMovedKey]: true },
    { maxSessionTurns: 50 },
    false,
  ],
])('the move of premove.maxSessionTurns %s', async (_name, settings, stored, expected, moved) => {
  const { values, state, move } = start(settings, stored);
  expect(await move()).toBe(moved);
  expect(values).toEqual(expected);
  expect(state[turnLimitMovedKey]).toBe(true);
  expect(await move()).toBe(false);
});
