import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decideCommandEnter,
  decideEscape,
  decideTab,
  type CommandEnterSituation,
  type EscapeSituation,
  type TabSituation,
} from '../../../src/webview/state/keyTables.ts';

/** All combinations of true and false for these keys. */
function combinations<Key extends string>(keys: readonly Key[]): Record<Key, boolean>[] {
  return keys.reduce<Record<string, boolean>[]>(
    (all, key) =>
      all.flatMap((each) => [
        { ...each, [key]: true },
        { ...each, [key]: false },
      ]),
    [{}],
  );
}

/** The first row whose condition holds decides. Checks every situation. */
function checkTable<Situation extends object, Effect>(
  decide: (situation: Situation) => Effect,
  situations: readonly Situation[],
  rows: readonly [row: string, holds: (situation: Situation) => boolean, effect: Effect][],
): void {
  for (const situation of situations) {
    const [row, , effect] = rows.find(([, holds]) => holds(situation)) ?? [];
    expect(decide(situation), `${row}: ${JSON.stringify(situation)}`).toBe(effect);
  }
}

describe('the key tables', () => {
  it('list the effects of Tab in each situation', () => {
    const situations = combinations<keyof TabSituation>([
      'listOpen',
      'suggestionVisible',
      'completing',
      'isFilledSuggestion',
      'asksForCompletion',
      'caretAtEnd',
    ]);
    checkTable(decideTab, situations, [
      ['list open → picks', ({ listOpen }) => listOpen, 'pick'],
      ['ghost suggestion → fills', ({ suggestionVisible }) => suggestionVisible, 'fill'],
      ['completion → takes it', ({ completing }) => completing, 'take'],
      ['a filled suggestion → leaves', ({ isFilledSuggestion }) => isFilledSuggestion, 'leave'],
      ['the setting is on, at the end → asks', (at) => at.asksForCompletion && at.caretAtEnd, 'ask'],
      ['otherwise → leaves', () => true, 'leave'],
    ]);
  });

  it('list the effects of Esc in each situation', () => {
    const situations = combinations<keyof EscapeSituation>([
      'somethingOpen',
      'vimTakesEscape',
      'shell',
      'translating',
      'completing',
      'noteShown',
      'suggestionVisible',
      'editing',
      'cardWaits',
      'answering',
      'hasText',
    ]);
    checkTable(decideEscape, situations, [
      ['list, menu or feedback field open → closes it', ({ somethingOpen }) => somethingOpen, 'close'],
      ['a mode or a command of Vim → leaves it', ({ vimTakesEscape }) => vimTakesEscape, 'leave-vim'],
      ['shell mode → leaves it', ({ shell }) => shell, 'leave-shell'],
      ['translation → cancels it', ({ translating }) => translating, 'cancel'],
      ['completion → drops it', ({ completing }) => completing, 'drop'],
      ['the output of a command → closes it', ({ noteShown }) => noteShown, 'close-note'],
      ['ghost suggestion → hides it', ({ suggestionVisible }) => suggestionVisible, 'hide'],
      ['editing → cancels the edit', ({ editing }) => editing, 'cancel-edit'],
      ['a card waits → nothing', ({ cardWaits }) => cardWaits, 'nothing'],
      ['an answer runs → stops it', ({ answering }) => answering, 'stop'],
      ['text → the second press clears it', ({ hasText }) => hasText, 'clear'],
      ['otherwise → VS Code', () => true, 'pass'],
    ]);
  });

  it('list the effects of Ctrl+Enter in each situation', () => {
    const situations = combinations<keyof CommandEnterSituation>([
      'cardFocused',
      'cardWaits',
      'inputEmpty',
      'answering',
    ]);
    checkTable(decideCommandEnter, situations, [
      ['a card has the focus → allows', ({ cardFocused }) => cardFocused, 'allow'],
      ['empty input and a card waits → allows', (at) => at.inputEmpty && at.cardWaits, 'allow'],
      ['an answer runs → steers', ({ answering }) => answering, 'steer'],
      ['otherwise → sends', () => true, 'send'],
    ]);
  });
});

describe('the README', async () => {
  const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8');
  /** The effects in the rows of the table that begins with this header cell. */
  const effectsOf = (header: string): string[] => {
    const table = readme.slice(readme.indexOf(`| ${header} |`)).split('\n\n')[0] ?? '';
    return table
      .split('\n')
      .slice(2)
      .map((row) => row.split('|')[2]?.trim() ?? '');
  };

  it.each([
    [
      'Tab, if',
      [
        'picks the entry',
        'fills it in without sending it',
        'takes it',
        'moves the focus to the next control',
        'asks for a completion',
        'moves the focus to the next control',
      ],
    ],
    [
      'Esc, if',
      [
        'closes it',
        'leaves that mode, cancels the command, or ends the highlighting',
        'leaves it; the text stays',
        'cancels it',
        'drops it',
        'closes it',
        'hides it; it does not come back',
        'discards your changes',
        'does nothing; the answer does not stop',
        'stops the answer',
        'clears it when pressed twice within two seconds; Undo restores the text',
      ],
    ],
    [
      'Ctrl+Enter (macOS: Cmd+Enter), if',
      [
        'allows what the card asks about',
        'sends your message [during the answer](docs/input.md#while-premove-answers)',
        'sends your message; on a suggestion, does the same as Enter',
      ],
    ],
  ])('lists the effects in the order of the key tables: %s', (header, effects) =>
    expect(effectsOf(header)).toEqual(effects),
  );
});
