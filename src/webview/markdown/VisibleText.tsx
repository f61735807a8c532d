import { splitHidden, type TextKind } from '../../shared/displayText.ts';

/** Replaces the hidden characters that `kind` includes by their names. */
export function VisibleText({ text, kind }: { text: string; kind: TextKind }) {
  return splitHidden(text, kind).map((piece, index) =>
    piece.hidden ? (
      <span key={index} className="hidden-character">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
