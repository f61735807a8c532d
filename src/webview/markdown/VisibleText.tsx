import { splitHidden, type TextKind } from '../../shared/displayText.ts';

/** A text that may have hidden characters. Those that `kind` includes are replaced by their names. */
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
