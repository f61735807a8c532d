import { randomUUID } from 'node:crypto';
import type { ApprovalMode, SpeculationView } from '../../shared/chatState.ts';
import type { Suggestion } from '../../shared/suggesting.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { CacheSafeParams } from '../background/cacheSafeParams.ts';
import type { ChangeStore } from '../changes/changeStore.ts';
import type { PreparedTurn } from '../chat/conversation/preparedAnswer.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { KeptOutput } from '../ports/keptOutput.ts';
import type { OverlaySpill } from '../ports/overlaySpill.ts';
import { isWorkspaceError, type Workspace } from '../ports/workspace.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { SeenFiles } from '../tools/tool.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { toConflictText, toFileReason, toNotAppliedText, toStopped } from './activity.ts';
import { toAmendedRows } from './amendedRows.ts';
import { NO_SPECULATION_COST, type SpeculationCost } from './budget.ts';
import type { SpeculationResult } from './engine.ts';
import { BaseWatch } from './baseWatch.ts';
import { HiddenPause } from './hiddenPause.ts';
import { unresolvedFiles, type MergeConflict } from './mergeBases.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import { findAmended, type ChangedFile, type OverlayChange } from './overlay/overlayChange.ts';
import { OwnOutput } from './ownOutput.ts';
import { createSeenFork, type SeenFork } from './seenFork.ts';
import { chooseVersions, type ChooseVersion } from './versionChoice.ts';
import { pausedTexts } from '../base/texts/preparedTexts.ts';

/** The state from which a speculation begins. */
export interface SpeculationOrigin {
  readonly suggestion: Suggestion;
  readonly conversationId: string;
  /** The request that the speculation continues. */
  readonly params: CacheSafeParams;
  readonly model: SelectedModel;
  readonly approvalMode: ApprovalMode;
}

/** The project and the ports that a speculation needs. */
export interface SpeculationSources {
  /** The project of the current conversation. */
  readonly project: () => SpeculatedProject;
  /** The files seen by the current conversation's model. */
  readonly seen: () => SeenFiles;
  /** Creates storage for file contents that one overlay does not keep in memory; the overlay disposes the storage. */
  readonly createSpill: () => OverlaySpill;
  /** Stores tool output that is too long to send. */
  readonly output: KeptOutput;
  /** Fires with the paths of the window's files that may have changed, on disk or in an editor. */
  readonly onDidChangeFiles: Event<readonly string[]>;
  readonly clock: Clock;
}

/**
 * The project in which a speculation began. The speculation keeps this project, even if another chat is shown when the
 * edits are applied.
 */
export interface SpeculatedProject {
  readonly workspace: Workspace;
  /** Keeps the earlier contents of the files. Missing in the tour. */
  readonly changes?: ChangeStore;
  /** Fires with the paths of files that may have changed. Missing if the files are the window's. */
  readonly onDidChangeFiles?: Event<readonly string[]>;
  /** Aborts when the files no longer exist. Missing if the files are the window's. */
  readonly closed?: AbortSignal;
  readonly registry: ToolRegistry;
}

export interface SpeculationHandlers {
  onChange(view: SpeculationView): void;
  /** Called when the suggestion has been hidden for too long; see `HiddenPause`. */
  onExpire(): void;
  /** Called when the changes were edited in phase `conflict`, which may resolve the conflict; see `endConflict`. */
  onResolving(): void;
  /**
   * Called if the changes could not be compared with the files that they are based on, or if the rows could not be
   * updated after the user had changed the edits.
   */
  onWatchError(error: unknown): void;
}

/**
 * One speculation with its overlay and its view, from its start until `dispose`. Phases of the view:
 *
 *   running ─ finish(completed) ──────▶ ready ─ diff opened ─▶ review
 *   running ─ finish(other result) ───▶ stopped ─ diff opened, if it resumes ─▶ review
 *   ready, review, conflict, stopped if it resumes ─ accepted ▶ applying ─ applied ──▶ disposed
 *   applying ─ changes do not merge ──▶ conflict ─ markers resolved ▶ review
 *   applying ─ failed, files restored ▶ the phase before
 *   running, applying ─ fail() ───────▶ failed
 *   any, if the preview is open ─ keep() ▶ review; a conflict stays a conflict
 */
export class Speculation {
  readonly origin: SpeculationOrigin;
  readonly project: SpeculatedProject;
  readonly overlay: Overlay;
  readonly seen: SeenFork;
  readonly output: OwnOutput;
  /** Holds back requests while the suggestion is hidden. */
  readonly pause: HiddenPause;
  /** True after the user has seen the diff of the finished edits, or of the edits of a kept preview. */
  reviewed = false;
  /** Resolves when the run and the request for the next suggestion have ended. */
  ran: Promise<void> = Promise.resolve();
  /** The result of the run; undefined while the run goes on, and after an unexpected error. */
  result: SpeculationResult | undefined;
  /** The suggestion after this speculation's answer; null if there is none yet. */
  nextSuggestion: string | null = null;
  /** Resolves when the run has ended in any way. */
  readonly over: Promise<void>;
  private readonly turnsChanged = new Emitter<readonly PreparedTurn[]>();
  /** Fires with all turns so far. After the run, fires when the user changes the edits of an adopted speculation. */
  readonly onDidChangeTurns = this.turnsChanged.event;
  private currentTurns: readonly PreparedTurn[] = [];
  private resolveOver = (): void => {};
  private readonly baseWatch: BaseWatch;
  private conflicts: readonly MergeConflict[] = [];
  private readonly handlers: SpeculationHandlers;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly abort = new AbortController();
  private currentView: SpeculationView;
  private cost = NO_SPECULATION_COST;
  private ended: FinishedSpeculation | undefined;
  private changesAtEnd: readonly OverlayChange[] = [];
  /** The number of the user's last edit. Rows that were computed for an earlier edit are dropped. */
  private lastEdit = 0;

  constructor(origin: SpeculationOrigin, sources: SpeculationSources, handlers: SpeculationHandlers) {
    this.origin = origin;
    this.handlers = handlers;
    this.clock = sources.clock;
    this.project = sources.project();
    this.overlay = createOverlay(this.project.workspace, { spill: sources.createSpill() });
    this.seen = createSeenFork(sources.seen());
    this.output = new OwnOutput(sources.output);
    this.pause = new HiddenPause(sources.clock, {
      onExpire: () => handlers.onExpire(),
      onWait: (paused) => this.update({ paused }),
    });
    this.over = new Promise((resolve) => (this.resolveOver = resolve));
    this.currentView = initialView(origin, sources.clock.now());
    this.overlay.onDidChange(() => {
      this.update(this.overlay.summary());
      if (this.view.phase === 'conflict') handlers.onResolving();
      if (this.isAdopted && this.ended && !this.signal.aborted) this.followEdits(this.ended.turns);
    });
    this.baseWatch = new BaseWatch({
      overlay: this.overlay,
      workspace: this.project.workspace,
      onDidChangeFiles: this.project.onDidChangeFiles ?? sources.onDidChangeFiles,
      onChange: (changedFiles) => this.update({ changedFiles: [...changedFiles] }),
      onError: (error) => handlers.onWatchError(error),
    });
  }

  get view(): SpeculationView {
    return this.currentView;
  }

  /** Aborts when the speculation fails, is kept or is disposed. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /**
   * The result, if it can be applied: the speculation completed, or it stopped early and resumes. Otherwise undefined,
   * also while the speculation runs.
   */
  get applicable(): FinishedSpeculation | undefined {
    const applies = this.ended?.kind === 'completed' || this.view.resumes === true;
    return applies ? this.ended : undefined;
  }

  /** The changes at the end of the run. If the user edited the preview during the run, they contain these edits. */
  get prepared(): readonly OverlayChange[] {
    return this.changesAtEnd;
  }

  /** Whether the user has accepted the speculation while it ran. */
  get isAdopted(): boolean {
    return this.view.adopted === true;
  }

  get turns(): readonly PreparedTurn[] {
    return this.currentTurns;
  }

  /** Makes the running speculation the current answer. From then on, it is not paused and has no cost limit. */
  adopt(): void {
    this.pause.setHidden(false);
    this.update({ adopted: true });
  }

  setHidden(hidden: boolean): void {
    if (!this.isAdopted) this.pause.setHidden(hidden);
  }

  setTurns(turns: readonly PreparedTurn[]): void {
    this.currentTurns = turns;
    this.turnsChanged.fire(turns);
  }

  /** Updates the rows of an adopted speculation when the user has changed its edits. */
  private followEdits(turns: readonly PreparedTurn[]): void {
    const edit = (this.lastEdit += 1);
    const now = this.overlay.changes();
    toAmendedRows(turns, findAmended(this.changesAtEnd, now, this.seen), now, this.signal).then(
      (amended) => {
        if (edit === this.lastEdit && !this.signal.aborted) this.setTurns(amended);
      },
      (error: unknown) => {
        if (!this.signal.aborted) this.handlers.onWatchError(error);
      },
    );
  }

  update(patch: Partial<SpeculationView>): void {
    this.currentView = { ...this.currentView, ...patch };
    this.baseWatch.setPaused(this.view.phase === 'applying');
    this.handlers.onChange(this.currentView);
  }

  /** Milliseconds from the start to the end of the run, or until now if the run has not ended. */
  get duration(): number {
    return this.view.duration ?? Math.max(0, this.clock.now() - this.view.startedAt);
  }

  /** The cost so far, of all requests. */
  get spent(): SpeculationCost {
    return this.cost;
  }

  /** Must be called after each request. `total` is the cost of all requests so far. */
  spend(total: SpeculationCost): void {
    this.cost = total;
    const { dollars, unpricedTokens: tokens, isEstimate } = total;
    this.update({ spent: { dollars, tokens, ...(isEstimate && { estimated: true }) } });
  }

  /** Call this when a merge has conflicts. */
  showConflicts(conflicts: readonly MergeConflict[]): void {
    this.conflicts = conflicts;
    this.update({
      phase: 'conflict',
      problem: toConflictText(conflicts.map(({ display }) => toDisplayText(display))),
    });
  }

  get conflictPaths(): readonly string[] {
    return this.conflicts.map(({ path }) => path);
  }

  /** The files that still contain conflict markers. */
  unresolved(): Promise<readonly ChangedFile[]> {
    return unresolvedFiles(this.conflicts, this.overlay, new AbortController().signal);
  }

  /** Ends the conflict if the user has resolved it. */
  async endConflict(): Promise<void> {
    if (this.conflicts.some(({ isMarked }) => !isMarked) || (await this.unresolved()).length > 0) return;
    if (this.view.phase === 'conflict') this.update({ phase: 'review', problem: undefined });
  }

  /**
   * Asks the user about the files that could not be merged at all. Resolves to true if the user has decided on at least
   * one file.
   */
  async decideVersions(choose: ChooseVersion, log: Log): Promise<boolean> {
    const unmerged = this.view.phase === 'conflict' ? this.conflicts.filter(({ isMarked }) => !isMarked) : [];
    try {
      const decided = await chooseVersions(unmerged, this.overlay, this.project.workspace, choose);
      this.conflicts = this.conflicts.filter(({ path }) => !decided.includes(path));
      await this.endConflict();
      return decided.length > 0;
    } catch (error) {
      log.error('A version of a file could not be chosen', error);
      if (isWorkspaceError(error)) {
        this.update({ problem: toNotAppliedText(toFileReason(error, unmerged), true) });
      }
      return false;
    }
  }

  /** Ends the run, but keeps the changes. `message` is the error, for display; empty if there was no error. */
  keep(message: string): void {
    this.abort.abort();
    this.pause.dispose();
    const phase = this.view.phase === 'conflict' ? 'conflict' : 'review';
    this.update({ phase, activity: message, kept: true, duration: this.duration });
    this.resolveOver();
  }

  /** Must be called when the run ends without an abort or a failure. `atBoundary`: see `SpeculatorOptions`. */
  finish(result: FinishedSpeculation, atBoundary: AtBoundary): void {
    this.ended = result;
    this.changesAtEnd = this.overlay.changes();
    const resumes = result.kind !== 'completed' && atBoundary === 'resume' && result.turns.length > 0;
    this.update({ ...toEndOfRun(result), ...(resumes && { resumes }), duration: this.duration });
    this.resolveOver();
  }

  /** Drops the changes, so that the speculation cannot be applied. The view stays, to show the reason. */
  fail(message: string): void {
    this.abort.abort();
    this.ended = undefined;
    this.baseWatch.dispose();
    this.overlay.dispose();
    void this.output.delete();
    const { duration } = this;
    this.update({ phase: 'failed', activity: message, files: [], added: 0, removed: 0, moved: 0, duration });
    this.resolveOver();
  }

  dispose(): void {
    this.abort.abort();
    this.pause.dispose();
    this.baseWatch.dispose();
    this.overlay.dispose();
    void this.output.delete();
    this.resolveOver();
  }
}

/**
 * What happens when the user accepts a speculation that stopped early: `resume` applies its edits and continues the
 * answer live; `discard` sends the suggestion as an ordinary prompt.
 */
export type AtBoundary = 'resume' | 'discard';

export type CompletedSpeculation = Extract<SpeculationResult, { kind: 'completed' }>;
export type FinishedSpeculation = Exclude<SpeculationResult, { kind: 'failed' | 'aborted' }>;

function initialView({ suggestion, model }: SpeculationOrigin, startedAt: number): SpeculationView {
  const about = { suggestionId: suggestion.id, prompt: suggestion.text, model: model.label };
  return { ...EMPTY_VIEW, ...about, id: randomUUID(), phase: 'running', startedAt };
}

/**
 * The view of a speculation that is held back until the user presses Resume or accepts a suggestion. `activity` is the
 * reason, for display.
 */
export function heldView(
  about: Pick<SpeculationView, 'suggestionId' | 'model'> & { readonly prompt: string },
  activity: string,
): SpeculationView {
  return { ...EMPTY_VIEW, ...about, id: randomUUID(), phase: 'held', activity };
}

const EMPTY_VIEW = {
  step: 1,
  activity: '',
  files: [],
  added: 0,
  removed: 0,
  startedAt: 0,
  duration: null,
  spent: { dollars: 0, tokens: 0 },
} satisfies Partial<SpeculationView>;

function toEndOfRun(result: FinishedSpeculation): Pick<SpeculationView, 'phase' | 'activity' | 'waitsFor'> {
  switch (result.kind) {
    case 'completed':
      return { phase: 'ready', activity: '' };
    case 'boundary':
      return { phase: 'stopped', ...toStopped(result.boundary, result.detail, result.call) };
    case 'turn-limit':
      return { phase: 'stopped', activity: pausedTexts['turn-limit']() };
  }
}
