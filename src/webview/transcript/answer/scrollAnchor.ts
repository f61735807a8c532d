import { createContext, useContext } from 'react';

/** Switches a message to one of its siblings. The sibling appears at the message's position on the screen. */
export interface ScrollAnchor {
  /** `step`: how many siblings to go forward; negative to go back. */
  switchBranch(itemId: string, step: number): void;
}

export const ScrollAnchorContext = createContext<ScrollAnchor | null>(null);

export function useScrollAnchor(): ScrollAnchor {
  const anchor = useContext(ScrollAnchorContext);
  if (!anchor) throw new Error('There is no transcript around this component.');
  return anchor;
}
