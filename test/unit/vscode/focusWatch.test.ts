import { describe, expect, it } from 'vitest';
import { createFocusWatch, type FocusWatch } from '../../../src/extension/vscode/editor/focusWatch.ts';

type Event = (watch: FocusWatch) => void;
const panelLost: Event = (watch) => watch.panelChanged(false);
const panelGained: Event = (watch) => watch.panelChanged(true);
const editorTook: Event = (watch) => watch.editorChanged(true);
const otherTook: Event = (watch) => watch.editorChanged(false);
const clicked: Event = (watch) => watch.editorClicked();
const opened: Event = (watch) => watch.opened();

/** A number is a pause in milliseconds. */
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
    ['if the new editor takes the focus', [900, editorTook, 30, panelLost, opened]],
    ['if the report of the panel arrives first', [900, panelLost, 30, editorTook, opened]],
    ['if a diff without an editor of its own takes the focus', [900, panelLost, 30, opened]],
    [
      'if the panel regained the focus before the editor opens',
      [panelLost, 500, panelGained, 100, editorTook, panelLost, opened],
    ],
    ['if the report of the panel arrives much later', [editorTook, opened, 2_000, panelLost]],
  ])('%s', (_name, events) => expect(hasLeft(...events)).toBe(false));
});

describe('the user has left the panel', () => {
  it.each<[string, (Event | number)[]]>([
    ['for a place that does not report focus, before the editor opens', [panelLost, 600, editorTook, opened]],
    [
      'for a place that does not report focus, before a diff without an editor of its own opens',
      [panelLost, 600, opened],
    ],
    ['for another editor', [editorTook, otherTook, opened]],
    ['with a click into the new editor', [editorTook, opened, clicked]],
  ])('%s', (_name, events) => expect(hasLeft(...events)).toBe(true));
});
