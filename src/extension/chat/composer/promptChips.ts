import type { PromptMention } from '../../../shared/chatState.ts';
import type { DraftChip } from '../../../shared/draftChip.ts';

/** A text as it was typed, with the parts that are rendered as chips. */
export interface TypedChips {
  readonly text: string;
  readonly mentions?: readonly PromptMention[] | undefined;
  readonly folds?: readonly DraftChip[] | undefined;
}

/** Returns chips with positions in the sent text. Drops chips that overlap an earlier chip or do not fit the text. */
export function toPromptChips({ text, mentions = [], folds = [] }: TypedChips): DraftChip[] {
  const sent = toPromptText(text);
  const places = [...mentions.map(({ id, from, to }) => ({ from, to, mention: id })), ...folds];
  const moved = places
    .map((chip) => ({ ...chip, from: toSentPosition(text, chip.from), to: toSentPosition(text, chip.to) }))
    .sort((a, b) => a.from - b.from);
  const kept: DraftChip[] = [];
  for (const chip of moved) {
    const isInside = chip.from >= (kept.at(-1)?.to ?? 0) && chip.from < chip.to && chip.to <= sent.length;
    if (isInside && (chip.mention === undefined || sent.startsWith('@', chip.from))) kept.push(chip);
  }
  return kept;
}

/** Converts a position in the typed text to one in the result of `toPromptText`. */
function toSentPosition(text: string, place: number): number {
  const before = text.slice(0, place);
  // The appended character keeps white space at the end of `before` from being trimmed.
  const cleaned = toPromptText(`${before}.`).length - 1;
  return Math.min(cleaned, toPromptText(text).length);
}

/** Control characters (C0, DEL and C1) except tab and line feed. They can hide text from a reader. */
// eslint-disable-next-line no-control-regex -- the expression removes these characters
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes control characters and outer white space. Empty if there is nothing to send. */
export function toPromptText(raw: string): string {
  return raw.replaceAll('\r\n', '\n').replaceAll(CONTROLS, '').trim();
}
