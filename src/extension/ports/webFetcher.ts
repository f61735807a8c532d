/** Fetches one page from the web. Expected failures are values; rejects only when the signal is aborted. */
export interface WebFetcher {
  /** `url` is http or https, without credentials. */
  fetch(url: URL, signal: AbortSignal): Promise<WebResponse>;
}

export type WebResponse =
  | {
      readonly kind: 'fetched';
      /** After redirects within the host. */
      readonly url: URL;
      readonly status: number;
      /** The header as received; empty if there was none. */
      readonly contentType: string;
      readonly body: Uint8Array;
      /** The page is longer than the limit, and `body` is its beginning. */
      readonly truncated: boolean;
    }
  /** The response redirects to another host, which the user has not approved. */
  | { readonly kind: 'redirected'; readonly to: URL }
  /** The host is this machine, or lies in a private network. */
  | { readonly kind: 'private'; readonly host: string }
  /** One sentence that says what went wrong. */
  | { readonly kind: 'failed'; readonly message: string };
