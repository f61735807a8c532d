import { expect, it } from 'vitest';
import { walkHistory, type HistoryStep } from '../../../../src/webview/composer/inputHistory.ts';

/** Walks from a text; each step is what the input then holds, null where the key is not taken. */
function check(inputs: string[], from: string, directions: ('older' | 'newer')[], texts: (string | null)[]): void {
  let at: HistoryStep = { text: from, walk: null };
  const seen = directions.map((direction) => {
    const step = walkHistory(inputs, at.walk, direction, at.text);
    if (step) at = step;
    return step?.text ?? null;
  });
  expect(seen).toEqual(texts);
}

it('walks back to the oldest input and stops there', () =>
  check(['a', 'b'], '', ['older', 'older', 'older'], ['b', 'a', null]));
it('walks forth to what one was writing', () =>
  check(['a', 'b'], 'draft', ['older', 'older', 'newer', 'newer', 'newer'], ['b', 'a', 'b', 'draft', null]));
it('takes the same input twice in a row for one', () => check(['a', 'b', 'b'], '', ['older', 'older'], ['b', 'a']));
it('has nowhere to go in a new chat', () => check([], 'x', ['older', 'newer'], [null, null]));
