import { strings } from '../../strings/strings.ts';

/** `choose-target`: the language to translate to. `message-model`: the model for the next message. */
export type MoreEntry = 'complete' | 'translate' | 'choose-target' | 'message-model';

export interface MoreState {
  /** The input has no text, or is in shell mode. */
  readonly empty: boolean;
  /** A translation is running, and `translate` cancels it. */
  readonly translating: boolean;
  readonly isTour: boolean;
}

/** Whether an entry of the *More* menu is disabled. `reason` says why, unless the user can see why. */
export interface EntryState {
  readonly disabled: boolean;
  readonly reason?: string;
}

/** In the tour, all entries except `complete` are disabled, because the tour cannot translate or use other models. */
export function stateOf(entry: MoreEntry, { empty, translating, isTour }: MoreState): EntryState {
  if (isTour && entry !== 'complete') return { disabled: true, reason: strings.notInTour };
  const needsText = entry === 'complete' || (entry === 'translate' && !translating);
  return { disabled: needsText && empty };
}
