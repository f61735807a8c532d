import { describe, expect, it } from 'vitest';
import {
  createCardKeys,
  decideCardKey,
  decideWorkingKeys,
  GUARD_MS,
  type CardKeyPress,
  type CardSituation,
  type CardState,
  type WorkingKeys,
  type WaitingCard,
} from '../../../src/webview/state/cardKeys.ts';

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
const CARD: CardState = { age: GUARD_MS, isInView: true, isRead: true, offersAllow: true, hasOpenMenu: false };

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
    ['an open menu keeps Ctrl+Enter from allowing', ALLOW, 'card', { hasOpenMenu: true }, 'swallow'],
    ['an open menu keeps Ctrl+Backspace from denying', DENY, 'card', { hasOpenMenu: true }, 'swallow'],
    ['feedback is sent with the denial', DENY, 'empty-input', { offersAllow: false }, 'deny'],
  ];
  for (const each of cases) check(each);
});

describe('the hint at the keys of a card', () => {
  it.each<[string, CardSituation['place'], Partial<CardState> | null, WorkingKeys]>([
    ['is shown on the card', 'card', {}, 'both'],
    ['is shown in an empty input', 'empty-input', {}, 'both'],
    ['is shown at once, and for a card that is out of view', 'card', { age: 0, isInView: false }, 'both'],
    ['is hidden in a text field of the card', 'elsewhere', {}, 'none'],
    ['is hidden if no card is answered', 'elsewhere', null, 'none'],
    ['is hidden while a menu is open', 'card', { hasOpenMenu: true }, 'none'],
    ['only denies while the card offers nothing else', 'card', { offersAllow: false }, 'deny'],
    ['only denies until the end of a command has been shown', 'card', { isRead: false }, 'deny'],
  ])('%s', (_title, place, card, working) => {
    expect(decideWorkingKeys({ place, card: card && { ...CARD, ...card } })).toBe(working);
  });
});

/** A page with cards of so many places in it, where keys are pressed at times that the test sets. */
function createPage() {
  let now = 0;
  let press = (_event: KeyboardEvent): void => {};
  const done: string[] = [];
  const page = { activeElement: null as unknown, hasFocus: () => isFocused };
  let isFocused = true;
  let isRead = true;
  const listeners = new Map<string, () => void>();
  const keys = createCardKeys(() => now);
  keys.listen({
    addEventListener: (type: string, listener: typeof press) => {
      if (type === 'keydown') press = listener;
      else listeners.set(type, listener as () => void);
    },
    document: { addEventListener: () => {} },
  } as unknown as Window);
  const input = { matches: () => true };
  const menu = { isOpen: false };
  const elements = new Map<unknown, number>();
  const createCard = (id: string, place: number): WaitingCard => {
    const button = { matches: () => false };
    const element = {
      button,
      ownerDocument: page,
      contains: (other: unknown) => other === button,
      compareDocumentPosition: (other: unknown) => ((elements.get(other) ?? 0) > place ? 4 : 2),
      querySelector: (selector: string) => (menu.isOpen && selector === '[role="menu"]' ? {} : null),
      closest: () => null,
    };
    elements.set(element, place);
    return {
      id,
      element: element as unknown as HTMLElement,
      isRead: () => isRead,
      offersAllow: () => true,
      allow: () => done.push(`allow ${id}`),
      deny: () => done.push(`deny ${id}`),
      readFirst: () => done.push(`read ${id}`),
      closeFeedback: () => done.push(`close ${id}`),
    };
  };
  return {
    keys,
    done,
    menu,
    add: (id: string, place: number) => keys.register(createCard(id, place)),
    unfocusWindow() {
      isFocused = false;
      listeners.get('blur')?.();
    },
    setRead(read: boolean) {
      isRead = read;
      keys.cardChanged();
    },
    wait: (ms: number) => void (now += ms),
    focusInput() {
      page.activeElement = input;
      keys.inputChanged({ focused: true, empty: true });
    },
    key(key: 'Enter' | 'Backspace') {
      let isTaken = false;
      press({
        key,
        ctrlKey: true,
        metaKey: false,
        shiftKey: false,
        altKey: false,
        repeat: false,
        isComposing: false,
        keyCode: 0,
        preventDefault: () => (isTaken = true),
        stopImmediatePropagation: () => {},
      } as unknown as KeyboardEvent);
      return isTaken;
    },
  };
}

describe('which card the keys answer', () => {
  it('is the topmost, outlined, from an empty input, and the next one only after a guard time', () => {
    const page = createPage();
    page.focusInput();
    page.add('below', 2);
    const remove = page.add('above', 1);
    expect(page.keys.outlined.get()).toBe('above');
    page.wait(GUARD_MS);
    expect(page.key('Enter')).toBe(true);
    remove();
    expect(page.keys.outlined.get()).toBe('below');
    page.wait(GUARD_MS - 1);
    page.key('Enter');
    page.wait(1);
    page.key('Backspace');
    expect(page.done).toEqual(['allow above', 'deny below']);
  });

  it('is none while there is a text, and a card answers only some time after the text has gone', () => {
    const page = createPage();
    page.focusInput();
    page.add('card', 1);
    page.wait(GUARD_MS);
    page.keys.inputChanged({ empty: false });
    expect([page.key('Backspace'), page.keys.outlined.get()]).toEqual([false, null]);
    page.keys.inputChanged({ empty: true });
    expect([page.key('Backspace'), page.keys.outlined.get()]).toEqual([true, 'card']);
    expect(page.done).toEqual([]);
    page.wait(GUARD_MS);
    page.key('Backspace');
    expect(page.done).toEqual(['deny card']);
  });

  it('is still the topmost while a menu of it is open, but both keys wait until the menu is closed', () => {
    const page = createPage();
    page.focusInput();
    page.add('card', 1);
    page.wait(GUARD_MS);
    page.menu.isOpen = true;
    expect([page.key('Enter'), page.key('Backspace')]).toEqual([true, true]);
    expect(page.done).toEqual([]);
    page.menu.isOpen = false;
    page.key('Enter');
    expect(page.done).toEqual(['allow card']);
  });

  it('says which keys work, for as long as they do', () => {
    const page = createPage();
    page.focusInput();
    const remove = page.add('card', 1);
    expect(page.keys.working.get()).toBe('both');
    page.setRead(false);
    expect(page.keys.working.get()).toBe('deny');
    page.keys.inputChanged({ empty: false });
    expect(page.keys.working.get()).toBe('none');
    page.keys.inputChanged({ empty: true });
    page.setRead(true);
    expect(page.keys.working.get()).toBe('both');
    page.unfocusWindow();
    expect(page.keys.working.get()).toBe('none');
    page.focusInput();
    remove();
    expect(page.keys.working.get()).toBe('none');
  });

  it('closes its feedback field with Esc, also while the input has a text', () => {
    const page = createPage();
    page.focusInput();
    page.add('below', 2);
    page.add('above', 1);
    page.keys.inputChanged({ empty: false });
    page.keys.closeFeedback();
    expect(page.done).toEqual(['close above']);
  });

  it('is none from elsewhere in the panel', () => {
    const page = createPage();
    page.add('card', 1);
    page.wait(GUARD_MS);
    expect([page.key('Enter'), page.keys.outlined.get()]).toEqual([false, null]);
    expect(page.done).toEqual([]);
  });
});
