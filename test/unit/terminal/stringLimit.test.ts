import { describe, expect, it } from 'vitest';
import { StringLimit } from '../../../src/extension/terminal/emulator/stringLimit.ts';

const LONG = 'x'.repeat(70_000);

function limited(...pieces: readonly string[]): string[] {
  const strings = new StringLimit();
  return pieces.map((piece) => strings.limit(piece));
}

describe('the limit of string sequences', () => {
  it('passes ordinary output and short sequences through, however they are cut', () => {
    const pieces = ['a\x1b]0;ti', 'tle\x07b\x1b', ']9;no', 'te\x1b\\c\x1bP$q', 'm\x1b\\d'];
    expect(limited(...pieces)).toEqual(pieces);
  });

  it('cancels a sequence that becomes too long, and drops the rest of it', () => {
    expect(limited('a\x1b]9;', LONG, LONG, `${LONG}\x07b`, 'c')).toEqual(['a\x1b]9;', '\x18', '', 'b', 'c']);
    expect(limited('\x1b]9;', LONG, 'x\x1b\\b')).toEqual(['\x1b]9;', '\x18', '\x1b\\b']);
  });

  it('ends OSC at BEL, but no other sequence', () => {
    expect(limited('\x1bP', LONG, 'x\x07y', 'z\x1b\\e')).toEqual(['\x1bP', '\x18', '', '\x1b\\e']);
  });

  it('finds a sequence after the end of another', () => {
    expect(limited('\x1b]0;a', 'b\x07\x1b]9;', LONG, 'c\x07d')).toEqual(['\x1b]0;a', 'b\x07\x1b]9;', '\x18', 'd']);
  });
});
