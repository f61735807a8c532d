import type { AgentName } from '../reading.ts';
import type { Menu } from '../question/menu.ts';

/** The parts of an agent's screen that decide what the agent waits for. */
export type Layout =
  | { readonly kind: 'working' }
  /** A dialog that replaces the composer. */
  | {
      readonly kind: 'dialog';
      /** The lines above the options: what the question is about, then the question. */
      readonly context: readonly string[];
      readonly menu: Menu;
      /**
       * The tool call above the dialog, if it has no output yet. If the dialog does not name its subject, the call is
       * the subject.
       */
      readonly call?: string;
      /** Whether the screen does not show the whole dialog. For such a dialog, Premove offers no answers. */
      readonly isPartial: boolean;
    }
  | {
      readonly kind: 'composer';
      /** The text of the last reply; undefined if the screen does not end with a reply. */
      readonly reply: Reply | undefined;
    };

export interface Reply {
  readonly lines: readonly string[];
  /** Whether the screen shows lines above this reply. A question in the reply can be about these lines. */
  readonly hasContext: boolean;
  /**
   * Set if the text may also be the output of another program. `if-open`: a question without options is left undecided.
   * `unless-keys`: every question is left undecided, unless it offers more than two keys to answer with.
   */
  readonly isDoubtful?: 'if-open' | 'unless-keys';
}

/** How the screens of one agent are recognized. */
export interface AgentProfile {
  readonly name: AgentName;
  /** Returns undefined if the screen does not look like this agent's. The lines must not end with white space. */
  locate(lines: readonly string[]): Layout | undefined;
  /** Finds the agent's input; undefined if the screen does not show it. */
  findComposer(lines: readonly string[]): Composer | undefined;
  /** Matches a text that the composer shows while it is empty. */
  readonly placeholders: RegExp;
}

export interface Composer {
  /**
   * Index of the first line that can contain typed text. In most agents, a prompt character, such as `❯`, precedes the
   * text.
   */
  readonly prompt: number;
  /** Number of characters before the typed text on line `prompt`, such as a border and the prompt character. */
  readonly prefix: number;
  /** Index of the first line of the composer, including its border. */
  readonly start: number;
  /** Index after the last line that can contain typed text. */
  readonly textEnd: number;
  /** Index after the last line of the composer, including its border. Lines of status and help can follow. */
  readonly end: number;
}
