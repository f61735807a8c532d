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
import { toConflictText, toFileReason, toNotAppliedText, toStopped } from './activity.ts';
import { toAmendedRows } from './amendedRows.ts';
import { NO_SPECULATION_COST, type SpeculationCost } from './budget.ts';
import type { SpeculationResult } from './engine.ts';
import { BaseWatch } from './baseWatch.ts';
import { HiddenPause } from './hiddenPause.ts';
import { unresolvedFiles } from './mergeBases.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import { findAmended, type ChangedFile, type MergeConflict, type OverlayChange } from './overlay/overlayChange.ts';
import { OwnOutput } from './ownOutput.ts';
import { createSeenFork, type SeenFork } from './seenFork.ts';
import { chooseVersions, type ChooseVersion } from './versionChoice.ts';
import { pausedTexts } from '../base/texts/preparedTexts.ts';

export interface SpeculationOrigin {
  readonly suggestion: Suggestion;
  readonly conversationId: string;
  readonly params: CacheSafeParams;
  readonly model: SelectedModel;
  readonly approvalMode: ApprovalMode;
}

export interface SpeculationSources {
  readonly project: () => SpeculatedProject;
  readonly seen: () => SeenFiles;
  /** Creates storage for contents that do not fit in memory; the overlay disposes it. */
  readonly createSpill: () => OverlaySpill;
  readonly output: KeptOutput;
  /** Fires with the paths of the window's files that may have changed, on disk or in an editor. */
  readonly onDidChangeFiles: Event<readonly string[]>;
  readonly clock: Clock;
}

/** The speculation keeps this project, even if another chat is shown when the edits are applied. */
export interface SpeculatedProject {
  readonly workspace: Workspace;
  /** Keeps the earlier contents of files. Missing in the tour. */
  readonly changes?: ChangeStore;
  /** Missing if the files are the window's. */
  readonly onDidChangeFiles?: Event<readonly string[]>;
  /** Aborts when the files no longer exist. Missing if the files are the window's. */
  readonly closed?: AbortSignal;
  readonly registry: ToolRegistry;
}

export interface SpeculationHandlers {
  onChange(view: SpeculationView): void;
  /** The suggestion has been hidden for too long. */
  onExpire(): void;
  /** An edit in phase `conflict` may have resolved it. */
  onResolving(): void;
  /** The changes could not be compared with their bases, or rows could not be updated. */
  onWatchError(error: unknown): void;
}

/**
 * One speculation with its overlay and its view, from its start until `dispose`. Phases of the view:
 *
 *   running ─ finish(completed) ──────▶ ready ─ diff opened ─▶ review
 *   running ─ finish(other result) ───▶ stopped ─ diff opened, if `view.resumes` ─▶ review
 *   ready, review, conflict, stopped if `view.resumes` ─ accepted ▶ applying ─ applied ──▶ disposed
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
  readonly pause: HiddenPause;
  /** The user has seen the diff of the finished edits, or of a kept preview. */
  reviewed = false;
  /** Resolves when the run and the request for the next suggestion have ended. */
  ran: Promise<void> = Promise.resolve();
  /** Undefined while the run goes on, and after an unexpected error. */
  result: SpeculationResult | undefined;
  /** The suggestion after this speculation's answer; null if there is none yet. */
  nextSuggestion: string | null = null;
  /** Resolves when the run has ended in any way. */
  readonly over: Promise<void>;
  private readonly turnsChanged = new Emitter<readonly PreparedTurn[]>();
  /** Fires with all turns so far. After the run, fires when the user changes an adopted speculation's edits. */
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
      onChange: ({ changed, deleted }) => this.update({ changedFiles: [...changed], deletedFiles: [...deleted] }),
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

  /** The result, if it can be applied. Undefined while the speculation runs. */
  get applicable(): FinishedSpeculation | undefined {
    const applies = this.ended?.kind === 'completed' || this.view.resumes === true;
    return applies ? this.ended : undefined;
  }

  /** The changes at the end of the run. They contain the user's edits during the run. */
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

  /** From now on, the speculation is not paused and has no cost limit. */
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

  /** Milliseconds of the run so far. */
  get duration(): number {
    return this.view.duration ?? Math.max(0, this.clock.now() - this.view.startedAt);
  }

  get spent(): SpeculationCost {
    return this.cost;
  }

  /** Call after each request. `total`: all requests so far. */
  spend(total: SpeculationCost): void {
    this.cost = total;
    const { dollars, unpricedTokens: tokens, isEstimate } = total;
    this.update({ spent: { dollars, tokens, ...(isEstimate && { estimated: true }) } });
  }

  showConflicts(conflicts: readonly MergeConflict[]): void {
    this.conflicts = conflicts;
    this.update({ phase: 'conflict', problem: toConflictText(conflicts) });
  }

  get conflictPaths(): readonly string[] {
    return this.conflicts.map(({ path }) => path);
  }

  unresolved(): Promise<readonly ChangedFile[]> {
    return unresolvedFiles(this.conflicts, this.overlay, new AbortController().signal);
  }

  /** Ends the conflict only if the user has resolved it. */
  async endConflictIfResolved(): Promise<void> {
    if (this.conflicts.some(({ isMarked }) => !isMarked) || (await this.unresolved()).length > 0) return;
    if (this.view.phase === 'conflict') this.update({ phase: 'review', problem: undefined });
  }

  /** Asks about files that could not be merged at all. True if the user has decided on at least one. */
  async decideVersions(choose: ChooseVersion, log: Log): Promise<boolean> {
    const unmerged = this.view.phase === 'conflict' ? this.conflicts.filter(({ isMarked }) => !isMarked) : [];
    try {
      const decided = await chooseVersions(unmerged, this.overlay, this.project.workspace, choose);
      const left = this.conflicts.filter(({ path }) => !decided.includes(path));
      this.conflicts = left;
      if (decided.length > 0 && left.length > 0 && this.view.phase === 'conflict') this.showConflicts(left);
      await this.endConflictIfResolved();
      return decided.length > 0;
    } catch (error) {
      log.error('A version of a file could not be chosen', error);
      if (isWorkspaceError(error)) {
        this.update({ problem: toNotAppliedText(toFileReason(error, unmerged), true) });
      }
      return false;
    }
  }

  /** Ends the run, but keeps the changes. `message`: the error, for display; can be empty. */
  keep(message: string): void {
    this.abort.abort();
    this.pause.dispose();
    const phase = this.view.phase === 'conflict' ? 'conflict' : 'review';
    this.update({ phase, activity: message, kept: true, duration: this.duration });
    this.resolveOver();
  }

  /** Call when the run ends without an abort or a failure. */
  finish(result: FinishedSpeculation, atBoundary: AtBoundary): void {
    this.ended = result;
    this.changesAtEnd = this.overlay.changes();
    const resumes = result.kind !== 'completed' && atBoundary === 'resume' && result.turns.length > 0;
    this.update({ ...toEndOfRun(result), ...(resumes && { resumes }), duration: this.duration });
    this.resolveOver();
  }

  /** Drops the changes. The view stays, to show the reason. */
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
 * When a speculation that stopped early is accepted, `resume` applies its edits and continues the answer live;
 * `discard` sends an ordinary prompt.
 */
export type AtBoundary = 'resume' | 'discard';

export type CompletedSpeculation = Extract<SpeculationResult, { kind: 'completed' }>;
export type FinishedSpeculation = Exclude<SpeculationResult, { kind: 'failed' | 'aborted' }>;

function initialView({ suggestion, model }: SpeculationOrigin, startedAt: number): SpeculationView {
  const about = { suggestionId: suggestion.id, prompt: suggestion.text, model: model.label };
  return { ...EMPTY_VIEW, ...about, id: randomUUID(), phase: 'running', startedAt };
}

/** For a speculation that waits for Resume or an accepted suggestion. `activity`: the reason, for display. */
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
