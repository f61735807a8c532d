import type { ToolBlock } from '../../shared/toolBlock.ts';
import type { TranscriptItem } from '../../shared/transcriptItem.ts';

export interface Match {
  readonly itemIndex: number;
  readonly itemId: string;
  /** The id of the call whose row has the match; null for a message's text. */
  readonly callId: string | null;
  /** The index among the item's matches, in reading order, from 0. */
  readonly nth: number;
  /** Normalized. */
  readonly query: string;
}

/** A shown part of an item, normalized. */
interface SearchText {
  readonly text: string;
  readonly callId: string | null;
}

/**
 * Lower case, with each white-space character as a space, so that line breaks do not prevent a match. Keeps the length,
 * so that offsets are valid in the original text too.
 */
export function normalize(text: string): string {
  const lower = text.toLowerCase();
  const sameLength = lower.length === text.length ? lower : Array.from(text, lowerKeepingLength).join('');
  return sameLength.replaceAll(/\s/g, ' ');
}

function lowerKeepingLength(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** The offsets of `query` in `text`, both normalized, from the left and without overlaps. */
export function offsetsOf(text: string, query: string): number[] {
  const offsets: number[] = [];
  if (query === '') return offsets;
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) offsets.push(at);
  return offsets;
}

/**
 * Searches at least one item, and stops when `isOver` returns true. `next`: the index of the first item that was not
 * searched.
 */
export function searchItems(
  items: readonly TranscriptItem[],
  query: string,
  from: number,
  isOver: () => boolean,
): { readonly matches: Match[]; readonly next: number } {
  const matches: Match[] = [];
  let index = from;
  for (; index < items.length; index += 1) {
    if (index > from && isOver()) break;
    const item = items[index];
    if (item) matches.push(...matchesIn(item, index, query));
  }
  return { matches, next: index };
}

function matchesIn(item: TranscriptItem, itemIndex: number, query: string): Match[] {
  const matches: Match[] = [];
  for (const { text, callId } of textsOf(item)) {
    for (const _ of offsetsOf(text, query)) {
      matches.push({ itemIndex, itemId: item.id, callId, nth: matches.length, query });
    }
  }
  return matches;
}

/** A cache, so that typing a query does not normalize the texts again. A changed item is a new object. */
const searchTexts = new WeakMap<TranscriptItem, readonly SearchText[]>();

function textsOf(item: TranscriptItem): readonly SearchText[] {
  const known = searchTexts.get(item);
  if (known) return known;
  // Summaries are not searched, because they are hidden at first, and repeat the messages above them.
  if (item.kind === 'summary') return [];
  const texts = item.kind === 'user' ? [{ text: normalize(item.text), callId: null }] : item.blocks.flatMap(toText);
  searchTexts.set(item, texts);
  return texts;
}

function toText(block: Extract<TranscriptItem, { kind: 'answer' }>['blocks'][number]): SearchText[] {
  switch (block.kind) {
    case 'text':
      return [{ text: normalize(withoutMarks(block.text)), callId: null }];
    case 'tool': {
      const plan = planIn(block);
      const text =
        plan === undefined ? [block.words.label, block.detail, block.summary].join('\n') : withoutMarks(plan);
      return [{ text: normalize(text), callId: block.callId }];
    }
    case 'thinking':
      return [];
  }
}

/** A call's plan. Its whole text is searched, because a plan is shown in full, in its card and in the finished call. */
function planIn({ plan, approval }: ToolBlock): string | undefined {
  return plan ?? (approval?.subject.kind === 'plan' ? approval.subject.text : undefined);
}

/**
 * Removes frequent marks that rendered Markdown does not show, and the addresses of links. Fences keep their content.
 */
function withoutMarks(markdown: string): string {
  return markdown
    .split(/^((?:```|~~~)[^\n]*\n[\s\S]*?(?:^(?:```|~~~)[^\n]*$|(?![\s\S])))/m)
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll(/^(?:```|~~~)[^\n]*$/gm, '')
        : withoutEmphasis(part.replaceAll(/\]\([^()\n]*\)/g, ']')).replaceAll(/`|^#{1,6} |[[\]]/gm, ''),
    )
    .join('');
}

/**
 * Removes the marks of emphasis: every `**` and `~~`, and pairs of `*`, `_` or `__` within a line. Code, unpaired `*`
 * and `_`, and underscores between letters or digits stay as they are.
 */
function withoutEmphasis(markdown: string): string {
  return markdown
    .replaceAll(/(`[^`\n]+`)|\*\*|~~/g, '$1')
    .replaceAll(/(`[^`\n]+`)|(?<!\\)\*(?!\s)((?:`[^`\n]+`|[^*`\n])+)(?<![\s\\])\*/g, '$1$2')
    .replaceAll(
      /(`[^`\n]+`)|(?<![\\\p{L}\p{N}_])(__?)(?!\s)((?:`[^`\n]+`|[^_`\n]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+)(?<![\s\\])\2(?![\p{L}\p{N}_])/gu,
      '$1$3',
    );
}

/** The index of the first match in or after the first visible item; 0 if there is none. */
export function indexOfFirstMatch(matches: readonly Match[], firstVisible: number): number {
  const index = matches.findIndex(({ itemIndex }) => itemIndex >= firstVisible);
  return index < 0 ? 0 : index;
}

/**
 * The index of the same match after the conversation has changed. If that match is gone: the index of the first match
 * in or after its item, or 0 if there is none.
 */
export function indexOfSameMatch(matches: readonly Match[], previous: Match): number {
  const same = matches.findIndex(({ itemId, nth }) => itemId === previous.itemId && nth === previous.nth);
  return same < 0 ? indexOfFirstMatch(matches, previous.itemIndex) : same;
}
