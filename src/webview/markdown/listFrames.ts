import type { HtmlNode } from './visibleCharacters.ts';

/**
 * A rehype plugin that keeps only a list's items. The pieces of one list are parsed separately, and `Markdown` renders
 * one list element around all of them.
 */
export function keepItems(): (tree: HtmlNode) => void {
  return (tree) => {
    const items: HtmlNode[] = [];
    for (const node of withoutBlankText(tree.children)) {
      const last = items.at(-1);
      if (node.tagName === 'ul' || node.tagName === 'ol') items.push(...withoutBlankText(node.children));
      // `marked` cuts lists, and `remark` parses the pieces. If `remark` ends the list earlier, what follows is shown
      // inside the last item.
      else if (last) last.children = [...(last.children ?? []), node];
      else items.push(element('li', [node]));
    }
    tree.children = items;
  };
}

export function keepHead(): (tree: HtmlNode) => void {
  return (tree) => {
    const nodes = withoutBlankText(tree.children);
    const head = nodes.flatMap((node) => withoutBlankText(node.children)).find((node) => node.tagName === 'thead');
    tree.children = [head ?? element('thead', [element('tr', [element('th', nodes)])])];
  };
}

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
 * A remark plugin that turns the items' text into paragraphs. A blank line between two items makes the whole list
 * loose, including the pieces that have no such line.
 */
export function loosen(): (tree: MarkdownNode) => void {
  return (tree) => {
    for (const node of tree.children ?? []) if (node.type === 'list') node.spread = true;
  };
}

/** Text between a table's elements is invalid. */
function withoutBlankText(nodes: readonly HtmlNode[] = []): HtmlNode[] {
  return nodes.filter((node) => node.type !== 'text' || (node.value ?? '').trim() !== '');
}

function element(tagName: string, children: HtmlNode[]): HtmlNode {
  return { type: 'element', tagName, properties: {}, children };
}
