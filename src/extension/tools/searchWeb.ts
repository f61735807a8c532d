import type { CitationPart } from '../model/message.ts';

/**
 * Searches the web in a separate request, with a model whose provider can search. Rejects if the signal aborts, which
 * also ends the request.
 */
export type SearchWeb = (query: string, signal: AbortSignal) => Promise<WebSearch>;

export type WebSearch =
  | {
      readonly kind: 'found';
      /** The model's text about the pages. */
      readonly text: string;
      /** The pages that the text cites, each once. */
      readonly pages: readonly CitationPart[];
      /** True if the text is not complete. */
      readonly isCut: boolean;
    }
  /** `why` is for the model, in one sentence. */
  | { readonly kind: 'failed'; readonly why: string };
