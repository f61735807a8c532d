import type { Request, TerminalAnswerResult } from '../../../shared/protocol.ts';
import { terminalTexts } from '../../base/texts/terminalTexts.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { MentionSources } from '../../ports/mentionSources.ts';
import type { AskedTerminal } from '../../ports/terminals.ts';
import { agentOf } from '../../terminal/agentCommand.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import { maskSecrets } from '../../terminal/secretMask.ts';
import type { TerminalWatch } from '../../terminal/terminalWatch.ts';
import type { SettledScreen, WatchCard, WatchNotice } from '../../terminal/watchedAgent.ts';

/** The maximum number of lines to copy from the end of an agent's output if there is no `SettledScreen`. */
const MAX_LINES = 200;

export interface TerminalDialogs {
  openTerminalLimit(): Promise<void>;
  /** Opens VS Code's setting of the shell integration. */
  openShellIntegration(): Promise<void>;
  /** `watchAgain`: the action of the button *Watch* or *Watch Again*. */
  showWatchNotice(notice: WatchNotice, watchAgain: () => WatchNotice): void;
}

/** Handles the cards about terminals, and puts an agent's screen into the composer. */
export class TerminalHandlers {
  private readonly watch: TerminalWatch;
  private readonly drafts: Pick<Drafts, 'append'>;
  private readonly store: Pick<ChatStore, 'dispatch'>;
  private readonly sources: Pick<MentionSources, 'terminalOutput'>;
  private readonly dialogs: TerminalDialogs;

  constructor(
    watch: TerminalWatch,
    drafts: Pick<Drafts, 'append'>,
    store: Pick<ChatStore, 'dispatch'>,
    sources: Pick<MentionSources, 'terminalOutput'>,
    dialogs: TerminalDialogs,
  ) {
    this.watch = watch;
    this.drafts = drafts;
    this.store = store;
    this.sources = sources;
    this.dialogs = dialogs;
  }

  /** Whether the terminal got an answer; undefined if the action is not an answer. */
  async handle({ id, action }: Extract<Request, { type: 'terminal' }>): Promise<TerminalAnswerResult | undefined> {
    const card = this.watch.cards.find((each) => each.id === id);
    switch (action.kind) {
      case 'open-limit':
        await this.dialogs.openTerminalLimit();
        return undefined;
      case 'open-integration':
        await this.dialogs.openShellIntegration();
        return undefined;
      case 'continue':
        this.continueFrom(card);
        return undefined;
      default: {
        const { isSent, notice } = await this.watch.act(id, action);
        // Only a terminal that reports commands can have been watched.
        const terminal = card && { ...card.terminal, reportsCommands: true };
        if (notice) this.dialogs.showWatchNotice(notice, () => this.watch.watchTerminal(terminal));
        const isAnswer = action.kind === 'choose' || action.kind === 'write';
        return isAnswer ? { outcome: isSent ? 'sent' : 'refused' } : undefined;
      }
    }
  }

  private continueFrom(card: WatchCard | undefined): void {
    const problem =
      card &&
      this.continueHere(this.watch.settledScreen(card.terminal.id), terminalTexts.noScreenIn(card.terminal.name));
    if (problem === undefined) return;
    const notice = { severity: 'info', message: problem, action: null, untilNextAnswer: true } as const;
    this.store.dispatch({ type: 'notice-changed', notice });
  }

  /**
   * Puts the agent's last settled screen, or else its output, into the composer. If nothing can be put there, returns
   * why, and what to do.
   */
  async continueTerminal(terminal: AskedTerminal | undefined): Promise<string | undefined> {
    if (!terminal) return terminalTexts.noScreen();
    const { name, reportsCommands } = terminal;
    const missing = reportsCommands ? terminalTexts.noScreenIn(name) : terminalTexts.noScreenWithoutIntegration(name);
    const settled = this.watch.settledScreen(terminal.id);
    if (settled) return this.continueHere(settled, missing);
    const output = this.watch.output(terminal.id) ?? (await this.sources.terminalOutput(terminal.position()));
    const agent = output && agentOf(output.commandLine);
    const screen = agent && { agent, terminal: name, lines: output.text.split('\n').slice(-MAX_LINES) };
    return this.continueHere(screen, missing);
  }

  /**
   * Puts an agent's screen into the composer, where the user can read and change it. If that is not possible, returns
   * why, and what to do; `missing` if there is no screen.
   */
  private continueHere(screen: SettledScreen | undefined, missing: string): string | undefined {
    if (!screen?.lines.some((line) => line.trim() !== '')) return missing;
    const { agent, lines } = screen;
    const start = `${terminalTexts.continueHere(agent, screen.terminal)}\n\n`;
    const screenText = start + maskSecrets(lines.join('\n'));
    const folds = [{ from: start.length, to: screenText.length, screenOf: agent }];
    // The line end separates the user's next words from the screen.
    return this.drafts.append({ text: `${screenText}\n`, folds, attachments: [] })
      ? undefined
      : terminalTexts.endEdit();
  }
}
