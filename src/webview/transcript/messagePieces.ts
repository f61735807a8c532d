import type { UserItem } from '../../shared/transcriptItem.ts';

export type MessagePiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `screenOf`: see `DraftChip`. */
  | { readonly kind: 'paste'; readonly text: string; readonly lines: number; readonly screenOf?: string | undefined }
  /** `label` is the text after the `@`; `index` is the mention's index in `UserItem.folds`. */
  | { readonly kind: 'mention'; readonly id: string; readonly label: string; readonly index: number };

export interface PiecesLimit {
  readonly lines: number;
  readonly characters: number;
}

/** Chips whose range does not fit the text or overlaps an earlier chip are rendered as text. */
export function toMessagePieces({ text, folds = [] }: Pick<UserItem, 'text' | 'folds'>): MessagePiece[] {
  const pieces: MessagePiece[] = [];
  let end = 0;
  for (const [index, { from, to, mention, screenOf }] of folds.entries()) {
    if (from < end || to <= from || to > text.length) continue;
    if (from > end) pieces.push({ kind: 'text', text: text.slice(end, from) });
    const part = text.slice(from, to);
    const lines = part.split('\n').length;
    if (mention === undefined)
      pieces.push({ kind: 'paste', text: part, lines, ...(screenOf !== undefined && { screenOf }) });
    else pieces.push({ kind: 'mention', id: mention, label: part.slice(1), index });
    end = to;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** The beginning of a long message, with all chips before the cut; null if the message is short. */
export function shortenPieces(pieces: readonly MessagePiece[], limit: PiecesLimit): MessagePiece[] | null {
  const shown: MessagePiece[] = [];
  let { lines, characters } = limit;
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      shown.push(piece);
      continue;
    }
    const head = piece.text.split('\n', lines).join('\n').slice(0, characters);
    if (head.length < piece.text.length) return [...shown, { kind: 'text', text: `${head.trimEnd()}…` }];
    shown.push(piece);
    lines -= piece.text.split('\n').length - 1;
    characters -= piece.text.length;
  }
  return null;
}
