import type { PromptMention } from '../../../shared/chatState.ts';
import { MAX_FOLDS, type DraftFold } from '../../../shared/draftFold.ts';
import { MAX_MENTIONS } from '../../../shared/protocol.ts';

export type Fold = DraftFold;

/** Pasted text of more lines, or of more characters, would push what the user writes about it out of view. */
const MAX_LINES = 10;
const MAX_CHARACTERS = 1_000;

export function isWorthFolding({
  lines,
  characters,
}: {
  readonly lines: number;
  readonly characters: number;
}): boolean {
  return lines > MAX_LINES || characters > MAX_CHARACTERS;
}

/** Remembered folds that the text still bears out; what was kept across a reload may belong to another text. */
export function validFolds(folds: readonly Fold[], text: string): Fold[] {
  const valid: Fold[] = [];
  for (const fold of [...folds].sort((a, b) => a.from - b.from)) {
    const inside = Number.isInteger(fold.from) && Number.isInteger(fold.to) && fold.to <= text.length;
    if (!inside || fold.from < (valid.at(-1)?.to ?? 0) || fold.from >= fold.to) continue;
    const part = text.slice(fold.from, fold.to);
    if (fold.mention !== undefined) {
      if (part.startsWith('@')) valid.push(fold);
      continue;
    }
    if (isWorthFolding({ lines: part.split('\n').length, characters: part.length })) valid.push(fold);
  }
  return valid;
}

/** The long pastes, as they are told with the text. */
export function pastesIn(folds: readonly Fold[]): Fold[] {
  return folds.filter(({ mention }) => mention === undefined).slice(0, MAX_FOLDS);
}

/** What was picked under `@`, as it is told with the text. */
export function mentionsIn(folds: readonly Fold[]): PromptMention[] {
  return folds
    .flatMap(({ from, to, mention }) => (mention === undefined ? [] : [{ id: mention, from, to }]))
    .slice(0, MAX_MENTIONS);
}
