import { createContext, useContext } from 'react';

/** Shows another version of a message with what followed it, and keeps the message where it is on the screen. */
export interface PlaceKeeper {
  /** `step` places after the one that is shown, or before. */
  switchBranch(itemId: string, step: number): void;
}

export const PlaceKeeperContext = createContext<PlaceKeeper | null>(null);

export function usePlaceKeeper(): PlaceKeeper {
  const keeper = useContext(PlaceKeeperContext);
  if (!keeper) throw new Error('There is no transcript around this component.');
  return keeper;
}
