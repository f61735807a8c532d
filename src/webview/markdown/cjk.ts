/** As much of a Markdown syntax tree's node as matters here. */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
  children?: MarkdownNode[];
}

/** Punctuation of East Asian scripts, which no address holds. */
const PUNCTUATION =
  '\u2018\u2019\u201c\u201d\u2026\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65';
const FIRST_PUNCTUATION = new RegExp(`[${PUNCTUATION}]`);
const EAST_ASIAN = `[${PUNCTUATION}\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]`;
/** Emphasis that CommonMark's rules about white space and punctuation miss in scripts without spaces. */
const EMPHASIS = new RegExp(
  `(?<!\\*)(\\*\\*?)(?![\\s*])([^*\\n]{1,500}?)(?<![\\s*])\\1(?!\\*)(?=${EAST_ASIAN})|` +
    `(?<=${EAST_ASIAN})(\\*\\*?)(?![\\s*])([^*\\n]{1,500}?)(?<![\\s*])\\3(?!\\*)`,
  'gu',
);

/**
 * A remark plugin for text without spaces between words and punctuation: an address ends before East Asian punctuation
 * (`https://example.com。`), and `**强调。**文` is emphasis.
 */
export function readEastAsian(): (tree: MarkdownNode, file: { readonly value: unknown }) => void {
  return (tree, file) => {
    const source = String(file.value);
    if (FIRST_PUNCTUATION.test(source)) readIn(tree, source);
  };
}

function readIn(node: MarkdownNode, source: string): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'link') return endAddress(child);
    if (child.type === 'text') return isAsWritten(child, source) ? emphasize(child.value ?? '') : [child];
    readIn(child, source);
    return [child];
  });
}

/** Only an address that stands in the text by itself, which is as long as the link. */
function endAddress(link: MarkdownNode): MarkdownNode[] {
  const [text, ...others] = link.children ?? [];
  const value = text?.value ?? '';
  const { start, end } = link.position ?? {};
  const at = value.search(FIRST_PUNCTUATION);
  const isLiteral = (end?.offset ?? 0) - (start?.offset ?? 0) === value.length;
  if (text?.type !== 'text' || others.length > 0 || at <= 0 || !isLiteral) return [link];
  const rest = value.slice(at);
  const url = (link.url ?? '').slice(0, -rest.length);
  return [
    { ...link, url, children: [{ type: 'text', value: value.slice(0, at) }] },
    { type: 'text', value: rest },
  ];
}

/** Nothing in it is escaped. */
function isAsWritten({ value, position }: MarkdownNode, source: string): boolean {
  return value !== undefined && source.slice(position?.start.offset, position?.end.offset) === value;
}

function emphasize(value: string): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let from = 0;
  for (const match of value.matchAll(EMPHASIS)) {
    const [all, before, inside, after, insideAfter] = match;
    if (match.index > from) nodes.push({ type: 'text', value: value.slice(from, match.index) });
    const type = (before ?? after) === '**' ? 'strong' : 'emphasis';
    nodes.push({ type, children: [{ type: 'text', value: inside ?? insideAfter ?? '' }] });
    from = match.index + all.length;
  }
  if (from < value.length || nodes.length === 0) nodes.push({ type: 'text', value: value.slice(from) });
  return nodes;
}
