import { createContext, useContext } from 'react';

/** Shows another version of a message with what followed it, and keeps the message where it is on the screen. */
export interface PlaceKeeper {
  switchBranch(itemId: string, step: -1 | 1): void;
}

export const PlaceKeeperContext = createContext<PlaceKeeper | null>(null);

export function usePlaceKeeper(): PlaceKeeper {
  const keeper = useContext(PlaceKeeperContext);
  if (!keeper) throw new Error('There is no transcript around this component.');
  return keeper;
}
