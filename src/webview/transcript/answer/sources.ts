import type { CitationView } from '../../../shared/chatState.ts';
import { allowedWebLink } from '../../../shared/linkPolicy.ts';

export interface Source {
  readonly url: string;
  readonly title: string;
  /** Where the link really leads, as a browser would write it; empty where the title says nothing else. */
  readonly host: string;
}

/** What an answer rests on, without what is no page of the web. */
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
