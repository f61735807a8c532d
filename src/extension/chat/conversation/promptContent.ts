import type { DraftChip } from '../../../shared/draftChip.ts';
import type { Part } from '../../model/message.ts';

/** A prompt as the user sends it. */
export interface PromptContent {
  readonly parts: readonly Part[];
  /** For the panel: one for each image in `parts`, in the same order. */
  readonly images?: readonly PromptImage[];
  readonly context?: readonly PromptContext[];
  /** For the panel: the parts of the text that are chips. */
  readonly folds?: readonly DraftChip[];
  /** Submitted during the answer before it, and sent with the results of that answer's calls. */
  readonly steers?: boolean;
  readonly ownModel?: OwnModel;
  /** See `limitTools`; missing without a limit. */
  readonly tools?: readonly string[];
  /** The shell lines whose output the prompt sends. */
  readonly shell?: readonly string[];
}

/** A model that the user or a prompt file chose for one prompt alone. */
export interface OwnModel {
  /** As `<provider>/<model>`. */
  readonly id: string;
  /** The chat's model when the prompt was sent; empty if none was selected. */
  readonly insteadOf: string;
}

/** Text that precedes the user's words in the request. */
export interface PromptContext {
  readonly kind: 'mode' | 'restored-files' | 'editor' | 'mentions' | 'suggestion' | 'shell' | 'tools';
  readonly text: string;
}

export interface PromptImage {
  readonly id: string;
  readonly name: string;
  /** A `data:` URL. */
  readonly thumbnail: string;
}

export interface PromptProperties {
  readonly images?: readonly PromptImage[];
  readonly context?: readonly PromptContext[];
  readonly folds?: readonly DraftChip[];
  /** The active leaf by default. */
  readonly parent?: string | null;
  /** A new id by default. */
  readonly id?: string;
  readonly steers?: boolean;
  readonly ownModel?: OwnModel;
  readonly tools?: readonly string[];
  readonly shell?: readonly string[];
}
