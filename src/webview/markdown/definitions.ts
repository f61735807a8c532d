import type { Token, Tokens } from 'marked';
import { allowedLink, parseFileLink } from '../../shared/linkPolicy.ts';

/**
 * A block `[label]: address`, which turns `[text][label]` in other blocks into links. Blocks are rendered separately,
 * so each needs the definitions that it refers to.
 */
export interface Definition {
  /** In lower case, with white space as single spaces. */
  readonly label: string;
  readonly source: string;
}

/** Characters. A definition is parsed again with each block that refers to it. */
const MAX_SOURCE = 2_000;

/** Converts a token to a definition; null if the token does not define a usable link, or is too long. */
export function toDefinition(token: Token): Definition | null {
  if (token.type !== 'def') return null;
  const { tag, href, raw } = token as Tokens.Def;
  // An anchor (`#…`) is rendered as plain text, but without its definition the brackets would show.
  const isKnown = href.startsWith('#') || allowedLink(href) !== null || parseFileLink(href) !== null;
  return tag.startsWith('^') || !isKnown || raw.length > MAX_SOURCE
    ? null
    : { label: toLabel(tag), source: raw.trim() };
}

/** Source by label; the first definition of a label counts. */
export function collectDefinitions(
  blocks: readonly { readonly definition: Definition | null }[],
): ReadonlyMap<string, string> {
  const found = blocks.flatMap(({ definition }) => definition ?? []).reverse();
  return new Map(found.map(({ label, source }) => [label, source]));
}

/** Prepends the definitions that a block refers to. If they came last, an unclosed fence would contain them. */
export function withDefinitions(source: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0) return source;
  const labels = new Set(
    [...source.matchAll(/\[((?:\\.|[^[\]\\]){1,200})\]/g)].map(([, label = '']) => toLabel(label)),
  );
  const used = [...labels].flatMap((label) => definitions.get(label) ?? []);
  return [...used, source].join('\n\n');
}

function toLabel(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
