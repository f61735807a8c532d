import { describe, expect, it } from 'vitest';
import { followsAfterScroll, leavesByWheel, type ScrollPlace } from '../../../../src/webview/transcript/follower.ts';

function place(scrollTop: number, scrollHeight = 2_000, contentHeight = scrollHeight): ScrollPlace {
  return { scrollTop, scrollHeight, clientHeight: 500, contentHeight };
}

describe('a view that keeps to the end', () => {
  const cases: [title: string, following: boolean, before: ScrollPlace, now: ScrollPlace, follows: boolean][] = [
    ['stays where the user scrolls up to', true, place(1_500), place(1_400), false],
    ['stays where the user scrolls up to, be it a little', true, place(1_500), place(1_490), false],
    ['keeps to it where the view itself has grown', true, place(1_500), { ...place(1_450), clientHeight: 550 }, true],
    ['keeps to it while the text grows under it', true, place(1_500), place(1_500, 2_100), true],
    ['is not led away by rows that turn out lower than thought', true, place(1_500), place(1_300, 1_900), true],
    ['is not led away by them in a cleared view', true, place(1_500, 2_000, 1_600), place(1_300, 2_000, 1_500), true],
    ['does not take a rounded pixel for the user', true, place(1_400.5), place(1_400), true],
    ['keeps to it again once it is scrolled to the end', false, place(1_000), place(1_490), true],
    ['does not go on by itself short of the end', false, place(1_000), place(1_400), false],
    ['stays where the user reads while the text grows', false, place(1_000), place(1_000, 2_400), false],
  ];
  it.each(cases)('%s', (_title, following, before, now, follows) =>
    expect(followsAfterScroll(following, before, now)).toBe(follows),
  );

  const turns: [title: string, deltaY: number, at: ScrollPlace, leaves: boolean][] = [
    ['leaves it at the first turn upwards', -1, place(1_500), true],
    ['does not leave it downwards', 1, place(1_500), false],
    ['does not leave it where everything is in view', -1, place(0, 500), false],
    ['does not leave it where it is at the very top', -1, place(0), false],
  ];
  it.each(turns)('%s', (_title, deltaY, at, leaves) => expect(leavesByWheel(deltaY, at)).toBe(leaves));
});
