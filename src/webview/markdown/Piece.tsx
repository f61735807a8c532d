import QuickLRU from 'quick-lru';
import {
  Component,
  memo,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { CappedText } from './CappedText.tsx';
import { estimateLines } from './cost.ts';
import { COMPONENTS } from './elements.tsx';
import { MountQueueContext } from './mountQueue.ts';
import { parsePiece, type PieceShape } from './parsePiece.ts';

export const Piece = memo(function Piece({
  source,
  plain,
  shape,
}: {
  source: string;
  plain: boolean;
  shape: PieceShape;
}) {
  const queue = useContext(MountQueueContext);
  const [isMounted, setMounted] = useState(() => queue?.claim() ?? true);
  const mount = useCallback(() => setMounted(true), []);
  if (!isMounted) return <Placeholder source={source} shape={shape} onDue={mount} />;
  if (plain) return <PlainPiece source={source} shape={shape} />;
  return (
    <PlainOnError source={source} shape={shape}>
      <ParsedPiece source={source} shape={shape} />
    </PlainOnError>
  );
});

/** Reserves space for content that waits to be mounted. Calls `onDue` when it may be mounted. */
export function Placeholder({ source, shape, onDue }: { source: string; shape: PieceShape; onDue: () => void }) {
  const queue = useContext(MountQueueContext);
  const ref = useCallback(
    (element: Element | null) => (element ? queue?.add(element, onDue) : undefined),
    [queue, onDue],
  );
  const style = { height: `${estimateLines(source)}lh` };
  switch (shape) {
    case 'block':
      return <div ref={ref} style={style} />;
    case 'items':
    case 'loose-items':
      return <li ref={ref} style={style} />;
    case 'table-head':
      return (
        <thead ref={ref}>
          <tr style={style} />
        </thead>
      );
    case 'rows':
      return <tr ref={ref} style={style} />;
  }
}

/** Parsing is most of the cost of scrolling, so a piece that scrolls back into view reuses its last element. */
function ParsedPiece({ source, shape }: { source: string; shape: PieceShape }) {
  const key = `${shape} ${source}`;
  const element = useMemo(
    () => UNMOUNTED_PIECES.get(key) ?? parsePiece(source, shape, COMPONENTS),
    [key, source, shape],
  );
  const latest = useRef({ key, element });
  useEffect(() => {
    latest.current = { key, element };
  }, [key, element]);
  // Cached only on unmount, because the intermediate states of a growing piece are never needed again.
  useEffect(
    () => () => {
      UNMOUNTED_PIECES.set(latest.current.key, latest.current.element);
    },
    [],
  );
  return element;
}

/** Elements of unmounted pieces by shape and source, enough for several screens. */
const UNMOUNTED_PIECES = new QuickLRU<string, ReactElement>({ maxSize: 300 });

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

/** The maximum `colSpan` that HTML allows; the cell spans only the columns that exist. */
const MAX_COLUMNS = 1_000;

/** If rendering a piece throws, shows it as plain text, without affecting the rest of the answer. */
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
