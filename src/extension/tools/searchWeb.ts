import type { CitationPart } from '../model/message.ts';

/** Uses a separate request, with a model whose provider can search. Rejects if the signal aborts. */
export type SearchWeb = (query: string, signal: AbortSignal) => Promise<WebSearch>;

export type WebSearch =
  | {
      readonly kind: 'found';
      /** The model's text about the pages. */
      readonly text: string;
      /** The cited pages, each once. */
      readonly pages: readonly CitationPart[];
      /** Whether the text is incomplete. */
      readonly isCut: boolean;
    }
  /** `why`: one sentence for the model. */
  | { readonly kind: 'failed'; readonly why: string };
