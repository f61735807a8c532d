import { afterEach, describe, expect, it, vi } from 'vitest';
import { createValueStore } from '../../../../src/webview/state/valueStore.ts';
import {
  createFollower,
  followsAfterScroll,
  scrollsUpByWheel,
  type ScrollPlace,
} from '../../../../src/webview/transcript/follower.ts';

afterEach(() => vi.unstubAllGlobals());

function place(scrollTop: number, scrollHeight = 2_000, contentHeight = scrollHeight): ScrollPlace {
  return { scrollTop, scrollHeight, clientHeight: 500, contentHeight };
}

describe('a view that follows the end', () => {
  const cases: [title: string, following: boolean, before: ScrollPlace, now: ScrollPlace, follows: boolean][] = [
    ['stops following when the user scrolls up', true, place(1_500), place(1_400), false],
    ['stops following when the user scrolls up a little', true, place(1_500), place(1_490), false],
    ['keeps following if the view itself has grown', true, place(1_500), { ...place(1_450), clientHeight: 550 }, true],
    [
      'keeps following if the view has grown and shrunk again between two frames',
      true,
      place(1_500),
      { ...place(1_445), clientHeight: 531 },
      true,
    ],
    ['keeps following while text is added at the end', true, place(1_500), place(1_500, 2_100), true],
    ['keeps following if rows are lower than estimated', true, place(1_500), place(1_300, 1_900), true],
    [
      'keeps following if rows are lower than estimated in a cleared view',
      true,
      place(1_500, 2_000, 1_600),
      place(1_300, 2_000, 1_500),
      true,
    ],
    ['does not treat a rounded pixel as scrolling up', true, place(1_400.5), place(1_400), true],
    ['follows again when the user scrolls to the end', false, place(1_000), place(1_490), true],
    ['does not follow if the user scrolls down short of the end', false, place(1_000), place(1_400), false],
    ['does not start to follow while text is added', false, place(1_000), place(1_000, 2_400), false],
  ];
  it.each(cases)('%s', (_title, following, before, now, follows) =>
    expect(followsAfterScroll(following, before, now)).toBe(follows),
  );

  const turns: [title: string, deltaY: number, at: ScrollPlace, leaves: boolean][] = [
    ['stops following at the first upward turn of the wheel', -1, place(1_500), true],
    ['keeps following at a downward turn of the wheel', 1, place(1_500), false],
    ['keeps following if everything is in view', -1, place(0, 500), false],
    ['keeps following if the view is at the very top', -1, place(0), false],
  ];
  it.each(turns)('%s', (_title, deltaY, at, leaves) => expect(scrollsUpByWheel(deltaY, at)).toBe(leaves));
});

/** A view at its end. `add` adds content, in pixels. */
function start() {
  let onResize = (): void => {};
  const observer = { observe: () => {}, disconnect: () => {} };
  vi.stubGlobal(
    'ResizeObserver',
    vi.fn(function (callback: () => void) {
      onResize = callback;
      return observer;
    }),
  );
  const at = { scrollTop: 1_500, scrollHeight: 2_000, clientHeight: 500 };
  const scroller = Object.assign(new EventTarget(), at);
  const content = { offsetHeight: 2_000 } as HTMLElement;
  const element = scroller as unknown as HTMLElement;
  const follower = createFollower(element, content, createValueStore(true), true, () => {});
  scroller.scrollTop = 1_500;
  function add(height: number): void {
    scroller.scrollHeight += height;
    onResize();
  }
  return { scroller, follower, add };
}

describe('a view that is held', () => {
  it('follows the end again when the hold ends at the end', () => {
    const { follower } = start();
    const release = follower.hold();
    expect(follower.following).toBe(false);
    release();
    expect(follower.following).toBe(true);
  });

  it('stays held when an earlier hold ends', () => {
    const { follower } = start();
    const releaseFirst = follower.hold();
    const releaseSecond = follower.hold();
    releaseFirst();
    expect(follower.following).toBe(false);
    releaseSecond();
    expect(follower.following).toBe(true);
  });

  it('follows when `follow` is called, and the end of the hold then changes nothing', () => {
    const { follower, scroller } = start();
    const release = follower.hold();
    follower.follow();
    scroller.scrollTop = 1_000;
    release();
    expect(follower.following).toBe(true);
  });
});

describe('a view that is paused', () => {
  it('stays in place while content is added, and follows again when the pause ends', () => {
    const { follower, scroller, add } = start();
    const resume = follower.pause();
    add(1_000);
    expect(scroller.scrollTop).toBe(1_500);
    expect(follower.following).toBe(true);
    resume();
    expect(follower.following).toBe(true);
    expect(scroller.scrollTop).toBe(3_000);
    add(40);
    expect(scroller.scrollTop).toBe(3_040);
  });

  it('stays in place after the pause if the user scrolled up during the pause', () => {
    const { follower, scroller, add } = start();
    const resume = follower.pause();
    add(1_000);
    scroller.scrollTop = 1_400;
    scroller.dispatchEvent(new Event('scroll'));
    resume();
    expect(follower.following).toBe(false);
    expect(scroller.scrollTop).toBe(1_400);
  });

  it('follows when `follow` is called, and the end of the pause then changes nothing', () => {
    const { follower, scroller, add } = start();
    const resume = follower.pause();
    follower.follow();
    add(1_000);
    expect(scroller.scrollTop).toBe(3_000);
    scroller.scrollTop = 1_500;
    resume();
    expect(follower.following).toBe(true);
    expect(scroller.scrollTop).toBe(1_500);
  });
});
