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

describe('decideCardKey', () => {
  const cases: Case[] = [
    ['allows on Ctrl+Enter with the focus on the card', ALLOW, 'card', {}, 'allow'],
    ['allows on Ctrl+Enter in an empty input', ALLOW, 'empty-input', {}, 'allow'],
    ['allows on Cmd+Enter', { ...ALLOW, ...CMD }, 'empty-input', {}, 'allow'],
    ['denies on Ctrl+Backspace with the focus on the card', DENY, 'card', {}, 'deny'],
    ['denies on Ctrl+Backspace in an empty input', DENY, 'empty-input', {}, 'deny'],
    ['denies on Cmd+Backspace', { ...DENY, ...CMD }, 'card', {}, 'deny'],
  ];
  for (const each of cases) check(each);
});

describe('decideCardKey passes a key on', () => {
  const cases: Case[] = [
    ['if the input has text, because Ctrl+Enter then steers', ALLOW, 'elsewhere', {}, 'pass'],
    ['if the input has text, because Ctrl+Backspace then deletes a word', DENY, 'elsewhere', {}, 'pass'],
    ['if no card waits', ALLOW, 'empty-input', null, 'pass'],
    ['if Enter is pressed alone', { ...ALLOW, ctrl: false }, 'empty-input', {}, 'pass'],
    ['if Backspace is pressed alone', { ...DENY, ctrl: false }, 'empty-input', {}, 'pass'],
    ['if Shift is held too', { ...ALLOW, shift: true }, 'card', {}, 'pass'],
    ['if AltGr is held', { ...ALLOW, alt: true }, 'card', {}, 'pass'],
    ['if Ctrl and Cmd are both held', { ...ALLOW, meta: true }, 'card', {}, 'pass'],
    ['if the key is a letter', { ...ALLOW, key: 'a' }, 'card', {}, 'pass'],
    ['if an input method is composing', { ...ALLOW, composing: true }, 'empty-input', {}, 'pass'],
  ];
  for (const each of cases) check(each);
});

describe('decideCardKey with a card that is not ready', () => {
  const cases: Case[] = [
    ['swallows Enter just after the card appears', ALLOW, 'empty-input', { age: GUARD_MS - 1 }, 'swallow'],
    ['swallows Backspace just after the card appears', DENY, 'card', { age: 0 }, 'swallow'],
    ['swallows a held Enter', { ...ALLOW, repeat: true }, 'card', {}, 'swallow'],
    ['swallows a held Backspace', { ...DENY, repeat: true }, 'empty-input', {}, 'swallow'],
    ['scrolls to a card that is out of view instead of allowing', ALLOW, 'empty-input', { isInView: false }, 'reveal'],
    ['scrolls to a card that is out of view instead of denying', DENY, 'empty-input', { isInView: false }, 'reveal'],
    ['does not allow a command whose end has not been shown', ALLOW, 'empty-input', { isRead: false }, 'read-first'],
    ['denies a command whose end has not been shown', DENY, 'empty-input', { isRead: false }, 'deny'],
    [
      'swallows Enter if the card only offers a denial with feedback',
      ALLOW,
      'empty-input',
      { offersAllow: false },
      'swallow',
    ],
    ['swallows Enter while a menu of the card is open', ALLOW, 'card', { hasOpenMenu: true }, 'swallow'],
    ['swallows Backspace while a menu of the card is open', DENY, 'card', { hasOpenMenu: true }, 'swallow'],
    ['denies with the feedback that is being written', DENY, 'empty-input', { offersAllow: false }, 'deny'],
  ];
  for (const each of cases) check(each);
});

describe('the hint that names the keys of a card', () => {
  it.each<[string, CardSituation['place'], Partial<CardState> | null, WorkingKeys]>([
    ['is shown on the card', 'card', {}, 'both'],
    ['is shown in an empty input', 'empty-input', {}, 'both'],
    ['is shown at once, also for a card out of view', 'card', { age: 0, isInView: false }, 'both'],
    ['is hidden in a text field of the card', 'elsewhere', {}, 'none'],
    ['is hidden if no card waits', 'elsewhere', null, 'none'],
    ['is hidden while a menu is open', 'card', { hasOpenMenu: true }, 'none'],
    ['names only the key that denies while the card only offers a denial', 'card', { offersAllow: false }, 'deny'],
    ['names only the key that denies until the end of a command has been shown', 'card', { isRead: false }, 'deny'],
  ])('%s', (_title, place, card, working) => {
    expect(decideWorkingKeys({ place, card: card && { ...CARD, ...card } })).toBe(working);
  });
});

/** A page with cards and a clock that the test advances. A card's place is its order from the top. */
function createPage() {
  let now = 0;
  let press = (_event: KeyboardEvent): void => {};
  const actions: string[] = [];
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
    document: { addEventListener: (type: string, listener: () => void) => listeners.set(type, listener) },
  } as unknown as Window);
  const input = { matches: () => true };
  const menu = { isOpen: false };
  const buttons: unknown[] = [];
  const elements = new Map<unknown, number>();
  const createCard = (id: string, place: number): WaitingCard => {
    const button = { matches: () => false };
    buttons.push(button);
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
      allow: () => actions.push(`allow ${id}`),
      deny: () => actions.push(`deny ${id}`),
      readFirst: () => actions.push(`read ${id}`),
      isFeedbackOpen: () => true,
      closeFeedback: () => actions.push(`close ${id}`),
    };
  };
  return {
    keys,
    actions,
    menu,
    /** Moves the focus to a button of the topmost card, or away from the cards. */
    focusCard(isOnCard: boolean) {
      page.activeElement = isOnCard ? buttons[0] : null;
      listeners.get('focusin')?.();
    },
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
      let isHandled = false;
      press({
        key,
        ctrlKey: true,
        metaKey: false,
        shiftKey: false,
        altKey: false,
        repeat: false,
        isComposing: false,
        keyCode: 0,
        preventDefault: () => (isHandled = true),
        stopImmediatePropagation: () => {},
      } as unknown as KeyboardEvent);
      return isHandled;
    },
  };
}

describe('the keys of the waiting cards', () => {
  it('act on the topmost card from an empty input, and on the next card after the guard time', () => {
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
    expect(page.actions).toEqual(['allow above', 'deny below']);
  });

  it('do not act on a card while the input has text, or just after they have edited the text', () => {
    const page = createPage();
    page.focusInput();
    page.add('card', 1);
    page.wait(GUARD_MS);
    page.keys.inputChanged({ empty: false });
    expect([page.key('Backspace'), page.keys.outlined.get()]).toEqual([false, null]);
    page.keys.inputChanged({ empty: true });
    expect([page.key('Backspace'), page.keys.outlined.get()]).toEqual([true, 'card']);
    expect(page.actions).toEqual([]);
    page.wait(GUARD_MS);
    page.key('Backspace');
    expect(page.actions).toEqual(['deny card']);
  });

  it('act on a card as soon as the user has emptied the input with other keys', () => {
    const page = createPage();
    page.focusInput();
    page.keys.inputChanged({ empty: false });
    page.add('card', 1);
    page.wait(GUARD_MS);
    page.keys.inputChanged({ empty: true });
    page.key('Backspace');
    page.keys.inputChanged({ empty: false });
    page.keys.inputChanged({ empty: true });
    page.key('Backspace');
    expect(page.actions).toEqual(['deny card', 'deny card']);
  });

  it('do not allow a card just after the input was emptied (Ctrl+Enter), but can deny it (Ctrl+Backspace)', () => {
    const page = createPage();
    page.focusInput();
    page.add('card', 1);
    page.keys.inputChanged({ empty: false });
    expect(page.key('Enter')).toBe(false);
    // The host needed longer than the guard time to accept the text.
    page.wait(GUARD_MS);
    page.keys.inputChanged({ empty: true });
    page.wait(GUARD_MS - 1);
    page.keys.inputChanged({ empty: true });
    expect(page.key('Enter')).toBe(true);
    page.key('Backspace');
    page.wait(1);
    page.key('Enter');
    expect(page.actions).toEqual(['deny card', 'allow card']);
  });

  it('act on a card as soon as the focus returns to the card, for example from its menu', () => {
    const page = createPage();
    page.add('card', 1);
    page.focusCard(true);
    page.wait(GUARD_MS);
    page.focusCard(false);
    page.focusCard(true);
    page.key('Backspace');
    expect(page.actions).toEqual(['deny card']);
  });

  it('do not act on a card that was removed and returned, in the guard time', () => {
    const page = createPage();
    page.focusInput();
    const remove = page.add('card', 1);
    page.wait(GUARD_MS);
    remove();
    page.add('card', 1);
    page.key('Backspace');
    expect(page.actions).toEqual([]);
  });

  it('do nothing while a menu of the topmost card is open', () => {
    const page = createPage();
    page.focusInput();
    page.add('card', 1);
    page.wait(GUARD_MS);
    page.menu.isOpen = true;
    expect([page.key('Enter'), page.key('Backspace')]).toEqual([true, true]);
    expect(page.actions).toEqual([]);
    page.menu.isOpen = false;
    page.key('Enter');
    expect(page.actions).toEqual(['allow card']);
  });

  it('are reported only while they work', () => {
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

  it('close the feedback field of the topmost card, even while the input has text', () => {
    const page = createPage();
    page.focusInput();
    page.add('below', 2);
    page.add('above', 1);
    page.keys.inputChanged({ empty: false });
    page.keys.closeFeedback();
    expect(page.actions).toEqual(['close above']);
  });

  it('do not act on a card if the focus is elsewhere in the panel', () => {
    const page = createPage();
    page.add('card', 1);
    page.wait(GUARD_MS);
    expect([page.key('Enter'), page.keys.outlined.get()]).toEqual([false, null]);
    expect(page.actions).toEqual([]);
  });
});
