import { splitHidden, type TextKind } from '../../shared/displayText.ts';

export interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

/**
 * A rehype plugin that replaces hidden characters with their names. It works on the tree, because `&#x202e;` in the
 * Markdown is a hidden character too. `CodeBlock` handles fences.
 */
export function nameHiddenCharacters(): (tree: HtmlNode) => void {
  return (tree) => nameIn(tree, 'prose');
}

function nameIn(node: HtmlNode, kind: TextKind): void {
  if (!node.children || node.tagName === 'pre') return;
  const inside = node.tagName === 'code' ? 'block' : kind;
  node.children = node.children.flatMap((child) => {
    // A raw node is HTML in the Markdown, and becomes text later.
    if (child.type === 'text' || child.type === 'raw') return nameInText(child, inside);
    nameIn(child, inside);
    return [child];
  });
}

function nameInText(node: HtmlNode, kind: TextKind): HtmlNode[] {
  const pieces = splitHidden(node.value ?? '', kind);
  if (!pieces.some((piece) => piece.hidden)) return [node];
  return pieces.map(({ text, hidden }) =>
    hidden
      ? {
          type: 'element',
          tagName: 'span',
          properties: { className: ['hidden-character'] },
          children: [{ type: 'text', value: text }],
        }
      : { type: node.type, value: text },
  );
}
