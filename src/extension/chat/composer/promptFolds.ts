import type { PromptMention } from '../../../shared/chatState.ts';
import type { DraftFold } from '../../../shared/draftFold.ts';

/** What is drawn as a chip in a text as it was typed: mentions, and long pastes. */
export interface TypedChips {
  readonly text: string;
  readonly mentions?: readonly PromptMention[] | undefined;
  readonly folds?: readonly DraftFold[] | undefined;
}

/** The chips of a prompt, with their places in the text as it is sent. Chips that do not fit the text are dropped. */
export function toPromptFolds({ text, mentions = [], folds = [] }: TypedChips): DraftFold[] {
  const sent = toPromptText(text);
  const places = [...mentions.map(({ id, from, to }) => ({ from, to, mention: id })), ...folds];
  const moved = places
    .map((fold) => ({ ...fold, from: placeInSent(text, fold.from), to: placeInSent(text, fold.to) }))
    .sort((a, b) => a.from - b.from);
  const kept: DraftFold[] = [];
  for (const fold of moved) {
    const isInside = fold.from >= (kept.at(-1)?.to ?? 0) && fold.from < fold.to && fold.to <= sent.length;
    if (isInside && (fold.mention === undefined || sent.startsWith('@', fold.from))) kept.push(fold);
  }
  return kept;
}

/** Where a place in a text is once `toPromptText` has cleaned the text. */
function placeInSent(text: string, place: number): number {
  const before = text.slice(0, place);
  // What follows keeps the blanks at the end of the part, which are not at the end of the whole.
  const cleaned = toPromptText(`${before}.`).length - 1;
  return Math.min(cleaned, toPromptText(text).length);
}

/** C0 and C1 controls but tab and line feed: they can hide text from whoever reads it. */
// eslint-disable-next-line no-control-regex -- removing them is the point
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** What a user typed, as it is sent: without control characters and outer white space; empty for nothing to send. */
export function toPromptText(raw: string): string {
  return raw.replaceAll('\r\n', '\n').replaceAll(controls, '').trim();
}
