import QuickLRU from 'quick-lru';
import { Component, memo, useEffect, useMemo, useRef, type ReactElement, type ReactNode } from 'react';
import { CappedText } from './CappedText.tsx';
import { COMPONENTS } from './elements.tsx';
import { parsePiece, type PieceShape } from './parsePiece.ts';

/** A block of Markdown, or a part of one within its frame. */
export const Piece = memo(function Piece({
  source,
  plain,
  shape,
}: {
  source: string;
  plain: boolean;
  shape: PieceShape;
}) {
  if (plain) return <PlainPiece source={source} shape={shape} />;
  return (
    <PlainOnError source={source} shape={shape}>
      <ParsedPiece source={source} shape={shape} />
    </PlainOnError>
  );
});

/** Parsing is most of what a scroll costs, so a piece that scrolls back into view comes as it was when it left. */
function ParsedPiece({ source, shape }: { source: string; shape: PieceShape }) {
  const key = `${shape} ${source}`;
  const element = useMemo(() => LEFT_PIECES.get(key) ?? parsePiece(source, shape, COMPONENTS), [key, source, shape]);
  const latest = useRef({ key, element });
  useEffect(() => {
    latest.current = { key, element };
  }, [key, element]);
  // Only then: what a growing piece was on its way is never asked for again.
  useEffect(
    () => () => {
      LEFT_PIECES.set(latest.current.key, latest.current.element);
    },
    [],
  );
  return element;
}

/** Some screens' worth, by shape and source. */
const LEFT_PIECES = new QuickLRU<string, ReactElement>({ maxSize: 300 });

function PlainPiece({ source, shape }: { source: string; shape: PieceShape }) {
  const text = <CappedText text={source.trimEnd()} kind="prose" />;
  switch (shape) {
    case 'block':
      return <p className="plain">{text}</p>;
    case 'items':
    case 'loose-items':
      return <li className="plain">{text}</li>;
    case 'table-head':
      return (
        <thead>
          <PlainRow>{text}</PlainRow>
        </thead>
      );
    case 'rows':
      return <PlainRow>{text}</PlainRow>;
  }
}

function PlainRow({ children }: { children: ReactNode }) {
  return (
    <tr>
      <td className="plain" colSpan={MAX_COLUMNS}>
        {children}
      </td>
    </tr>
  );
}

/** The most that HTML knows; only those that there are count. */
const MAX_COLUMNS = 1_000;

/** A piece that its renderer cannot digest is shown as text; the rest of the answer stands. */
class PlainOnError extends Component<{ source: string; shape: PieceShape; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { source, shape, children } = this.props;
    return this.state.failed ? <PlainPiece source={source} shape={shape} /> : children;
  }
}
