import { createContext, useContext } from 'react';

/** Switches a message to a sibling, and keeps the message at its position on the screen. */
export interface ScrollAnchor {
  /** `step`: places after the shown sibling, or before it if negative. */
  switchBranch(itemId: string, step: number): void;
}

export const ScrollAnchorContext = createContext<ScrollAnchor | null>(null);

export function useScrollAnchor(): ScrollAnchor {
  const keeper = useContext(ScrollAnchorContext);
  if (!keeper) throw new Error('There is no transcript around this component.');
  return keeper;
}
