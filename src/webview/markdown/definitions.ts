import type { Token, Tokens } from 'marked';
import { allowedLink, parseFileLink } from '../../shared/linkPolicy.ts';

/**
 * `[label]: address`, a block of its own, makes links of `[text][label]` in other blocks, which are rendered one by one
 * and so must be given what they refer to.
 */
export interface Definition {
  /** In lower case, blanks as one space. */
  readonly label: string;
  /** Its Markdown. */
  readonly source: string;
}

/** Longer ones would be parsed again with each block that refers to them. Characters. */
const MAX_SOURCE = 2_000;

/** Null for anything else, a footnote included, and if no link to it would lead anywhere. */
export function toDefinition(token: Token): Definition | null {
  if (token.type !== 'def') return null;
  const { tag, href, raw } = token as Tokens.Def;
  // A link to a place in the answer is drawn as its text alone; without the definition it would be brackets.
  const isKnown = href.startsWith('#') || allowedLink(href) !== null || parseFileLink(href) !== null;
  return tag.startsWith('^') || !isKnown || raw.length > MAX_SOURCE
    ? null
    : { label: toLabel(tag), source: raw.trim() };
}

/** Source by label; of two with the same label the first one counts. */
export function collectDefinitions(
  blocks: readonly { readonly definition: Definition | null }[],
): ReadonlyMap<string, string> {
  const found = blocks.flatMap(({ definition }) => definition ?? []).reverse();
  return new Map(found.map(({ label, source }) => [label, source]));
}

/**
 * A block's Markdown after the definitions that it refers to. Before it, because behind it they could end up in a fence
 * that is open.
 */
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
