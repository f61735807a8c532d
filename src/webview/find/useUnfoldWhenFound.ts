import { useEffect, useRef } from 'react';
import { usePanel } from '../state/panel.ts';
import type { Match } from './search.ts';

/** Calls `unfold` when the search shows a match of this component, which may be collapsed. */
export function useUnfoldWhenFound(isMine: (match: Match) => boolean, unfold: () => void): void {
  const { found } = usePanel();
  const latest = useRef({ isMine, unfold });
  useEffect(() => {
    latest.current = { isMine, unfold };
  });
  useEffect(() => {
    const look = (): void => {
      const match = found.get();
      if (match && latest.current.isMine(match)) latest.current.unfold();
    };
    look();
    return found.subscribe(look);
  }, [found]);
}
