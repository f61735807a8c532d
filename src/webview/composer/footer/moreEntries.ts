import { strings } from '../../strings/strings.ts';

/** `choose-target`: the language to translate to. `message-model`: the model for the next message. */
export type MoreEntry = 'complete' | 'translate' | 'choose-target' | 'prompt-files' | 'message-model';

export interface MoreState {
  /** The input has no text. */
  readonly empty: boolean;
  /** The text is a shell command. */
  readonly shell: boolean;
  /** A translation is running, and `translate` cancels it. */
  readonly translating: boolean;
  readonly isTour: boolean;
  readonly hasPromptFiles: boolean;
}

/** The entries that act on the text of a message. */
const NOT_IN_SHELL: readonly MoreEntry[] = ['complete', 'translate', 'prompt-files'];

/** Whether an entry of the *More* menu is disabled. `reason` says why, unless the user can see why. */
export interface EntryState {
  readonly disabled: boolean;
  readonly reason?: string;
}

/** In the tour, all entries except `complete` are disabled, because the tour cannot translate or use other models. */
export function stateOf(
  entry: MoreEntry,
  { empty, shell, translating, isTour, hasPromptFiles }: MoreState,
): EntryState {
  if (isTour && entry !== 'complete') return { disabled: true, reason: strings.notInTour };
  if (shell && NOT_IN_SHELL.includes(entry)) return { disabled: true, reason: strings.shell.leaveFirst };
  if (entry === 'prompt-files' && !hasPromptFiles)
    return { disabled: true, reason: strings.composerMenu.noPromptFiles };
  const needsText = entry === 'complete' || (entry === 'translate' && !translating);
  return { disabled: needsText && empty };
}
