import type { HtmlNode } from './visibleCharacters.ts';

/** Set on a `pre` whose fence is not closed yet, so more code may follow. */
export const OPEN_FENCE = 'dataOpenFence';

interface PlacedNode extends HtmlNode {
  position?: { start: { offset?: number }; end: { offset?: number } };
  children?: PlacedNode[];
}

export function markOpenFences(): (tree: PlacedNode, file: { value: unknown }) => void {
  return (tree, file) => mark(tree, String(file.value));
}

function mark(node: PlacedNode, source: string): void {
  if (node.tagName === 'pre') {
    const { start, end } = node.position ?? {};
    const text = source.slice(start?.offset, end?.offset);
    if (isOpenFence(text)) node.properties = { ...node.properties, [OPEN_FENCE]: true };
    return;
  }
  for (const child of node.children ?? []) mark(child, source);
}

export function isOpenFence(source: string): boolean {
  const opening = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1];
  if (opening === undefined) return false;
  const lines = source.trimEnd().split('\n');
  // In a quote, and in a list inside a quote, every line but the first still has its quote marks.
  const closing = /^[\s>]*(`{3,}|~{3,})[ \t]*$/.exec(lines.at(-1) ?? '')?.[1];
  return lines.length < 2 || closing === undefined || closing[0] !== opening[0] || closing.length < opening.length;
}
