import type { CitationView } from '../../../shared/transcriptItem.ts';
import { allowedWebLink } from '../../../shared/linkPolicy.ts';

export interface Source {
  readonly url: string;
  readonly title: string;
  /** The host that the link leads to, as a browser would write it; empty if the title is the host. */
  readonly host: string;
}

/** An answer's sources. Citations that are not web pages are left out. */
export function toSources(citations: readonly CitationView[]): Source[] {
  return citations.flatMap(({ url, title }) => {
    const allowed = allowedWebLink(url);
    if (allowed === null) return [];
    const { host } = new URL(allowed);
    return title.trim() === ''
      ? [{ url: allowed, title: host, host: '' }]
      : [{ url: allowed, title: title.trim(), host }];
  });
}
