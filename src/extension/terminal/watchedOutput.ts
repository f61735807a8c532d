import type { MentionSources } from '../ports/mentionSources.ts';
import type { TerminalWatch } from './terminalWatch.ts';

/**
 * The window's sources of mentions. For an agent in the active terminal, `TerminalWatch` returns the output, because it
 * also keeps what the alternate screen showed earlier.
 */
export class WatchedOutput {
  readonly sources: MentionSources;
  private watch: Pick<TerminalWatch, 'output'> | undefined;

  constructor(sources: MentionSources) {
    this.sources = {
      ...sources,
      terminalOutput: async (position) => {
        const watched = position === undefined ? this.watch?.output() : undefined;
        return watched ?? sources.terminalOutput(position);
      },
    };
  }

  /** Set later, because the watch needs the chat, and the chat needs the sources. */
  setWatch(watch: Pick<TerminalWatch, 'output'>): void {
    this.watch = watch;
  }
}
