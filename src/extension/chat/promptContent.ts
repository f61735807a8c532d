import type { Part } from '../model/message.ts';

/** What a user sends. */
export interface PromptContent {
  readonly parts: readonly Part[];
  /** For the panel: one for each image among the parts, in their order. */
  readonly images?: readonly PromptImage[];
  readonly context?: readonly PromptContext[];
}

/** What goes in front of the user's words to the model, and is not shown as theirs. */
export interface PromptContext {
  readonly kind: 'mode' | 'editor' | 'mentions';
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
  readonly parent?: string | null;
}
