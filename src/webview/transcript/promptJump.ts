import type { TranscriptItem } from '../../shared/transcriptItem.ts';

export type JumpDirection = 'previous' | 'next';

export interface JumpOrigin {
  /** The index of the focused prompt; null if no prompt has the focus. */
  readonly focused: number | null;
  readonly firstVisible: number;
  readonly lastVisible: number;
}

export function findPrompt(
  items: readonly Pick<TranscriptItem, 'kind'>[],
  { focused, firstVisible, lastVisible }: JumpOrigin,
  direction: JumpDirection,
): number | null {
  const start = direction === 'previous' ? (focused ?? lastVisible + 1) - 1 : (focused ?? firstVisible) + 1;
  const step = direction === 'previous' ? -1 : 1;
  for (let index = start; index >= 0 && index < items.length; index += step) {
    if (items[index]?.kind === 'user') return index;
  }
  return null;
}
