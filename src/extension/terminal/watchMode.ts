/** The setting `premove.terminalWatch.mode`. `ask`: asks once for each terminal in which an agent starts. */
export type WatchMode = 'off' | 'ask' | 'on';

/** An unknown value counts as `off`. */
export function toWatchMode(value: unknown): WatchMode {
  return value === 'ask' || value === 'on' ? value : 'off';
}
