import { expect, it } from 'vitest';
import { walkHistory, type HistoryStep } from '../../../../src/webview/composer/inputHistory.ts';

/** Walks from a text, and compares the text after each step; null if the key is not handled. */
function check(inputs: string[], from: string, directions: ('older' | 'newer')[], texts: (string | null)[]): void {
  let at: HistoryStep = { text: from, walk: null };
  const seen = directions.map((direction) => {
    const step = walkHistory(inputs, at.walk, direction, at.text);
    if (step) at = step;
    return step?.text ?? null;
  });
  expect(seen).toEqual(texts);
}

it('walkHistory walks back to the oldest input, and stops there', () =>
  check(['a', 'b'], '', ['older', 'older', 'older'], ['b', 'a', null]));
it('walkHistory walks forward to the text that the user was writing', () =>
  check(['a', 'b'], 'draft', ['older', 'older', 'newer', 'newer', 'newer'], ['b', 'a', 'b', 'draft', null]));
it('walkHistory treats equal consecutive inputs as one', () =>
  check(['a', 'b', 'b'], '', ['older', 'older'], ['b', 'a']));
it('walkHistory does nothing in a new chat without inputs', () => check([], 'x', ['older', 'newer'], [null, null]));
