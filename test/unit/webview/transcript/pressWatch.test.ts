import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchPress } from '../../../../src/webview/transcript/pressWatch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('acts at once if no pointer is pressed', () => {
  const page = new EventTarget();
  const end = watchPress(page);
  page.dispatchEvent(new Event('pointerdown'));
  page.dispatchEvent(new Event('pointerup'));
  const action = vi.fn();
  end(action);
  expect(action).toHaveBeenCalledOnce();
});

it.each(['pointerup', 'pointercancel'])('acts after the click if a pointer is pressed until %s', (release) => {
  const page = new EventTarget();
  const end = watchPress(page);
  page.dispatchEvent(new Event('pointerdown'));
  const action = vi.fn();
  end(action);
  vi.runAllTimers();
  expect(action).not.toHaveBeenCalled();
  page.dispatchEvent(new Event(release));
  expect(action).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(action).toHaveBeenCalledOnce();
  page.dispatchEvent(new Event(release));
  vi.runAllTimers();
  expect(action).toHaveBeenCalledOnce();
});
