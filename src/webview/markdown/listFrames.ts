import type { HtmlNode } from './visibleCharacters.ts';

/** A rehype plugin that keeps only the items of a list, because one list element surrounds all pieces of the list. */
export function keepItems(): (tree: HtmlNode) => void {
  return (tree) => {
    const items: HtmlNode[] = [];
    for (const node of withoutBlankText(tree.children)) {
      const last = items.at(-1);
      if (node.tagName === 'ul' || node.tagName === 'ol') items.push(...withoutBlankText(node.children));
      // Markdown parsers differ in edge cases, so content that this parser puts after an item is shown inside the item.
      else if (last) last.children = [...(last.children ?? []), node];
      else items.push(element('li', [node]));
    }
    tree.children = items;
  };
}

/** A rehype plugin that keeps only the head of a table. */
export function keepHead(): (tree: HtmlNode) => void {
  return (tree) => {
    const nodes = withoutBlankText(tree.children);
    const head = nodes.flatMap((node) => withoutBlankText(node.children)).find((node) => node.tagName === 'thead');
    tree.children = [head ?? element('thead', [element('tr', [element('th', nodes)])])];
  };
}

/** A rehype plugin that keeps only the rows of a table, without its head. */
export function keepRows(): (tree: HtmlNode) => void {
  return (tree) => {
    tree.children = withoutBlankText(tree.children).flatMap((node) => {
      if (node.tagName !== 'table') return [element('tr', [element('td', [node])])];
      return withoutBlankText(node.children).flatMap((part) =>
        part.tagName === 'tbody' ? withoutBlankText(part.children) : [],
      );
    });
  };
}

interface MarkdownNode {
  type: string;
  spread?: boolean | null;
  children?: MarkdownNode[];
}

/**
 * A remark plugin for a piece of a loose list: the text of the items becomes paragraphs. A blank line between two items
 * makes the whole list loose, even if the two items are in another piece.
 */
export function loosen(): (tree: MarkdownNode) => void {
  return (tree) => {
    for (const node of tree.children ?? []) if (node.type === 'list') node.spread = true;
  };
}

/** Removes blank text between elements, because text between a table's elements is invalid. */
function withoutBlankText(nodes: readonly HtmlNode[] = []): HtmlNode[] {
  return nodes.filter((node) => node.type !== 'text' || (node.value ?? '').trim() !== '');
}

function element(tagName: string, children: HtmlNode[]): HtmlNode {
  return { type: 'element', tagName, properties: {}, children };
}
