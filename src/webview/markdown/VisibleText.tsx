import { splitHidden, type TextKind } from '../../shared/displayText.ts';

/** A text that a model or a disk gave, with what hides in it, or turns it around, named where it stands. */
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
