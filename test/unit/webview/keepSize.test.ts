import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSize } from '../../../src/webview/keepSize.ts';
import { createValueStore } from '../../../src/webview/state/valueStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig() {
  const page = Object.assign(new EventTarget(), { innerWidth: 420, innerHeight: 900, setTimeout, clearTimeout });
  const style = { width: '', height: '' };
  const shown = createValueStore(true);
  keepSize(page as unknown as Window, { style } as unknown as HTMLElement, shown);
  return {
    shown,
    style,
    resize(innerWidth: number, innerHeight: number) {
      Object.assign(page, { innerWidth, innerHeight });
      page.dispatchEvent(new Event('resize'));
    },
  };
}

it('keeps the size of a hidden panel until its frame has its size again', () => {
  const { shown, style, resize } = rig();
  resize(500, 800);
  expect(style).toEqual({ width: '', height: '' });
  resize(300, 150);
  expect(style).toEqual({ width: '500px', height: '800px' });
  vi.advanceTimersByTime(100);
  shown.set(false);
  vi.advanceTimersByTime(60_000);
  expect(style).toEqual({ width: '500px', height: '800px' });
  resize(500, 800);
  shown.set(true);
  expect(style).toEqual({ width: '', height: '' });
});

it('keepSize drops the earlier size if a visible panel really has the size of hidden frames', () => {
  const { style, resize, shown } = rig();
  resize(300, 150);
  vi.advanceTimersByTime(500);
  expect(style).toEqual({ width: '', height: '' });

  shown.set(false);
  shown.set(true);
  vi.advanceTimersByTime(500);
  expect(style).toEqual({ width: '', height: '' });
});
