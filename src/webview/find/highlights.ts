import { normalize, offsetsOf } from './search.ts';

const SEARCHED = '.bubble, .markdown, .tool-row:not(.collapse)';
const UNSEARCHED =
  '.thinking-text, .sr-only, .code-head, .bubble-more, .paste-chip, .collapse, .twistie-button, [aria-hidden="true"]';
/** A match never spans two of these elements. */
const BLOCKS =
  'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, blockquote, .tool-verb, .tool-detail, .tool-summary, .bubble';

/** The ranges of the normalized `query` in a rendered message, in reading order. */
export function rangesIn(message: Element, query: string): Range[] {
  const ranges: Range[] = [];
  for (const part of message.querySelectorAll(SEARCHED)) {
    for (const nodes of textRuns(part)) ranges.push(...rangesInRun(nodes, query));
  }
  return ranges;
}

/**
 * The text nodes of each block. The nodes of a block are searched as one text, because emphasis or the tokens of code
 * can split a word.
 */
function textRuns(part: Element): Text[][] {
  const runs: Text[][] = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  let block: Element | null | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const parent = node.parentElement;
    if (!parent || parent.closest(UNSEARCHED)) continue;
    const own = parent.closest(BLOCKS);
    if (own !== block || runs.length === 0) runs.push([]);
    block = own;
    runs.at(-1)?.push(node);
  }
  return runs;
}

function rangesInRun(nodes: readonly Text[], query: string): Range[] {
  const text = normalize(nodes.map(({ data }) => data).join(''));
  return offsetsOf(text, query).flatMap((offset) => {
    const start = placeOf(nodes, offset);
    const end = placeOf(nodes, offset + query.length - 1);
    if (!start || !end) return [];
    const range = document.createRange();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset + 1);
    return [range];
  });
}

function placeOf(nodes: readonly Text[], offset: number): { node: Text; offset: number } | undefined {
  let rest = offset;
  for (const node of nodes) {
    if (rest < node.length) return { node, offset: rest };
    rest -= node.length;
  }
  return undefined;
}

export function showHighlights(ranges: readonly Range[], current: Range | undefined): void {
  CSS.highlights.set('find', new Highlight(...ranges.filter((range) => range !== current)));
  CSS.highlights.set('find-current', current ? new Highlight(current) : new Highlight());
}

export function clearHighlights(): void {
  CSS.highlights.delete('find');
  CSS.highlights.delete('find-current');
}
