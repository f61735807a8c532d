import { shellLineTexts } from '../base/texts/shellTexts.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeptOutput } from '../ports/keptOutput.ts';
import type { Log } from '../ports/log.ts';
import type { Shell, ShellResult } from '../ports/shell.ts';
import { LiveReport } from '../tools/liveReport.ts';
import { ShellOutput } from '../tools/shellOutput.ts';
import { toShellSummary, toShellText } from '../tools/shellReport.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { ShellLineEnd } from './conversation/conversationEntry.ts';
import { unsentLines } from './conversation/shellLine.ts';
import type { ChatStore } from './view/chatStore.ts';
import { promptsWith, toShellLineView } from './view/shellLineView.ts';

export interface ShellLinePorts {
  readonly shell: Shell;
  readonly keep: KeptOutput;
}

export interface ShellLinesOptions extends ShellLinePorts {
  readonly conversation: Conversation;
  readonly store: Pick<ChatStore, 'dispatch' | 'state' | 'onDidChange'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface RunningLine {
  readonly stop: AbortController;
  readonly output: ShellOutput;
  readonly ended: Promise<void>;
}

/** Milliseconds. About 25 days, the longest time of a timer, because the user's own commands have no time-out. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Runs the user's own commands in one chat, also during an answer, without asking for approval. The commands get no
 * input.
 */
export class ShellLines implements Disposable {
  private readonly options: ShellLinesOptions;
  private readonly running = new Map<string, RunningLine>();
  private readonly subscription: Disposable;
  private isClosing = false;

  constructor(options: ShellLinesOptions) {
    this.options = options;
    // A prompt that was just recorded may have sent the output of commands.
    this.subscription = options.store.onDidChange((event) => {
      if (event.type === 'item-added' && event.item.kind === 'user') this.showSent();
    });
  }

  get hasUnsent(): boolean {
    const { conversation } = this.options;
    return unsentLines(conversation.shellLines, conversation.path()).length > 0;
  }

  /** `directory`: an absolute path. */
  run(command: string, directory: string): void {
    const { conversation, shell, keep, clock, log } = this.options;
    const line = conversation.addShellLine(command);
    const output = new ShellOutput(keep);
    const stop = new AbortController();
    const live = new LiveReport(() => this.show(line.id), clock);
    const onOutput = (chunk: string): Promise<void> | undefined => {
      const wait = output.push(chunk);
      live.noteChange();
      return wait;
    };
    const ended = shell
      .run({ command, directory, timeout: LONGEST_TIMEOUT }, onOutput, stop.signal)
      .catch((error: unknown): ShellResult => {
        log.error('A command of the user failed to run', error);
        return { end: { kind: 'not-started', why: shellLineTexts.failed() } };
      })
      .then(async (result) => {
        const end = await toEnd(this.isClosing ? toClosed(result) : result, output, clock.now() - line.at);
        live.dispose();
        this.running.delete(line.id);
        conversation.endShellLine(line.id, end);
        this.show(line.id);
      });
    this.running.set(line.id, { stop, output, ended });
    this.show(line.id);
    ended.catch((error: unknown) => log.error('The output of a command could not be recorded', error));
  }

  stop(id: string): void {
    this.running.get(id)?.stop.abort();
  }

  /** Sets whether the next prompt sends the output of a command. */
  share(id: string, shared: boolean): void {
    const { conversation } = this.options;
    const line = conversation.shellLines.find((each) => each.id === id);
    if (!line || line.shared === shared) return;
    conversation.shareShellLine(id, shared);
    this.show(id);
  }

  /** The file with a command's long output; undefined if there is none. */
  logOf(id: string): string | undefined {
    return this.options.conversation.shellLines.find((each) => each.id === id)?.end?.log?.path;
  }

  /** Stops all commands. Resolves when their output is recorded. */
  async close(): Promise<void> {
    const running = [...this.running.values()];
    this.isClosing = true;
    for (const { stop } of running) stop.abort();
    await Promise.allSettled(running.map(({ ended }) => ended));
    // If the chat could not be saved, it stays open, and commands can run again.
    this.isClosing = false;
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private show(id: string): void {
    const { conversation, store } = this.options;
    const line = conversation.shellLines.find((each) => each.id === id);
    if (!line || store.state.conversationId !== conversation.id) return;
    const live = this.running.get(id)?.output.live();
    store.dispatch({ type: 'shell-line-changed', line: toShellLineView(line, conversation, live) });
  }

  private showSent(): void {
    const { conversation, store } = this.options;
    for (const { id, sentWith } of store.state.shellLines) {
      if (sentWith.length !== promptsWith(id, conversation).length) this.show(id);
    }
  }
}

function toClosed(result: ShellResult): ShellResult {
  if (result.end.kind !== 'aborted') return result;
  return { ...result, end: { kind: 'aborted', why: shellLineTexts.closed() } };
}

async function toEnd(result: ShellResult, output: ShellOutput, duration: number): Promise<ShellLineEnd> {
  const collected = await output.end();
  const facts = { result, output: collected, timeout: LONGEST_TIMEOUT, duration, unsaved: [], changed: [] };
  const { painted, text, total, isCut, outputFile } = collected;
  // The row has a button for the log instead of a note about it.
  const shown = { ...collected, text: painted ?? text, isCut: false };
  const log = { total, ...(outputFile && { path: outputFile.path }), isWhole: outputFile?.isWhole ?? false };
  return {
    text: toShellText(facts),
    ...((painted !== undefined || isCut) && { painted: toShellText({ ...facts, output: shown }) }),
    ...(isCut && { log }),
    summary: toShellSummary(facts),
    isGood: result.end.kind === 'exited' && result.end.code === 0,
  };
}
