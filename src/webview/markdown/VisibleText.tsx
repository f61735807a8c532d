import { splitHidden, type TextKind } from '../../shared/displayText.ts';

/** Replaces hidden characters by their names. `kind` decides which hidden characters are replaced. */
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
