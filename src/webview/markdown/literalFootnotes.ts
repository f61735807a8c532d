interface MarkdownNode {
  readonly type: string;
  readonly label?: string | null;
  readonly value?: string;
  children?: MarkdownNode[];
}

/**
 * A remark plugin that shows footnotes in place, with their marks as written. Pieces are parsed separately, so a note
 * whose reference is in another piece would otherwise not be shown.
 */
export function literalFootnotes(): (tree: MarkdownNode) => void {
  return replaceFootnotes;
}

function replaceFootnotes(node: MarkdownNode): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    replaceFootnotes(child);
    if (child.type === 'footnoteReference') return [text(markOf(child))];
    return child.type === 'footnoteDefinition' ? toParagraphs(child) : [child];
  });
}

function toParagraphs(note: MarkdownNode): MarkdownNode[] {
  const [first, ...others] = note.children ?? [];
  const mark = text(`${markOf(note)}: `);
  if (first?.type === 'paragraph') return [{ ...first, children: [mark, ...(first.children ?? [])] }, ...others];
  return [{ type: 'paragraph', children: [mark] }, ...(note.children ?? [])];
}

function markOf({ label }: MarkdownNode): string {
  return `[^${label ?? ''}]`;
}

function text(value: string): MarkdownNode {
  return { type: 'text', value };
}
