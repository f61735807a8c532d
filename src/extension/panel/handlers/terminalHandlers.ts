import type { Request } from '../../../shared/protocol.ts';
import { terminalTexts } from '../../base/texts/terminalTexts.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import { maskSecrets } from '../../terminal/secretMask.ts';
import type { SettledScreen, TerminalWatch } from '../../terminal/terminalWatch.ts';

/** Handles the buttons of the terminals' cards. */
export class TerminalHandlers {
  private readonly watch: TerminalWatch;
  private readonly drafts: Pick<Drafts, 'append'>;
  private readonly store: Pick<ChatStore, 'dispatch'>;

  constructor(watch: TerminalWatch, drafts: Pick<Drafts, 'append'>, store: Pick<ChatStore, 'dispatch'>) {
    this.watch = watch;
    this.drafts = drafts;
    this.store = store;
  }

  async handle({ id, action }: Extract<Request, { type: 'terminal' }>): Promise<void> {
    if (action.kind !== 'continue') return this.watch.act(id, action);
    const card = this.watch.cards.find((each) => each.id === id);
    const problem = card && this.continueHere(this.watch.settledScreen(card.terminal.id));
    if (problem === undefined) return;
    const notice = { severity: 'info', message: problem, action: null, untilNextAnswer: true } as const;
    this.store.dispatch({ type: 'notice-changed', notice });
  }

  /**
   * Puts an agent's last settled screen into the composer, where the user can read and change it. If that is not
   * possible, returns why, and what to do.
   */
  continueHere(screen: SettledScreen | undefined): string | undefined {
    if (!screen || screen.lines.length === 0) return terminalTexts.noScreen();
    const { agent, terminal, lines } = screen;
    const start = `${terminalTexts.continueHere(agent, terminal)}\n\n`;
    const text = start + maskSecrets(lines.join('\n'));
    // A chip, like a long paste.
    const folds = [{ from: start.length, to: text.length }];
    return this.drafts.append({ text, folds, attachments: [] }) ? undefined : terminalTexts.endEdit();
  }
}
