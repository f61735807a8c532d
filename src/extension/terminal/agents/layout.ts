import type { AgentName } from '../reading.ts';
import type { Menu } from '../question/menu.ts';

/** The parts of an agent's screen that decide what the agent waits for. */
export type Layout =
  | { readonly kind: 'working' }
  /** A dialog that replaces the composer. */
  | {
      readonly kind: 'dialog';
      /** Above the options: what the question is about, then the question. */
      readonly context: readonly string[];
      readonly menu: Menu;
      /** The tool call above the dialog, if it has no output yet. It is the subject if the dialog names none. */
      readonly call?: string;
      /** The screen does not show the whole dialog, so Premove offers no answers. */
      readonly isPartial: boolean;
    }
  | {
      readonly kind: 'composer';
      /** Undefined if the screen does not end with a reply. */
      readonly reply: Reply | undefined;
    };

export interface Reply {
  readonly lines: readonly string[];
  /** The screen shows lines above this reply, so the reply's question can refer to them. */
  readonly hasContext: boolean;
  /**
   * The text may be another program's output. `if-open`: a question without options is left undecided. `unless-keys`:
   * every question is left undecided, unless it offers more than two keys.
   */
  readonly isDoubtful?: 'if-open' | 'unless-keys';
}

export interface AgentProfile {
  readonly name: AgentName;
  /** Undefined if the screen is not this agent's. The lines must not end with white space. */
  locate(lines: readonly string[]): Layout | undefined;
  /** Undefined if the input is not on the screen. */
  findComposer(lines: readonly string[]): Composer | undefined;
  /** Shown while the composer is empty. */
  readonly placeholders: RegExp;
}

export interface Composer {
  /** Index of the first line that can contain typed text, usually after a prompt character such as `❯`. */
  readonly prompt: number;
  /** Characters before the typed text on line `prompt`. */
  readonly prefix: number;
  /** Index of the first line, including the border. */
  readonly start: number;
  /** Index after the last line that can contain typed text. */
  readonly textEnd: number;
  /** Index after the last line, including the border. Lines of status and help can follow. */
  readonly end: number;
}
