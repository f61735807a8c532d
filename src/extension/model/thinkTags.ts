/**
 * Separates thinking from text if a server sends `<think>…</think>` in the text. Only a tag at the beginning counts,
 * because the templates of thinking models put it there. Further on, the answer may be about the tag itself.
 */
export interface ThinkTags {
  /**
   * `start`: at most white space and a part of the opening tag have arrived. `opened`: at most white space has arrived
   * since the opening tag. `after`: at most white space has arrived since the closing tag.
   */
  readonly place: 'start' | 'opened' | 'thinking' | 'after' | 'text';
  /** Not emitted yet, because it may be part of a tag, or white space around a tag. */
  readonly held: string;
}

export interface ThinkPieces {
  readonly tags: ThinkTags;
  /** White space next to a tag is left out of both `thinking` and `text`. */
  readonly thinking: string;
  readonly text: string;
}

export const NO_THINK_TAGS: ThinkTags = { place: 'start', held: '' };

const OPEN = '<think>';
const CLOSE = '</think>';

/** Pieces may be cut anywhere. */
export function splitThinking(tags: ThinkTags, piece: string): ThinkPieces {
  let { place } = tags;
  if (place === 'text') return { tags, thinking: '', text: piece };
  let rest = tags.held + piece;
  let thinking = '';
  if (place === 'start') {
    const begun = rest.trimStart();
    if (begun.startsWith(OPEN)) {
      place = 'opened';
      rest = begun.slice(OPEN.length);
    } else if (OPEN.startsWith(begun)) return { tags: { place, held: rest }, thinking, text: '' };
    else place = 'text';
  }
  if (place === 'opened') {
    rest = rest.trimStart();
    if (rest !== '') place = 'thinking';
  }
  if (place === 'thinking') {
    const end = rest.indexOf(CLOSE);
    if (end < 0) {
      const known = rest.length - heldLength(rest);
      return { tags: { place, held: rest.slice(known) }, thinking: rest.slice(0, known), text: '' };
    }
    thinking = rest.slice(0, end).trimEnd();
    rest = rest.slice(end + CLOSE.length);
    place = 'after';
  }
  if (place === 'after') {
    rest = rest.trimStart();
    if (rest !== '') place = 'text';
  }
  return { tags: { place, held: '' }, thinking, text: rest };
}

/** Call this when the text ends or a tool call begins. */
export function flushHeld(tags: ThinkTags): ThinkPieces {
  const { place, held } = tags;
  if (place === 'text') return { tags, thinking: '', text: '' };
  const ended = { place: 'text', held: '' } as const;
  return place === 'start' ? { tags: ended, thinking: '', text: held } : { tags: ended, thinking: held, text: '' };
}

/** How many characters at the end may be part of the closing tag, or white space before it. */
function heldLength(text: string): number {
  let length = Math.min(text.length, CLOSE.length - 1);
  while (!text.endsWith(CLOSE.slice(0, length))) length -= 1;
  return text.length - text.slice(0, text.length - length).trimEnd().length;
}
