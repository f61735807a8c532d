import type { ReactElement } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import { endAddressesAtEastAsianPunctuation } from './eastAsianAddresses.ts';
import { markOpenFences } from './fences.ts';
import { literalFootnotes } from './literalFootnotes.ts';
import { loosen, keepHead, keepItems, keepRows } from './listFrames.ts';
import { nameHiddenCharacters } from './visibleCharacters.ts';

/** What a piece renders: the whole block, or elements inside the block's list or table. */
export type PieceShape = 'block' | 'items' | 'loose-items' | 'table-head' | 'rows';

/**
 * Parses a piece into an element, which React can render again without parsing. `ReactMarkdown` uses no hooks, so it
 * can be called as a plain function.
 */
export function parsePiece(source: string, shape: PieceShape, components: Components): ReactElement {
  return ReactMarkdown({ ...PLUGINS[shape], components, urlTransform: keepUrl, children: source });
}

type Plugins = Required<Pick<Options, 'remarkPlugins' | 'rehypePlugins'>>;

const MARKDOWN = [remarkGfm, remarkCjkFriendly, endAddressesAtEastAsianPunctuation, literalFootnotes];

const PLUGINS: Readonly<Record<PieceShape, Plugins>> = {
  block: { remarkPlugins: MARKDOWN, rehypePlugins: [nameHiddenCharacters, markOpenFences] },
  items: { remarkPlugins: MARKDOWN, rehypePlugins: [nameHiddenCharacters, markOpenFences, keepItems] },
  'loose-items': {
    remarkPlugins: [...MARKDOWN, loosen],
    rehypePlugins: [nameHiddenCharacters, markOpenFences, keepItems],
  },
  'table-head': { remarkPlugins: MARKDOWN, rehypePlugins: [nameHiddenCharacters, keepHead] },
  rows: { remarkPlugins: MARKDOWN, rehypePlugins: [nameHiddenCharacters, markOpenFences, keepRows] },
};

/** The components apply the link policy, so they need the original address. */
function keepUrl(url: string): string {
  return url;
}
