import { createContext, useContext } from 'react';

/** Switches a message to a sibling, and keeps the message at its position on the screen. */
export interface PlaceKeeper {
  /** `step`: places after the shown sibling, or before it if negative. */
  switchBranch(itemId: string, step: number): void;
}

export const PlaceKeeperContext = createContext<PlaceKeeper | null>(null);

export function usePlaceKeeper(): PlaceKeeper {
  const keeper = useContext(PlaceKeeperContext);
  if (!keeper) throw new Error('There is no transcript around this component.');
  return keeper;
}
