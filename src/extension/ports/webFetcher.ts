/** Fetches one page from the web. Expected failures are values; rejects only when the signal is aborted. */
export interface WebFetcher {
  /** `url` is http or https, without credentials. */
  fetch(url: URL, signal: AbortSignal): Promise<WebResponse>;
}

export type WebResponse =
  | {
      readonly kind: 'fetched';
      /** The address after redirects on the same host. */
      readonly url: URL;
      readonly status: number;
      /** As received; empty if there was none. */
      readonly contentType: string;
      readonly body: Uint8Array;
      /** True if the page is longer than the limit; `body` is then its beginning. */
      readonly truncated: boolean;
    }
  /** A redirect to another host or port, or from https to http, which the user has not approved. */
  | { readonly kind: 'redirected'; readonly to: URL }
  /** The host is this machine or in a private network, and the user has not allowed it. */
  | { readonly kind: 'private'; readonly host: string }
  /** What went wrong, in one or two sentences. */
  | { readonly kind: 'failed'; readonly message: string };
