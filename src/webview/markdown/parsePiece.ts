import type { ReactElement } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import { endAddressesEastAsian } from './eastAsianAddresses.ts';
import { markOpenFences } from './fences.ts';
import { spellFootnotes } from './spelledFootnotes.ts';
import { loosen, takeHead, takeItems, takeRows } from './unframe.ts';
import { nameHiddenCharacters } from './visibleCharacters.ts';

/** What a piece is of its block: all of it, or a part that gives the elements for its place in the block's frame. */
export type PieceShape = 'block' | 'items' | 'loose-items' | 'table-head' | 'rows';

/** An element can be shown any number of times; without a hook in it, `ReactMarkdown` is a function from text to one. */
export function parsePiece(source: string, shape: PieceShape, components: Components): ReactElement {
  return ReactMarkdown({ ...PLUGINS[shape], components, urlTransform: keepUrl, children: source });
}

type Plugins = Required<Pick<Options, 'remarkPlugins' | 'rehypePlugins'>>;

const MARKDOWN = [remarkGfm, remarkCjkFriendly, endAddressesEastAsian, spellFootnotes];

const PLUGINS: Readonly<Record<PieceShape, Plugins>> = {
  block: { remarkPlugins: MARKDOWN, rehypePlugins: [nameHiddenCharacters, markOpenFences] },
  items: { remarkPlugins: MARKDOWN, rehypePlugins: [nameHiddenCharacters, markOpenFences, takeItems] },
  'loose-items': {
    remarkPlugins: [...MARKDOWN, loosen],
    rehypePlugins: [nameHiddenCharacters, markOpenFences, takeItems],
  },
  'table-head': { remarkPlugins: MARKDOWN, rehypePlugins: [nameHiddenCharacters, takeHead] },
  rows: { remarkPlugins: MARKDOWN, rehypePlugins: [nameHiddenCharacters, markOpenFences, takeRows] },
};

/** The link policy decides in the components; this one would only hide from them what was there. */
function keepUrl(url: string): string {
  return url;
}
