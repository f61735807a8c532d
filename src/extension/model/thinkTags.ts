/**
 * Parts thinking from text where a server leaves both in the text of its answer, as `<think>…</think>`. Only the
 * beginning of a message is looked at: that is where the templates of thinking models put the tag, and further on an
 * answer may well be about it.
 */
export interface ThinkTags {
  /** `start`: nothing but white space has come. `after`: nothing but white space has come since the closing tag. */
  readonly place: 'start' | 'opened' | 'thinking' | 'after' | 'text';
  /** Has come and is not given out: it may be a part of a tag, or white space around one. */
  readonly held: string;
}

export interface ThinkPieces {
  readonly tags: ThinkTags;
  /** White space around the tags belongs to neither and is left out. */
  readonly thinking: string;
  readonly text: string;
}

export const NO_THINK_TAGS: ThinkTags = { place: 'start', held: '' };

const OPEN = '<think>';
const CLOSE = '</think>';

/** Goes on with the next piece of a message's text, wherever the pieces were cut. */
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

/** No more text comes, or something else comes first: what was held is what it looked like so far. */
export function endThinking(tags: ThinkTags): ThinkPieces {
  const { place, held } = tags;
  if (place === 'text') return { tags, thinking: '', text: '' };
  const ended = { place: 'text', held: '' } as const;
  return place === 'start' ? { tags: ended, thinking: '', text: held } : { tags: ended, thinking: held, text: '' };
}

/** How much of the end may be white space before a closing tag, or the beginning of one. */
function heldLength(text: string): number {
  let length = Math.min(text.length, CLOSE.length - 1);
  while (!text.endsWith(CLOSE.slice(0, length))) length -= 1;
  return text.length - text.slice(0, text.length - length).trimEnd().length;
}
