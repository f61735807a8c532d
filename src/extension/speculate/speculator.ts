import type { SpeculationView } from '../../shared/chatState.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { within } from '../base/timers.ts';
import type { TurnRecorder } from '../chat/conversation/preparedAnswer.ts';
import type { Log } from '../ports/log.ts';
import { previewTitle, toConflictText, toNotAppliedText } from './activity.ts';
import { applySpeculation, decideAccept, mayAdopt, type AcceptRequest, type AcceptResult } from './applySpeculation.ts';
import { carryOut, type CarryOutOptions } from './carryOut.ts';
import { predictNext, type PredictNextOptions } from './predictNext.ts';
import type { SpeculationPreview } from './preview.ts';
import {
  Speculation,
  type AtBoundary,
  type FinishedSpeculation,
  type SpeculationSources,
  type SpeculationOrigin,
} from './speculation.ts';
import {
  isStoppedInFirstStep,
  toSpeculationEvent,
  type SpeculationEnd,
  type SpeculationEvent,
  type SpeculationOutcome,
} from './speculationEvent.ts';
import { notAppliedTexts } from '../base/texts/preparedTexts.ts';

export interface SpeculatorOptions {
  readonly sources: SpeculationSources;
  readonly carryOut: CarryOutOptions;
  readonly predictNext: PredictNextOptions;
  readonly preview: SpeculationPreview;
  /** The setting `premove.speculation.atBoundary`. */
  readonly atBoundary: () => AtBoundary;
  /** Called once for each speculation, as soon as it ends. */
  readonly onDidEnd: (end: SpeculationEnd) => void;
  /** Called once for each speculation, after its last request has ended too. */
  readonly record: (event: SpeculationEvent) => void;
  readonly log: Log;
}

/** The reason of a speculation that ended because its suggestion was hidden; see `HiddenPause`. */
export const HIDDEN_TOO_LONG = 'hidden-too-long';

/** Milliseconds. An aborted request normally ends at once. */
const FLUSH_TIMEOUT = 1_000;

/** A speculation that the user has accepted while it ran. */
export type AdoptedSpeculation = Pick<Speculation, 'view' | 'rounds' | 'onDidChangeRounds' | 'over'>;

/**
 * Owns the one current speculation: starts it for a suggestion, shows its diff, and applies or discards it. Errors are
 * logged and never thrown. The speculation bar shows an error that ends the speculation or an apply. States
 * (`Speculation` has the phases):
 *
 *   none ─ start ─▶ current ─ accept, applied ─▶ none
 *                   current ─ abort ───────────▶ none (ignored while applying)
 *                   current ─ start ───────────▶ current, a new one (the old one is aborted; ignored while applying)
 */
export class Speculator {
  private readonly options: SpeculatorOptions;
  private readonly changed = new Emitter<SpeculationView | null>();
  private current: Speculation | undefined;
  private readonly recording = new Set<Promise<void>>();

  /** Fires with the view; null if there is no speculation. */
  readonly onDidChange: Event<SpeculationView | null> = this.changed.event;

  constructor(options: SpeculatorOptions) {
    this.options = options;
  }

  get view(): SpeculationView | null {
    return this.current?.view ?? null;
  }

  /** Starts to carry out a suggestion in the background. Replaces the current speculation, unless it is being applied. */
  start(origin: SpeculationOrigin): void {
    if (this.current?.view.phase === 'applying') return;
    void this.abort('superseded');
    const speculation = new Speculation(origin, this.options.sources, {
      onChange: (view) => {
        if (this.current === speculation) this.changed.fire(view);
      },
      // Only a running speculation is ended, because a finished one costs nothing more.
      onExpire: () => {
        const isRunning = this.current === speculation && speculation.view.phase === 'running';
        if (isRunning) void this.abort(HIDDEN_TOO_LONG);
      },
    });
    this.current = speculation;
    this.changed.fire(speculation.view);
    speculation.ran = this.run(speculation).catch((error: unknown) => {
      this.options.log.error('A speculation failed unexpectedly', error);
      this.fail(speculation, notAppliedTexts.unexpected());
    });
  }

  /**
   * Ends the speculation: aborts its request, and drops its overlay and preview. Does nothing while it is being
   * applied. Does not wait for the preview's tabs. `reason` is for the log.
   */
  async abort(reason: string): Promise<void> {
    const speculation = this.current;
    if (!speculation || speculation.view.phase === 'applying') return;
    this.options.log.info(`Speculation ${speculation.view.id} ended in phase ${speculation.view.phase}: ${reason}`);
    this.close(speculation, 'aborted', reason);
  }

  /** Resolves when every ended speculation is recorded, except one whose request does not end in time. */
  async flush(): Promise<void> {
    await within(FLUSH_TIMEOUT, Promise.all(this.recording), this.options.sources.clock);
  }

  /** Pauses the speculation's requests while the suggestion is hidden; see `HiddenPause`. */
  setHidden(hidden: boolean): void {
    this.current?.setHidden(hidden);
  }

  /** Opens the diff. Call only on the user's own action, because the diff takes the focus. */
  async preview(): Promise<void> {
    if (this.current) await this.openPreview(this.current);
  }

  /** Makes the running speculation the current answer; undefined if it cannot be accepted while it runs. */
  adopt(request: AcceptRequest): AdoptedSpeculation | undefined {
    const speculation = this.current;
    if (!speculation || !mayAdopt(speculation, request)) return undefined;
    speculation.adopt();
    return speculation;
  }

  /** Applies the speculation, or shows its diff first. Never rejects. `recorder` records the turn. */
  async accept(request: AcceptRequest, recorder: TurnRecorder): Promise<AcceptResult> {
    const speculation = this.current;
    const applicable = speculation?.applicable;
    if (!speculation || !applicable) return NOT_READY;
    switch (decideAccept(speculation, request)) {
      case 'not-ready':
        return NOT_READY;
      case 'review':
        return (await this.openPreview(speculation)) ? { kind: 'review' } : NOT_READY;
      case 'apply':
        return this.apply(speculation, applicable, recorder);
    }
  }

  private async run(speculation: Speculation): Promise<void> {
    const { log } = this.options;
    const result = await carryOut(speculation, this.options.carryOut);
    speculation.result = result;
    if (speculation.signal.aborted || this.current !== speculation) return;
    log.info(`Speculation ${speculation.view.id}: ${result.kind}, ${result.turns} turns, ${result.toolUses} calls`);
    if (result.kind === 'aborted') return this.close(speculation, 'aborted', 'aborted');
    if (result.kind === 'failed') return this.fail(speculation, result.message);
    speculation.finish(result, this.options.atBoundary());
    // The suggestion after an adopted speculation is requested when its answer has ended.
    if (result.kind !== 'completed' || speculation.isAdopted) return;
    // The bar already shows Ready. If the user accepts before the next suggestion arrives, the chat requests one
    // itself.
    try {
      speculation.nextSuggestion = await predictNext(speculation, result, this.options.predictNext);
    } catch (error) {
      log.error('The suggestion after a speculation failed unexpectedly', error);
    }
  }

  private async apply(
    speculation: Speculation,
    finished: FinishedSpeculation,
    recorder: TurnRecorder,
  ): Promise<AcceptResult> {
    const { preview, log } = this.options;
    const { id, phase } = speculation.view;
    // The prepared edits have already cost money, so they are kept and the user can retry.
    const keepReady = (message: string): AcceptResult => {
      speculation.update({ phase, activity: toNotAppliedText(message), waitsFor: undefined });
      return { kind: 'failed', message };
    };
    speculation.update({ phase: 'applying', activity: '' });
    try {
      await preview.collect(id);
      const result = await applySpeculation(speculation, finished, recorder, log);
      switch (result.kind) {
        case 'applied':
        case 'unrecorded':
          this.close(speculation, 'accepted', 'applied');
          return result;
        case 'conflict':
          speculation.update({ phase: 'conflict', activity: toConflictText(result.paths) });
          return result;
        case 'failed':
          log.error(`A speculation could not be applied: ${result.message}`);
          if (result.restored) return keepReady(result.message);
          this.fail(speculation, result.message);
          return { kind: 'failed', message: result.message };
      }
    } catch (error) {
      log.error('Applying a speculation failed', error);
      return keepReady(notAppliedTexts.unexpected());
    }
  }

  /**
   * Returns false if there are no edits to show, the diff could not be opened, or the speculation has ended meanwhile.
   */
  private async openPreview(speculation: Speculation): Promise<boolean> {
    const { origin, overlay, project, view } = speculation;
    if (overlay.changes().length === 0) return false;
    try {
      await this.options.preview.open(view.id, overlay, previewTitle(origin.suggestion.text), project.workspace);
    } catch (error) {
      this.options.log.error('The preview could not be opened', error);
      return false;
    }
    if (this.current === speculation) {
      // A diff opened before the run has ended does not show all edits.
      speculation.reviewed = speculation.applicable !== undefined;
      const { phase } = speculation.view;
      if (speculation.reviewed && (phase === 'ready' || phase === 'stopped')) speculation.update({ phase: 'review' });
      return true;
    }
    void this.closePreview(speculation);
    return false;
  }

  /** The speculation stays on the bar, which shows the reason. */
  private fail(speculation: Speculation, message: string): void {
    speculation.fail(message);
    void this.closePreview(speculation);
  }

  /** Does not wait for the preview's tabs, because a dialog of VS Code must not delay the next prompt. */
  private close(speculation: Speculation, outcome: SpeculationOutcome, reason: string): void {
    const wasCurrent = this.current === speculation;
    if (wasCurrent) this.recordEnd(speculation, outcome, reason);
    if (wasCurrent) this.current = undefined;
    speculation.dispose();
    if (wasCurrent) this.changed.fire(null);
    void this.closePreview(speculation);
  }

  /** The event waits for the run, because the cost of an aborted request is counted when the request ends. */
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

  private async closePreview({ view }: Speculation): Promise<void> {
    try {
      await this.options.preview.close(view.id);
    } catch (error) {
      this.options.log.error('The preview could not be closed', error);
    }
  }
}

const NOT_READY = { kind: 'not-ready' } as const;
