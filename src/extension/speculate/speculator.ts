import type { SpeculationView } from '../../shared/chatState.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { within } from '../base/timers.ts';
import type { ExchangeRecorder } from '../chat/conversation/preparedAnswer.ts';
import type { Log } from '../ports/log.ts';
import { previewTitle, toNotAppliedText, toPartlyAppliedText } from './activity.ts';
import {
  applyFiles,
  applySpeculation,
  decideAccept,
  mayAdopt,
  type AcceptRequest,
  type AcceptResult,
} from './applySpeculation.ts';
import { carryOut, type CarryOutOptions } from './carryOut.ts';
import { mergeCleanBases } from './mergeBases.ts';
import { predictNext, type PredictNextOptions } from './predictNext.ts';
import type { SpeculationPreview } from './preview.ts';
import { Speculation, type AtBoundary, type SpeculationSources, type SpeculationOrigin } from './speculation.ts';
import {
  isStoppedInFirstStep,
  toSpeculationEvent,
  type SpeculationEnd,
  type SpeculationEvent,
  type SpeculationOutcome,
} from './speculationEvent.ts';
import { writeMerged, type AttemptResult } from './writeMerged.ts';
import { notAppliedTexts } from '../base/texts/preparedTexts.ts';

export interface SpeculatorOptions {
  readonly sources: SpeculationSources;
  readonly carryOut: CarryOutOptions;
  readonly predictNext: PredictNextOptions;
  readonly preview: SpeculationPreview;
  readonly atBoundary: () => AtBoundary;
  /** Called once per speculation, when it is applied or dropped. A failed one is dropped when it leaves the bar. */
  readonly onDidEnd: (end: SpeculationEnd) => void;
  /** Called once per speculation, when it is applied or dropped and its last request has ended. */
  readonly record: (event: SpeculationEvent) => void;
  readonly log: Log;
}

export const HIDDEN_TOO_LONG = 'hidden-too-long';

/** Milliseconds that `flush` waits at most. */
const FLUSH_TIMEOUT = 1_000;

export type AdoptedSpeculation = Pick<Speculation, 'view' | 'turns' | 'onDidChangeTurns' | 'over'>;

/**
 * Owns the one current speculation: starts, shows, applies or discards it. An open preview belongs to the user: it is
 * kept when its speculation ends. Errors are logged, never thrown. One class has all actions, because each changes the
 * same current and kept speculations. States:
 *
 *   none ─ start ─▶ current ─ accept, applied ─▶ none
 *                   current ─ discard ─────────▶ none (ignored while applying)
 *                   current ─ abort ───────────▶ none, or kept if the preview is open (ignored while applying)
 *                   current ─ failure ─────────▶ current in phase `failed`, or kept if the preview is open
 *                   current ─ start ───────────▶ current, a new one (the old one is aborted; ignored while applying)
 *                   kept ─ acceptKept, applied ▶ none
 *                   kept ─ discard ────────────▶ none (ignored while applying)
 */
export class Speculator {
  private readonly options: SpeculatorOptions;
  private readonly changed = new Emitter<SpeculationView | null>();
  private readonly keptChanged = new Emitter<readonly SpeculationView[]>();
  private readonly kept = new Map<string, Speculation>();
  private current: Speculation | undefined;
  private readonly recording = new Set<Promise<void>>();

  readonly onDidChange: Event<SpeculationView | null> = this.changed.event;
  /** All kept previews, the oldest first. */
  readonly onDidChangeKept: Event<readonly SpeculationView[]> = this.keptChanged.event;

  constructor(options: SpeculatorOptions) {
    this.options = options;
  }

  get view(): SpeculationView | null {
    return this.current?.view ?? null;
  }

  /**
   * Aborts the current speculation, and starts another in the background. Ignored while the current one is being
   * applied.
   */
  start(origin: SpeculationOrigin): void {
    if (this.current?.view.phase === 'applying') return;
    void this.abort('superseded');
    const speculation = new Speculation(origin, this.options.sources, {
      onChange: (view) => {
        if (this.current === speculation) this.changed.fire(view);
        else if (this.kept.has(view.id)) this.fireKept();
      },
      // Only a running speculation is ended, because a finished one costs nothing more.
      onExpire: () => {
        const isRunning = this.current === speculation && speculation.view.phase === 'running';
        if (isRunning) void this.abort(HIDDEN_TOO_LONG);
      },
      onResolving: () => {
        const { log } = this.options;
        speculation
          .endConflictIfResolved()
          .catch((error: unknown) => log.error('The resolution of a conflict could not be checked', error));
      },
      onWatchError: (error) =>
        this.options.log.error('A change to the files of a speculation could not be handled', error),
    });
    this.current = speculation;
    this.changed.fire(speculation.view);
    speculation.ran = this.run(speculation).catch((error: unknown) => {
      this.options.log.error('A speculation failed unexpectedly', error);
      this.fail(speculation, notAppliedTexts.unexpected());
    });
  }

  /**
   * Drops the overlay unless the user has its preview open. Ignored while applying. `reason` is for the log and the
   * event.
   */
  async abort(reason: string): Promise<void> {
    const speculation = this.current;
    if (!speculation || speculation.view.phase === 'applying') return;
    this.options.log.info(`Speculation ${speculation.view.id} ended in phase ${speculation.view.phase}: ${reason}`);
    this.closeOrKeep(speculation, reason);
  }

  /** Ends the speculation and closes its preview. Ignored while applying. */
  async discard(id: string, reason = 'discarded'): Promise<void> {
    const speculation = this.find(id);
    if (speculation && speculation.view.phase !== 'applying') this.close(speculation, 'aborted', reason);
  }

  /** Call when the window closes. */
  async discardAll(reason: string): Promise<void> {
    for (const id of [this.current?.view.id, ...this.kept.keys()]) {
      if (id !== undefined) await this.discard(id, reason);
    }
  }

  originOf(id: string): SpeculationOrigin | undefined {
    return this.find(id)?.origin;
  }

  isKept(id: string): boolean {
    return this.kept.has(id);
  }

  /** Resolves when every ended speculation is recorded, after at most `FLUSH_TIMEOUT`. */
  async flush(): Promise<void> {
    await within(FLUSH_TIMEOUT, Promise.all(this.recording), this.options.sources.clock);
  }

  setHidden(hidden: boolean): void {
    this.current?.setHidden(hidden);
  }

  /**
   * Opens the diff, then asks about files that could not be merged. Call only on the user's own action, because both
   * take the focus.
   */
  async preview(id: string): Promise<void> {
    const speculation = this.find(id);
    if (!speculation || !(await this.openPreview(speculation))) return;
    const { preview, log } = this.options;
    const isDecided = await speculation.decideVersions((question) => preview.choose(question), log);
    if (!isDecided || this.find(id) !== speculation) return;
    if (!(await this.openPreview(speculation))) await this.closePreview(speculation);
  }

  /** Makes the running speculation the current answer. Undefined if none runs, or if it cannot be accepted now. */
  adopt(request: AcceptRequest): AdoptedSpeculation | undefined {
    const speculation = this.current;
    if (!speculation || !mayAdopt(speculation, request)) return undefined;
    speculation.adopt();
    return speculation;
  }

  /** Applies the speculation, or shows its diff first. Never rejects. */
  async accept(request: AcceptRequest, recorder: ExchangeRecorder): Promise<AcceptResult> {
    const speculation = this.current;
    const applicable = speculation?.applicable;
    if (!speculation || !applicable) return NOT_READY;
    switch (decideAccept(speculation, request)) {
      case 'not-ready':
        return NOT_READY;
      case 'review':
        return (await this.openPreview(speculation)) ? { kind: 'review' } : NOT_READY;
      case 'apply': {
        const write = (): Promise<AttemptResult> =>
          applySpeculation(speculation, applicable, recorder, this.options.log);
        return this.apply(speculation, write, request);
      }
    }
  }

  /**
   * Records the exchange only if the speculation completed and the conversation still ends where the speculation began.
   * Otherwise only writes the files. In `default` mode, the diff is shown first if the user has not seen all edits.
   * Never rejects.
   */
  async acceptKept(
    id: string,
    request: Pick<AcceptRequest, 'leaf' | 'approvalMode'>,
    recorder: ExchangeRecorder,
  ): Promise<AcceptResult> {
    const { log } = this.options;
    const speculation = this.kept.get(id);
    if (!speculation || speculation.view.phase === 'applying' || request.approvalMode === 'plan') return NOT_READY;
    if (request.approvalMode === 'default' && !speculation.reviewed) {
      return (await this.openPreview(speculation)) ? { kind: 'review' } : NOT_READY;
    }
    const { applicable, origin } = speculation;
    const isCurrent = applicable?.kind === 'completed' && request.leaf === origin.params.leaf;
    const write = (): Promise<AttemptResult> =>
      isCurrent ? applySpeculation(speculation, applicable, recorder, log) : applyFiles(speculation, recorder.key, log);
    return this.apply(speculation, write, { mayOpenDiff: true });
  }

  private async run(speculation: Speculation): Promise<void> {
    const { log } = this.options;
    const result = await carryOut(speculation, this.options.carryOut);
    speculation.result = result;
    if (speculation.signal.aborted || this.current !== speculation) return;
    log.info(`Speculation ${speculation.view.id}: ${result.kind}, ${result.requests} turns, ${result.toolUses} calls`);
    if (result.kind === 'aborted') return this.close(speculation, 'aborted', 'aborted');
    if (result.kind === 'failed') return this.fail(speculation, result.message);
    speculation.finish(result, this.options.atBoundary());
    // The chat itself requests the next suggestion after an adopted answer.
    if (result.kind !== 'completed' || speculation.isAdopted) return;
    // The bar already shows Ready. If the user accepts before the suggestion arrives, the chat requests it itself.
    try {
      speculation.nextSuggestion = await predictNext(speculation, result, this.options.predictNext);
    } catch (error) {
      log.error('The suggestion after a speculation failed unexpectedly', error);
    }
  }

  private async apply(
    speculation: Speculation,
    write: () => Promise<AttemptResult>,
    { mayOpenDiff }: Pick<AcceptRequest, 'mayOpenDiff'>,
  ): Promise<AcceptResult> {
    const { preview, log } = this.options;
    const { id, phase, files } = speculation.view;
    // The prepared edits have already cost money, so the user can retry.
    const keepReady = (message: string): AcceptResult => {
      speculation.update({ phase, problem: toNotAppliedText(message, files.length > 0) });
      return { kind: 'failed', message };
    };
    speculation.update({ phase: 'applying', problem: undefined });
    try {
      await preview.collect(id);
      const result = await writeMerged(speculation, write);
      switch (result.kind) {
        case 'applied':
        case 'written':
        case 'unrecorded':
          this.close(speculation, 'accepted', 'applied');
          return result;
        case 'conflict':
          speculation.showConflicts(result.conflicts);
          if (mayOpenDiff) await this.openPreview(speculation);
          return { kind: 'conflict', paths: result.conflicts.map(({ display }) => display) };
        case 'failed':
          log.error(`A speculation could not be applied: ${result.message}`);
          for (const error of result.errors) log.error('The cause of the failed apply', error);
          if (result.restored) return keepReady(result.message);
          this.fail(speculation, '');
          speculation.update({ problem: toPartlyAppliedText(result.message) });
          return { kind: 'failed', message: result.message };
      }
    } catch (error) {
      log.error('Applying a speculation failed', error);
      return keepReady(notAppliedTexts.unexpected());
    }
  }

  /** False if there are no edits to show, the diff could not be opened, or the speculation has ended. */
  private async openPreview(speculation: Speculation): Promise<boolean> {
    const { origin, overlay, project, view } = speculation;
    if (overlay.changes().length === 0) return false;
    try {
      const canMerge = speculation.applicable && view.phase !== 'conflict';
      if (canMerge) await mergeCleanBases(overlay, project.workspace, new AbortController().signal);
      const title = previewTitle(origin.suggestion.text);
      await this.options.preview.open(view.id, overlay, title, project.workspace, speculation.conflictPaths);
    } catch (error) {
      this.options.log.error('The preview could not be opened', error);
      return false;
    }
    if (this.find(view.id) === speculation) {
      // A diff that was opened before the end of the run does not show all edits.
      speculation.reviewed = speculation.applicable !== undefined || speculation.view.kept === true;
      const { phase } = speculation.view;
      if (speculation.reviewed && (phase === 'ready' || phase === 'stopped')) speculation.update({ phase: 'review' });
      return true;
    }
    void this.closePreview(speculation);
    return false;
  }

  private fail(speculation: Speculation, message: string): void {
    if (this.mustKeepPreview(speculation)) return this.keep(speculation, message);
    speculation.fail(message);
    void this.closePreview(speculation);
  }

  private find(id: string): Speculation | undefined {
    return this.current?.view.id === id ? this.current : this.kept.get(id);
  }

  /** The tour's preview is closed with its chat, because its sample files no longer exist then. */
  private mustKeepPreview({ view, overlay, project }: Speculation): boolean {
    if (project.closed?.aborted) return false;
    return overlay.changes().length > 0 && this.options.preview.isOpen(view.id);
  }

  private closeOrKeep(speculation: Speculation, reason: string): void {
    if (this.mustKeepPreview(speculation)) this.keep(speculation, '');
    else this.close(speculation, 'aborted', reason);
  }

  private keep(speculation: Speculation, message: string): void {
    const wasCurrent = this.current === speculation;
    if (wasCurrent) this.current = undefined;
    this.kept.set(speculation.view.id, speculation);
    speculation.keep(message);
    speculation.project.closed?.addEventListener('abort', () => void this.discard(speculation.view.id, 'chat-left'));
    if (wasCurrent) this.changed.fire(null);
  }

  /** Does not wait for the preview's tabs: a dialog of VS Code must not delay the next prompt. */
  private close(speculation: Speculation, outcome: SpeculationOutcome, reason: string): void {
    const wasCurrent = this.current === speculation;
    const wasKept = this.kept.delete(speculation.view.id);
    if (wasCurrent || wasKept) this.recordEnd(speculation, outcome, reason);
    if (wasCurrent) this.current = undefined;
    speculation.dispose();
    if (wasCurrent) this.changed.fire(null);
    if (wasKept) this.fireKept();
    void this.closePreview(speculation);
  }

  /** Waits for the run, because the cost of an aborted request is counted when the request ends. */
  private recordEnd(speculation: Speculation, outcome: SpeculationOutcome, reason: string): void {
    const { view, result, duration, nextSuggestion, origin } = speculation;
    const end: SpeculationEnd = {
      outcome: view.phase === 'failed' ? 'failed' : outcome,
      reason,
      stoppedInFirstStep: isStoppedInFirstStep(result),
    };
    const hadNext = nextSuggestion !== null;
    const ended = { end, files: view.files.length, duration, hadNext, model: origin.model.id };
    const recorded = speculation.ran.then(() => {
      this.options.record(toSpeculationEvent(ended, speculation.result, speculation.spent));
      this.recording.delete(recorded);
    });
    this.recording.add(recorded);
    this.options.onDidEnd(end);
  }

  private fireKept(): void {
    this.keptChanged.fire([...this.kept.values()].map(({ view }) => view));
  }

  private async closePreview({ view }: Speculation): Promise<void> {
    try {
      await this.options.preview.close(view.id);
    } catch (error) {
      this.options.log.error('The preview could not be closed', error);
    }
  }
}

const NOT_READY = { kind: 'not-ready' } as const;
