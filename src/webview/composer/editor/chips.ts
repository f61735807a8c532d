import type { PromptMention } from '../../../shared/chatState.ts';
import { MAX_CHIPS, type DraftChip } from '../../../shared/draftChip.ts';
import { MAX_MENTIONS } from '../../../shared/protocol.ts';

export type Chip = DraftChip;

/** A paste with more lines or characters becomes a chip, because it would push the user's own words out of view. */
const MAX_LINES = 10;
const MAX_CHARACTERS = 1_000;

export function isLongPaste({ lines, characters }: { readonly lines: number; readonly characters: number }): boolean {
  return lines > MAX_LINES || characters > MAX_CHARACTERS;
}

/** Drops chips that do not fit the text, because after a reload, the stored chips may belong to another text. */
export function validChips(chips: readonly Chip[], text: string): Chip[] {
  const valid: Chip[] = [];
  for (const chip of [...chips].sort((a, b) => a.from - b.from)) {
    const inside = Number.isInteger(chip.from) && Number.isInteger(chip.to) && chip.to <= text.length;
    if (!inside || chip.from < (valid.at(-1)?.to ?? 0) || chip.from >= chip.to) continue;
    const part = text.slice(chip.from, chip.to);
    if (chip.mention !== undefined) {
      if (part.startsWith('@')) valid.push(chip);
      continue;
    }
    if (chip.screenOf !== undefined || isLongPaste({ lines: part.split('\n').length, characters: part.length }))
      valid.push(chip);
  }
  return valid;
}

export function pastesIn(chips: readonly Chip[]): Chip[] {
  return chips.filter(({ mention }) => mention === undefined).slice(0, MAX_CHIPS);
}

export function mentionsIn(chips: readonly Chip[]): PromptMention[] {
  return chips
    .flatMap(({ from, to, mention }) => (mention === undefined ? [] : [{ id: mention, from, to }]))
    .slice(0, MAX_MENTIONS);
}
