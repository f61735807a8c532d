import { describe, expect, it } from 'vitest';
import { isIgnored, parseIgnoreRules } from '../../../src/extension/text/search/ignoreRules.ts';

describe('as an ignore rule,', () => {
  it.each([
    ['a', 'a', true],
    ['a   ', 'a', true],
    ['a\t', 'a', false],
    [String.raw`a\ `, 'a ', true],
    [String.raw`a\  `, 'a ', true],
    [String.raw`a\  `, 'a  ', false],
    [String.raw`a\\ `, 'a\\', true],
    ['   ', '   ', false],
    [`${' '.repeat(200)}a`, 'a', false],
  ])('the line %j ignores %j: %s', (line, name, expected) => {
    expect(isIgnored(`/ws/${name}`, false, [parseIgnoreRules('/ws', line)])).toBe(expected);
  });
});
