import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFocusGuard } from '../../../../src/webview/composer/focusGuard.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page in which the user presses keys on a card or in the input. */
function rig() {
  const page = new EventTarget();
  let place: 'card' | 'input' = 'card';
  const guard = createFocusGuard(page, () => place === 'input');
  return {
    guard,
    press: (key: string) => void page.dispatchEvent(Object.assign(new Event('keydown'), { key })),
    act: (type: 'pointerdown' | 'blur') => void page.dispatchEvent(new Event(type)),
    moveToInput() {
      place = 'input';
      guard.focused();
    },
  };
}

it.each(['Enter', ' '])('after the key "%s" on a card has moved the focus, Enter in the input is blocked', (key) => {
  const { guard, press, moveToInput } = rig();
  press(key);
  expect(guard.blocksEnter).toBe(false);
  vi.advanceTimersByTime(3_000);
  moveToInput();
  for (const ms of [60, 290, 450]) {
    vi.advanceTimersByTime(ms);
    press('Enter');
    expect(guard.blocksEnter).toBe(true);
  }
  vi.advanceTimersByTime(200);
  expect(guard.blocksEnter).toBe(false);
});

it('the next other key ends the block, and a modifier does not', () => {
  const { guard, press, moveToInput } = rig();
  press('Enter');
  moveToInput();
  press('Control');
  expect(guard.blocksEnter).toBe(true);
  press('x');
  press('Enter');
  expect(guard.blocksEnter).toBe(false);
});

it('Enter is not blocked if the control that got the first Enter has put a text into the input', () => {
  const { guard, press, moveToInput } = rig();
  press('Enter');
  guard.textGiven();
  moveToInput();
  press('Enter');
  expect(guard.blocksEnter).toBe(false);
});

it('a click ends the block', () => {
  const { guard, press, act, moveToInput } = rig();
  press('Enter');
  moveToInput();
  act('pointerdown');
  expect(guard.blocksEnter).toBe(false);
});

it.each([
  ['Tab', ({ press }: ReturnType<typeof rig>) => press('Tab')],
  ['Escape', ({ press }: ReturnType<typeof rig>) => press('Escape')],
  ['a click', ({ act }: ReturnType<typeof rig>) => act('pointerdown')],
  ['another part of VS Code', ({ act }: ReturnType<typeof rig>) => act('blur')],
])('a focus after %s blocks nothing', (_name, act) => {
  const user = rig();
  user.press('Enter');
  act(user);
  user.moveToInput();
  expect(user.guard.blocksEnter).toBe(false);
});

it('a focus after Enter in the input blocks nothing', () => {
  const { guard, press, moveToInput } = rig();
  moveToInput();
  press('Enter');
  guard.focused();
  expect(guard.blocksEnter).toBe(false);
});
