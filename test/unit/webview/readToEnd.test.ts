import { expect, it } from 'vitest';
import { isAtEnd } from '../../../src/webview/strips/readToEnd.ts';

it('the end of a text that fits is visible', () => {
  expect(isAtEnd({ scrollTop: 0, clientHeight: 100, scrollHeight: 100 })).toBe(true);
});

it('the end of a longer text is visible only after the box was scrolled to the end', () => {
  expect(isAtEnd({ scrollTop: 0, clientHeight: 100, scrollHeight: 300 })).toBe(false);
  expect(isAtEnd({ scrollTop: 180, clientHeight: 100, scrollHeight: 300 })).toBe(false);
  expect(isAtEnd({ scrollTop: 199.5, clientHeight: 100, scrollHeight: 300 })).toBe(true);
});

it('the end of a text in a hidden box is not visible', () => {
  expect(isAtEnd({ scrollTop: 0, clientHeight: 0, scrollHeight: 0 })).toBe(false);
});
