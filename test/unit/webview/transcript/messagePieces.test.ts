import { describe, expect, it } from 'vitest';
import { shortenPieces, toMessagePieces, type MessagePiece } from '../../../../src/webview/transcript/messagePieces.ts';

/** Describes pieces as "text", "[3 lines]" for a paste, and "@1:src/a.ts" for a mention, with the chip's index. */
const brief = (pieces: readonly MessagePiece[] | null) =>
  pieces?.map((piece) => {
    if (piece.kind === 'text') return piece.text;
    return piece.kind === 'paste' ? `[${piece.lines} lines]` : `@${piece.index}:${piece.label}`;
  });

describe('a sent message', () => {
  it.each<[title: string, text: string, folds: { from: number; to: number; mention?: string }[], pieces: string[]]>([
    ['is one text if there are no chips', 'look', [], ['look']],
    [
      'has its chips between its text',
      'see @a.ts: x\ny.',
      [
        { from: 4, to: 9, mention: 'file.x' },
        { from: 11, to: 14 },
      ],
      ['see ', '@0:a.ts', ': ', '[2 lines]', '.'],
    ],
    ['may be only a chip', '@a.ts', [{ from: 0, to: 5, mention: 'file.x' }], ['@0:a.ts']],
    [
      'shows chips that do not fit the text as text',
      'see @a.ts',
      [
        { from: 4, to: 99, mention: 'file.x' },
        { from: 4, to: 9, mention: 'file.y' },
        { from: 5, to: 8 },
      ],
      ['see ', '@1:a.ts'],
    ],
  ])('%s', (_title, text, folds, pieces) => expect(brief(toMessagePieces({ text, folds }))).toEqual(pieces));

  it('loses no character in its pieces', () => {
    const text = 'see @a.ts and more';
    const pieces = toMessagePieces({ text, folds: [{ from: 4, to: 9, mention: 'file.x' }] });
    expect(pieces.map((piece) => (piece.kind === 'mention' ? `@${piece.label}` : piece.text)).join('')).toBe(text);
  });
});

describe('a long message', () => {
  const limit = { lines: 3, characters: 20 };
  const textPiece = (text: string): MessagePiece => ({ kind: 'text', text });
  const paste: MessagePiece = { kind: 'paste', text: 'x\n'.repeat(99), lines: 100 };

  it.each<[MessagePiece[], string[] | null]>([
    [[textPiece('a\nb\nc')], null],
    [[textPiece('a\nb\nc\nd')], ['a\nb\nc…']],
    [[textPiece('x'.repeat(21))], [`${'x'.repeat(20)}…`]],
    [[textPiece('look:\n'), paste, textPiece('\nend')], null],
    [
      [textPiece('a\nb'), paste, textPiece('\nc\nd')],
      ['a\nb', '[100 lines]', '\nc…'],
    ],
  ])('is cut by the length of its text; pastes do not count', (pieces, short) =>
    expect(brief(shortenPieces(pieces, limit)) ?? null).toEqual(short),
  );
});
