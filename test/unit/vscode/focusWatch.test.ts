import { describe, expect, it } from 'vitest';
import { createFocusWatch, type FocusWatch } from '../../../src/extension/vscode/editor/focusWatch.ts';

type Event = (watch: FocusWatch) => void;
const lost: Event = (watch) => watch.panelChanged(false);
const back: Event = (watch) => watch.panelChanged(true);
const taken: Event = (watch) => watch.editorChanged(true);
const other: Event = (watch) => watch.editorChanged(false);
const clicked: Event = (watch) => watch.clicked();
const opened: Event = (watch) => watch.opened();

/** Numbers are milliseconds that pass. */
function hasLeft(...events: (Event | number)[]): boolean {
  let now = 0;
  const watch = createFocusWatch(() => now);
  for (const event of events) {
    if (typeof event === 'number') now += event;
    else event(watch);
  }
  return watch.hasLeft;
}

describe('the user has not left the panel', () => {
  it.each<[string, (Event | number)[]]>([
    ['when the new editor takes the keyboard', [900, taken, 30, lost, opened]],
    ['when the panel’s report comes first', [900, lost, 30, taken, opened]],
    ['when a diff without an editor of its own takes it', [900, lost, 30, opened]],
    ['when the panel had the keyboard again meanwhile', [lost, 500, back, 100, taken, lost, opened]],
    ['when the report comes long after', [taken, opened, 2_000, lost]],
  ])('%s', (_title, events) => expect(hasLeft(...events)).toBe(false));
});

describe('the user has left the panel', () => {
  it.each<[string, (Event | number)[]]>([
    ['for a place that reports nothing, before the editor opened', [lost, 600, taken, opened]],
    ['the same, when the diff has no editor of its own', [lost, 600, opened]],
    ['for another editor', [taken, other, opened]],
    ['with a click into the new editor', [taken, opened, clicked]],
  ])('%s', (_title, events) => expect(hasLeft(...events)).toBe(true));
});
