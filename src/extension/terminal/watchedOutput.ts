import type { MentionSources } from '../ports/mentionSources.ts';
import type { TerminalWatch } from './terminalWatch.ts';

/**
 * The window's sources of mentions, with the screens of the watch. If an agent runs in the active terminal, its screen
 * replaces the terminal's output, because a screen shows more than the end of an agent's output.
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

  /** Call when the watch has been created. The watch needs the chat, and the chat needs the sources. */
  setWatch(watch: Pick<TerminalWatch, 'output'>): void {
    this.watch = watch;
  }
}
