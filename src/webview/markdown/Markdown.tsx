import { useCallback, useContext, useState } from 'react';
import { collectDefinitions, withDefinitions } from './definitions.ts';
import { Growing, Table } from './elements.tsx';
import { MountQueueContext } from './mountQueue.ts';
import type { PieceShape } from './parsePiece.ts';
import { Piece, Placeholder } from './Piece.tsx';
import { splitBlocks, type MarkdownBlock, type SplitText } from './splitBlocks.ts';

/**
 * Renders a model's Markdown inertly: HTML is shown as text, and nothing is loaded. Links open the web, a mail program
 * or a workspace file, and only on a click. `growing`: the text is still being written.
 */
export function Markdown({ text, growing = false }: { text: string; growing?: boolean }) {
  const queue = useContext(MountQueueContext);
  const [limit, setLimit] = useState(queue ? SPLIT_AT_ONCE : Infinity);
  // If the text after `limit` is short, splits it immediately, so that small additions to a growing text are not
  // deferred.
  if (text.length > limit && text.length <= limit + SPLIT_AT_ONCE / 2) setLimit(text.length + SPLIT_AT_ONCE / 2);
  const { blocks } = useSplit(text.slice(0, limit));
  const rest = text.slice(limit);
  const splitMore = useCallback(() => setLimit((before) => before + SPLIT_AT_ONCE), []);
  const definitions = collectDefinitions(blocks);
  return (
    <Growing value={growing}>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} definitions={definitions} />
      ))}
      {rest !== '' && <Placeholder key={limit} source={rest} shape="block" onDue={splitMore} />}
    </Growing>
  );
}

/** Characters that are split into blocks in one frame. */
const SPLIT_AT_ONCE = 20_000;

/** The split of a text that mostly grows, computed from the previous split. */
function useSplit(text: string): SplitText {
  const [split, setSplit] = useState(() => splitBlocks(text));
  const current = splitBlocks(text, split);
  if (current !== split) setSplit(current);
  return current;
}

type Definitions = ReturnType<typeof collectDefinitions>;

/** Renders the pieces of a list or table inside one element, so that screen readers find one list or table. */
function BlockView({ block, definitions }: { block: MarkdownBlock; definitions: Definitions }) {
  const { frame } = block;
  const pieces = (shape: PieceShape, before = '') =>
    block.pieces.map(({ source, plain }, index) => (
      <Piece
        key={index}
        source={plain ? source : withDefinitions(before + source, definitions)}
        plain={plain}
        shape={shape}
      />
    ));
  if (frame === null) return pieces('block');
  if (frame.kind === 'table') {
    const rows = pieces('rows', frame.head);
    return (
      <Table>
        <Piece source={withDefinitions(frame.head, definitions)} plain={false} shape="table-head" />
        {rows.length > 0 && <tbody>{rows}</tbody>}
      </Table>
    );
  }
  const items = pieces(frame.loose ? 'loose-items' : 'items');
  return frame.ordered ? <ol start={frame.start}>{items}</ol> : <ul>{items}</ul>;
}
