import { describe, expect, it } from 'vitest';
import { createQuestionWatch, type QuestionWatch } from '../../../src/extension/vscode/editor/questionWatch.ts';

type Event = (watch: QuestionWatch) => void;
const panelLost: Event = (watch) => watch.panelChanged(false);
const panelGained: Event = (watch) => watch.panelChanged(true);
const usedElsewhere: Event = (watch) => watch.usedElsewhere();

/** A number is a pause in milliseconds. */
function mayReturn(hadFocus: boolean, events: (Event | number)[], isDenied = false): boolean {
  let now = 5_000;
  const watch = createQuestionWatch(hadFocus, () => now);
  for (const event of events) {
    if (typeof event === 'number') now += event;
    else event(watch);
  }
  return watch.mayReturn(isDenied);
}

describe('the focus returns to the panel after a call', () => {
  it.each<[string, (Event | number)[]]>([
    ['if VS Code asked, and the call ended soon', [300, panelLost, 3_000]],
    ['if VS Code asked twice in a row', [100, panelLost, 200, panelGained, 300, panelLost, 2_000]],
  ])('%s', (_title, events) => {
    expect(mayReturn(true, events)).toBe(true);
  });

  it('if the user read VS Code’s question for long and denied the call', () => {
    expect(mayReturn(true, [300, panelLost, 8_000], true)).toBe(true);
  });
});

describe('the focus stays where it is after a call', () => {
  it.each<[string, boolean, (Event | number)[]]>([
    ['if the panel never lost the focus', true, [8_000]],
    ['if the panel did not have the focus when the call began', false, [300, panelGained, 100, panelLost, 8_000]],
    ['if the call ran on, and the user may have gone to a terminal', true, [300, panelLost, 3_001]],
    ['if the panel has the focus again', true, [300, panelLost, 2_000, panelGained]],
    ['if the panel lost the focus too late for a question of VS Code', true, [5_000, panelLost]],
    ['if the user returned to the panel and left it', true, [300, panelLost, 2_000, panelGained, 2_000, panelLost]],
    ['if the user has used another part of VS Code', true, [300, panelLost, 2_000, usedElsewhere]],
  ])('%s', (_title, hadFocus, events) => {
    expect(mayReturn(hadFocus, events)).toBe(false);
  });

  it.each<[string, (Event | number)[]]>([
    ['if VS Code did not ask, and the user was elsewhere', [5_000, panelLost, 100]],
    ['if the user has used another part of VS Code', [300, panelLost, 2_000, usedElsewhere]],
  ])('%s, although the call was denied', (_title, events) => {
    expect(mayReturn(true, events, true)).toBe(false);
  });
});
