/** One page from the web. Expected failures are values; rejects only when the signal is aborted. */
export interface WebFetcher {
  /** `url` is of http or https and without credentials. */
  fetch(url: URL, signal: AbortSignal): Promise<WebResponse>;
}

export type WebResponse =
  | {
      readonly kind: 'fetched';
      /** After redirects within the host. */
      readonly url: URL;
      readonly status: number;
      /** The header as it came; empty where there was none. */
      readonly contentType: string;
      readonly body: Uint8Array;
      /** The page is longer than what is read of one. */
      readonly truncated: boolean;
    }
  /** It points to another host, which nobody has been asked about. */
  | { readonly kind: 'redirected'; readonly to: URL }
  /** It lies on this machine or in a private network. */
  | { readonly kind: 'private'; readonly host: string }
  /** One sentence that says what went wrong. */
  | { readonly kind: 'failed'; readonly message: string };
