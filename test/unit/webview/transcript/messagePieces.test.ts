import { describe, expect, it } from 'vitest';
import { shortenPieces, toMessagePieces, type MessagePiece } from '../../../../src/webview/transcript/messagePieces.ts';

/** Pieces in short: "text", "[3 lines]", "@1:src/a.ts", numbers being those of the chips. */
const brief = (pieces: readonly MessagePiece[] | null) =>
  pieces?.map((piece) => {
    if (piece.kind === 'text') return piece.text;
    return piece.kind === 'paste' ? `[${piece.lines} lines]` : `@${piece.index}:${piece.label}`;
  });

describe('a sent message', () => {
  it.each<[is: string, text: string, folds: { from: number; to: number; mention?: string }[], pieces: string[]]>([
    ['has its words where there are no chips', 'look', [], ['look']],
    [
      'has its chips between its words',
      'see @a.ts: x\ny.',
      [
        { from: 4, to: 9, mention: 'file.x' },
        { from: 11, to: 14 },
      ],
      ['see ', '@0:a.ts', ': ', '[2 lines]', '.'],
    ],
    ['may be a chip and nothing else', '@a.ts', [{ from: 0, to: 5, mention: 'file.x' }], ['@0:a.ts']],
    [
      'shows chips that do not fit as words',
      'see @a.ts',
      [
        { from: 4, to: 99, mention: 'file.x' },
        { from: 4, to: 9, mention: 'file.y' },
        { from: 5, to: 8 },
      ],
      ['see ', '@1:a.ts'],
    ],
  ])('%s', (_is, text, folds, pieces) => expect(brief(toMessagePieces({ text, folds }))).toEqual(pieces));

  it('is whole in its pieces', () => {
    const text = 'see @a.ts and more';
    const pieces = toMessagePieces({ text, folds: [{ from: 4, to: 9, mention: 'file.x' }] });
    expect(pieces.map((piece) => (piece.kind === 'mention' ? `@${piece.label}` : piece.text)).join('')).toBe(text);
  });
});

describe('a long message', () => {
  const limit = { lines: 3, characters: 20 };
  const words = (text: string): MessagePiece => ({ kind: 'text', text });
  const paste: MessagePiece = { kind: 'paste', text: 'x\n'.repeat(99), lines: 100 };

  it.each<[MessagePiece[], string[] | null]>([
    [[words('a\nb\nc')], null],
    [[words('a\nb\nc\nd')], ['a\nb\nc…']],
    [[words('x'.repeat(21))], [`${'x'.repeat(20)}…`]],
    [[words('look:\n'), paste, words('\nend')], null],
    [
      [words('a\nb'), paste, words('\nc\nd')],
      ['a\nb', '[100 lines]', '\nc…'],
    ],
  ])('is cut by its words, a paste counting as none', (pieces, short) =>
    expect(brief(shortenPieces(pieces, limit)) ?? null).toEqual(short),
  );
});
