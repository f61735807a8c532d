import { describe, expect, it } from 'vitest';
import {
  decideCardKey,
  GUARD_MS,
  type CardKeyPress,
  type CardSituation,
  type CardState,
} from '../../../src/webview/cardKeys.ts';

const ALLOW: CardKeyPress = {
  key: 'Enter',
  ctrl: true,
  meta: false,
  shift: false,
  alt: false,
  repeat: false,
  composing: false,
};
const DENY: CardKeyPress = { ...ALLOW, key: 'Backspace' };
const CMD = { ctrl: false, meta: true };
const CARD: CardState = { age: GUARD_MS, isInView: true, isRead: true, offersAllow: true };

type Case = [
  title: string,
  press: CardKeyPress,
  place: CardSituation['place'],
  card: Partial<CardState> | null,
  intent: string,
];

function check([title, press, place, card, expected]: Case): void {
  it(title, () => expect(decideCardKey(press, { place, card: card && { ...CARD, ...card } })).toBe(expected));
}

describe('the keys of a card', () => {
  const cases: Case[] = [
    ['Ctrl+Enter allows from the card', ALLOW, 'card', {}, 'allow'],
    ['Ctrl+Enter allows from an empty input', ALLOW, 'empty-input', {}, 'allow'],
    ['Cmd+Enter allows', { ...ALLOW, ...CMD }, 'empty-input', {}, 'allow'],
    ['Ctrl+Backspace denies from the card', DENY, 'card', {}, 'deny'],
    ['Ctrl+Backspace denies from an empty input', DENY, 'empty-input', {}, 'deny'],
    ['Cmd+Backspace denies', { ...DENY, ...CMD }, 'card', {}, 'deny'],
  ];
  for (const each of cases) check(each);
});

describe('keys that are not the card’s', () => {
  const cases: Case[] = [
    ['Ctrl+Enter with a text in the input steers', ALLOW, 'elsewhere', {}, 'pass'],
    ['Ctrl+Backspace with a text in the input deletes a word', DENY, 'elsewhere', {}, 'pass'],
    ['nothing waits', ALLOW, 'empty-input', null, 'pass'],
    ['Enter alone', { ...ALLOW, ctrl: false }, 'empty-input', {}, 'pass'],
    ['Backspace alone', { ...DENY, ctrl: false }, 'empty-input', {}, 'pass'],
    ['Ctrl+Shift+Enter', { ...ALLOW, shift: true }, 'card', {}, 'pass'],
    ['AltGr+Enter', { ...ALLOW, alt: true }, 'card', {}, 'pass'],
    ['Ctrl+Cmd+Enter', { ...ALLOW, meta: true }, 'card', {}, 'pass'],
    ['another letter', { ...ALLOW, key: 'a' }, 'card', {}, 'pass'],
    ['an input method at work', { ...ALLOW, composing: true }, 'empty-input', {}, 'pass'],
  ];
  for (const each of cases) check(each);
});

describe('keys that come too early, or too often', () => {
  const cases: Case[] = [
    ['a card that has only just appeared', ALLOW, 'empty-input', { age: GUARD_MS - 1 }, 'swallow'],
    ['the same for a denial', DENY, 'card', { age: 0 }, 'swallow'],
    ['a held Enter', { ...ALLOW, repeat: true }, 'card', {}, 'swallow'],
    ['a held Backspace', { ...DENY, repeat: true }, 'empty-input', {}, 'swallow'],
    ['a card that is scrolled out of view is shown first', ALLOW, 'empty-input', { isInView: false }, 'reveal'],
    ['the same for a denial', DENY, 'empty-input', { isInView: false }, 'reveal'],
    ['a command whose end has not been shown', ALLOW, 'empty-input', { isRead: false }, 'read-first'],
    ['a command whose end has not been shown can be denied', DENY, 'empty-input', { isRead: false }, 'deny'],
    ['a card that only offers a denial with feedback', ALLOW, 'empty-input', { offersAllow: false }, 'swallow'],
    ['feedback is sent with the denial', DENY, 'empty-input', { offersAllow: false }, 'deny'],
  ];
  for (const each of cases) check(each);
});
