import { useEffect, useRef } from 'react';
import { usePanel } from '../state/panel.ts';
import type { Match } from './search.ts';

/** Calls `expand` when the search shows a match inside the component, which may be collapsed. */
export function useExpandWhenFound(isMine: (match: Match) => boolean, expand: () => void): void {
  const { found } = usePanel();
  const latest = useRef({ isMine, expand });
  useEffect(() => {
    latest.current = { isMine, expand };
  });
  useEffect(() => {
    const expandIfFound = (): void => {
      const match = found.get();
      if (match && latest.current.isMine(match)) latest.current.expand();
    };
    expandIfFound();
    return found.subscribe(expandIfFound);
  }, [found]);
}
