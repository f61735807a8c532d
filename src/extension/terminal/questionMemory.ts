import { isSameQuestion, type QuestionIdentity } from './questionIdentity.ts';

/** Maximum number of dismissed questions that are kept for one terminal. */
const MAX_DISMISSED = 10;

/**
 * The questions of one agent that the user does not want to see now. Clear them when the agent works again, because it
 * may ask the same question later.
 */
export class QuestionMemory {
  private dismissed: readonly QuestionIdentity[];
  private readonly onDidChange: (dismissed: readonly QuestionIdentity[]) => void;

  constructor(dismissed: readonly QuestionIdentity[], onDidChange: (dismissed: readonly QuestionIdentity[]) => void) {
    this.dismissed = dismissed;
    this.onDidChange = onDidChange;
  }

  isDismissed(question: QuestionIdentity): boolean {
    return this.dismissed.some((each) => isSameQuestion(each, question));
  }

  dismiss({ fingerprint, text, options }: QuestionIdentity): void {
    this.set([...this.dismissed, { fingerprint, text, options }].slice(-MAX_DISMISSED));
  }

  clear(): void {
    if (this.dismissed.length > 0) this.set([]);
  }

  private set(dismissed: readonly QuestionIdentity[]): void {
    this.dismissed = dismissed;
    this.onDidChange(dismissed);
  }
}
