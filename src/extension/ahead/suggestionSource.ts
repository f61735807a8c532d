import type { FinishedPrompt } from '../chat/answerRunner.ts';
import type { Log } from '../ports/log.ts';
import type { PromptSuggester, PromptSuggestion } from '../suggest/promptSuggester.ts';
import type { SuggestionRecorder } from '../suggest/suggestionRecorder.ts';
import type { MoveStopReason } from './stopReasons.ts';

export interface SuggestionSourceOptions {
  readonly suggester: PromptSuggester;
  readonly recorder: Pick<SuggestionRecorder, 'suppressed'>;
  /** The shown conversation's leaf. */
  readonly leaf: () => string | null;
  readonly log: Log;
}

/** Requests suggestions. Logs why there is no suggestion, because a missing suggestion looks like a defect. */
export class SuggestionSource {
  private readonly options: SuggestionSourceOptions;
  private request: AbortController | undefined;

  constructor(options: SuggestionSourceOptions) {
    this.options = options;
  }

  /**
   * Calls `show` if a suggestion arrives and the conversation has not continued meanwhile. An earlier request must be
   * cancelled first.
   */
  ask(finished: FinishedPrompt, show: (text: string) => void): void {
    const { suggester, leaf, log } = this.options;
    const request = new AbortController();
    this.request = request;
    suggester
      .suggest(finished, request.signal)
      .then((result) => {
        if (request.signal.aborted) this.logNone((request.signal.reason as Error).message);
        else if (leaf() !== finished.leaf) this.logNone('the conversation has continued');
        else if (result.kind !== 'suggestion') this.recordNone(result);
        else show(result.text);
      })
      .catch((error: unknown) => log.error('Suggesting the next prompt failed', error))
      .finally(() => {
        if (this.request === request) this.request = undefined;
      });
  }

  cancel(reason: MoveStopReason): void {
    this.request?.abort(new DOMException(reason, 'AbortError'));
    this.request = undefined;
  }

  /** Whether the guards allow a suggestion that a speculation has prepared. If they do not, logs and records why. */
  checkGuards(text: string, finished: FinishedPrompt): boolean {
    const reason = this.options.suggester.suppressionReason(finished);
    if (reason) this.recordNone({ kind: 'suppressed', reason, length: text.length });
    return reason === null;
  }

  /** Whether a suggestion from before a reload may be shown again. */
  mayRestore(conversationId: string, text: string): boolean {
    return this.options.suggester.mayRestore(conversationId, text);
  }

  logNone(reason: string): void {
    this.options.log.info(`No suggestion: ${reason}`);
  }

  private recordNone(result: Exclude<PromptSuggestion, { kind: 'suggestion' }>): void {
    this.logNone(describeResult(result));
    if (result.kind !== 'suppressed') return;
    // Not recorded if the user has turned suggestions off, because then no suggestion is expected.
    if (result.reason === 'setting_off' || result.reason === 'off_in_chat') return;
    this.options.recorder.suppressed(result.reason, result.length);
  }
}

function describeResult(result: Exclude<PromptSuggestion, { kind: 'suggestion' }>): string {
  switch (result.kind) {
    case 'suppressed':
      return result.reason;
    case 'failed':
      return `the request failed (${result.error.kind})`;
    case 'aborted':
      return 'the request was aborted';
  }
}
