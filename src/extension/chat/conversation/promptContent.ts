import type { DraftFold } from '../../../shared/draftFold.ts';
import type { Part } from '../../model/message.ts';

/** What a user sends. */
export interface PromptContent {
  readonly parts: readonly Part[];
  /** For the panel: one for each image among the parts, in their order. */
  readonly images?: readonly PromptImage[];
  readonly context?: readonly PromptContext[];
  /** For the panel: what of the text is drawn as chips. */
  readonly folds?: readonly DraftFold[];
  /** It was said while the answer before it was being made, and goes with the results of that answer's calls. */
  readonly steers?: boolean;
}

/** What goes in front of the user's words to the model, and is not shown as theirs. */
export interface PromptContext {
  readonly kind: 'mode' | 'editor' | 'mentions' | 'suggestion';
  readonly text: string;
}

export interface PromptImage {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** A `data:` URL. */
  readonly thumbnail: string;
}

/** Where a prompt goes, and how its pictures look; at the active leaf, without any, where not given. */
export interface PromptPlace {
  readonly images?: readonly PromptImage[];
  readonly context?: readonly PromptContext[];
  readonly folds?: readonly DraftFold[];
  readonly parent?: string | null;
  /** A new one where not given. */
  readonly id?: string;
  readonly steers?: boolean;
}
