interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
  children?: MarkdownNode[];
}

/** East Asian punctuation, which addresses do not contain. */
const EAST_ASIAN_PUNCTUATION =
  /[\u2018\u2019\u201c\u201d\u2026\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/;

/** A remark plugin that ends a bare address before East Asian punctuation (`https://example.com。`). */
export function endAddressesAtEastAsianPunctuation(): (tree: MarkdownNode, file: { readonly value: unknown }) => void {
  return (tree, file) => {
    if (EAST_ASIAN_PUNCTUATION.test(String(file.value))) endAddressesIn(tree);
  };
}

function endAddressesIn(node: MarkdownNode): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'link') return endAddress(child);
    endAddressesIn(child);
    return [child];
  });
}

/** Changes only bare addresses, whose source is as long as their text. */
function endAddress(link: MarkdownNode): MarkdownNode[] {
  const [text, ...others] = link.children ?? [];
  const value = text?.value ?? '';
  const { start, end } = link.position ?? {};
  const at = value.search(EAST_ASIAN_PUNCTUATION);
  const isLiteral = (end?.offset ?? 0) - (start?.offset ?? 0) === value.length;
  if (text?.type !== 'text' || others.length > 0 || at <= 0 || !isLiteral) return [link];
  const rest = value.slice(at);
  const url = (link.url ?? '').slice(0, -rest.length);
  return [
    { ...link, url, children: [{ type: 'text', value: value.slice(0, at) }] },
    { type: 'text', value: rest },
  ];
}
