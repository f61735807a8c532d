import { randomUUID } from 'node:crypto';
import type { ApprovalMode, SpeculationView } from '../../shared/chatState.ts';
import type { Suggestion } from '../../shared/suggesting.ts';
import type { CacheSafeParams } from '../background/cacheSafeParams.ts';
import type { PreparedRound } from '../chat/conversation/preparedAnswer.ts';
import type { BackgroundRequest } from '../background/spending.ts';
import type { ModelRequest, SelectedModel } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { Clock } from '../ports/clock.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Log } from '../ports/log.ts';
import type { Workspace } from '../ports/workspace.ts';
import { suggestNextPrompt } from '../suggest/suggester.ts';
import type { PermissionRules } from '../approval/permissionRules.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { LimitRound } from '../tools/roundLimit.ts';
import type { FileChange, SeenFiles } from '../tools/tool.ts';
import {
  MESSAGE_LIMIT_TEXT,
  previewTitle,
  toConflictText,
  toNotAppliedText,
  toStoppedText,
  TURN_LIMIT_TEXT,
} from './activity.ts';
import { applyChanges } from './apply.ts';
import { runSpeculation, type SpeculationResult } from './engine.ts';
import { HiddenPause } from './hiddenPause.ts';
import type { OverlaySpill } from '../ports/overlaySpill.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import { amendedFiles, toFileChange, type OverlayChange } from './overlayChange.ts';
import type { SpeculationPreview } from './preview.ts';
import { createSeenFork, type SeenFork } from './seenFork.ts';

export interface SpeculatorOptions {
  /** What the current conversation works on. */
  readonly project: () => SpeculatedProject;
  /** What the current conversation's model has seen. */
  readonly seen: () => SeenFiles;
  readonly preview: SpeculationPreview;
  /** Where one speculation puts what memory should not hold; the overlay disposes it. */
  readonly createSpill: () => OverlaySpill;
  /** The setting `premove.enableCacheSharing`. */
  readonly enableCacheSharing: () => boolean;
  /** The rules of the settings, as they are when a speculation begins. */
  readonly rules: () => PermissionRules;
  /** See `SpeculationPorts`. */
  readonly limitRound?: LimitRound;
  /** Whether one more suggestion is within what the user allows. */
  readonly maySuggest: (model: SelectedModel) => Promise<boolean>;
  /** Once a background request. */
  readonly onRequest: (request: BackgroundRequest) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** A speculation keeps the project that it began on, even if another chat is shown when it is applied. */
export interface SpeculatedProject {
  readonly workspace: Workspace;
  readonly registry: ToolRegistry;
}

export interface AcceptRequest {
  /** What the user submits; must be the suggestion to the letter. */
  readonly text: string;
  /** The conversation's leaf now; must be the one the speculation began from. */
  readonly leaf: string;
  /** The mode now; in `default` mode edits are applied only once their diff has been shown. */
  readonly approvalMode: ApprovalMode;
}

export type AcceptResult =
  | AppliedSpeculation
  /** The diff is open and waits for the next Enter or Apply. */
  | { readonly kind: 'review' }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] }
  /** There is nothing to take: still running, stopped early, or made for something else. */
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'failed'; readonly message: string };

export interface AppliedSpeculation {
  readonly kind: 'applied';
  readonly suggestionText: string;
  /** Paired; the answer is the last one. */
  readonly rounds: readonly PreparedRound[];
  /** The request whose answer is `answer`: the next prefix to fork from, if `modelId` is the chat's. */
  readonly finalRequest: ModelRequest;
  readonly answer: Message;
  readonly modelId: string;
  /** Of the `CacheSafeParams` that the speculation continued. */
  readonly version: number;
  /** The next suggestion, or null where there is none (yet), or it was made for other edits than these. */
  readonly pipelined: string | null;
  /** Files, for people, in which the user changed or took back what was prepared. */
  readonly amended: readonly string[];
  readonly files: readonly FileChange[];
}

/** One speculation, from its start until it is applied, dropped, or replaced. */
interface Speculation {
  readonly suggestion: Suggestion;
  readonly params: CacheSafeParams;
  readonly model: SelectedModel;
  readonly project: SpeculatedProject;
  readonly overlay: Overlay;
  readonly seen: SeenFork;
  readonly abort: AbortController;
  /** While the suggestion is hidden, no request is made. */
  readonly pause: HiddenPause;
  /** The diff of the finished edits has been shown. */
  reviewed: boolean;
  view: SpeculationView;
  result: SpeculationResult | undefined;
  /** What the run left in the overlay, before the user had a hand in it. */
  prepared: readonly OverlayChange[];
  pipelined: string | null;
}

/**
 * The state and lifetime of speculation: one at a time, begun for a suggestion, taken over or dropped without a trace.
 * What goes wrong in one is logged and shown on its chip; it never throws at the user.
 */
export class Speculator {
  private readonly options: SpeculatorOptions;
  private readonly changed = new Emitter<SpeculationView | null>();
  private current: Speculation | undefined;

  /** Tells the view, null where there is no speculation. */
  readonly onDidChange: Event<SpeculationView | null> = this.changed.event;

  constructor(options: SpeculatorOptions) {
    this.options = options;
  }

  get view(): SpeculationView | null {
    return this.current?.view ?? null;
  }

  /** Begins to carry out a suggestion in the background; the one before is dropped. */
  start(suggestion: Suggestion, params: CacheSafeParams, model: SelectedModel, approvalMode: ApprovalMode): void {
    void this.abort('superseded');
    const project = this.options.project();
    const overlay = createOverlay(project.workspace, { spill: this.options.createSpill() });
    const speculation: Speculation = {
      suggestion,
      params,
      model,
      project,
      overlay,
      seen: createSeenFork(this.options.seen()),
      abort: new AbortController(),
      pause: new HiddenPause(this.options.clock, {
        onExpire: () => this.endHidden(speculation),
        onWait: (paused) => this.update(speculation, { paused }),
      }),
      reviewed: false,
      view: {
        id: randomUUID(),
        suggestionId: suggestion.id,
        prompt: suggestion.text,
        phase: 'running',
        step: 1,
        activity: '',
        files: [],
        added: 0,
        removed: 0,
        model: model.label,
      },
      result: undefined,
      prepared: [],
      pipelined: null,
    };
    this.current = speculation;
    overlay.onDidChange(() => this.update(speculation, countFiles(overlay)));
    this.changed.fire(speculation.view);
    this.run(speculation, approvalMode).catch((error: unknown) => {
      this.options.log.error('A speculation failed unexpectedly', error);
      this.fail(speculation, 'Something went wrong; the log says what.');
    });
  }

  /**
   * Drops the speculation: its request is cut, its overlay and preview are gone. What is being applied is finished all
   * the same. `reason` is for the log. Never rejects.
   */
  async abort(reason = 'dropped'): Promise<void> {
    const speculation = this.current;
    if (!speculation || speculation.view.phase === 'applying') return;
    this.options.log.info(`Speculation ${speculation.view.id} ended in phase ${speculation.view.phase}: ${reason}`);
    await this.close(speculation);
  }

  /** While the suggestion is hidden, the speculation makes no request; see `HiddenPause`. */
  setHidden(hidden: boolean): void {
    this.current?.pause.setHidden(hidden);
  }

  /** Opens the diff. Only ever on the user's own action, because it takes the focus. */
  async preview(): Promise<void> {
    if (this.current) await this.openPreview(this.current);
  }

  /** Takes the speculation over. Never rejects. */
  async accept({ text, leaf, approvalMode }: AcceptRequest): Promise<AcceptResult> {
    const speculation = this.current;
    const result = speculation?.result;
    if (!speculation || result?.kind !== 'completed' || speculation.view.phase === 'applying') return notReady;
    if (text !== speculation.suggestion.text || leaf !== speculation.params.leaf) return notReady;
    const hasChanges = speculation.overlay.changes().length > 0;
    if (hasChanges && approvalMode === 'plan') return notReady;
    if (hasChanges && approvalMode === 'default' && !speculation.reviewed) {
      return (await this.openPreview(speculation)) ? { kind: 'review' } : notReady;
    }
    const { phase } = speculation.view;
    this.update(speculation, { phase: 'applying', activity: '' });
    // The edits are paid for, so they stay, and the user can try again.
    const keep = (message: string): AcceptResult => {
      this.update(speculation, { phase, activity: toNotAppliedText(message) });
      return { kind: 'failed', message };
    };
    try {
      return await this.apply(speculation, result, keep);
    } catch (error) {
      this.options.log.error('Applying a speculation failed', error);
      return keep('Something went wrong; the log says what.');
    }
  }

  private async run(speculation: Speculation, approvalMode: ApprovalMode): Promise<void> {
    const { limitRound, onRequest, log } = this.options;
    const { suggestion, params, model, project, overlay, seen, abort, pause } = speculation;
    const result = await runSpeculation(
      { prompt: suggestion.text, params, model, approvalMode, rules: this.options.rules() },
      {
        registry: project.registry,
        overlay,
        seen,
        log,
        pause,
        limitRound,
        onProgress: (progress) => this.update(speculation, progress),
        onUsage: (usage, messages) => onRequest({ promptId: 'speculation', model, usage, messages, leaf: params.leaf }),
      },
      abort.signal,
    );
    if (abort.signal.aborted || this.current !== speculation) return;
    speculation.result = result;
    speculation.prepared = overlay.changes();
    log.info(`Speculation ${speculation.view.id}: ${result.kind}, ${result.turns} turns, ${result.toolUses} calls`);
    switch (result.kind) {
      case 'completed':
        this.update(speculation, { phase: 'ready', activity: '' });
        return this.predictNext(speculation, result).catch((error: unknown) => {
          log.error('The suggestion after a speculation failed unexpectedly', error);
        });
      case 'boundary':
        return this.update(speculation, {
          phase: 'stopped',
          activity: toStoppedText(result.boundary, result.detail),
        });
      case 'turn-limit':
        return this.update(speculation, { phase: 'stopped', activity: TURN_LIMIT_TEXT });
      case 'message-limit':
        return this.update(speculation, { phase: 'stopped', activity: MESSAGE_LIMIT_TEXT });
      case 'failed':
        return this.fail(speculation, result.message);
      case 'aborted':
        return this.close(speculation);
    }
  }

  /** Ends a running speculation only: a finished one costs nothing more. */
  private endHidden(speculation: Speculation): void {
    if (this.current === speculation && speculation.view.phase === 'running') void this.abort('hidden for too long');
  }

  /** The chip says Ready before this is in; who accepts earlier gets the next suggestion the ordinary way. */
  private async predictNext(
    speculation: Speculation,
    { finalRequest, answer }: Extract<SpeculationResult, { kind: 'completed' }>,
  ): Promise<void> {
    const { model, abort } = speculation;
    const { maySuggest, onRequest, log } = this.options;
    if (!(await speculation.pause.pass(abort.signal))) return;
    if (!(await maySuggest(model))) return log.info('No next suggestion: the daily limit is reached');
    if (abort.signal.aborted) return;
    const params = { ...speculation.params, modelId: model.id, request: finalRequest, answer };
    const curatedHistory = [...finalRequest.messages, answer];
    const result = await suggestNextPrompt(
      { params, enableCacheSharing: this.options.enableCacheSharing(), model, curatedHistory },
      abort.signal,
    );
    const { usage } = result;
    onRequest({ promptId: 'prompt_suggestion', model, usage, messages: curatedHistory, leaf: params.leaf });
    if (result.kind === 'suggestion') speculation.pipelined = result.text;
    else log.info(`No next suggestion: ${result.kind === 'suppressed' ? result.reason : result.kind}`);
  }

  private async apply(
    speculation: Speculation,
    result: Extract<SpeculationResult, { kind: 'completed' }>,
    keep: (message: string) => AcceptResult,
  ): Promise<AcceptResult> {
    const { overlay, seen, suggestion, model, project, view } = speculation;
    await this.options.preview.collect(view.id);
    const amended = amendedFiles(speculation.prepared, overlay.changes());
    // What the user has taken over is finished, whatever happens to the chat meanwhile: so nothing aborts it.
    const applied = await applyChanges(overlay.changes(), project.workspace, new AbortController().signal);
    switch (applied.kind) {
      case 'conflict':
        this.update(speculation, { phase: 'conflict', activity: toConflictText(applied.paths) });
        return applied;
      case 'failed':
        this.options.log.error(`A speculation could not be applied: ${applied.message}`);
        if (applied.restored) return keep(applied.message);
        this.fail(speculation, applied.message);
        return { kind: 'failed', message: applied.message };
      case 'applied': {
        const pipelined = amended.length > 0 ? null : speculation.pipelined;
        seen.merge();
        await this.close(speculation);
        const { finalRequest, answer } = result;
        const { files, unsaved } = applied;
        const rounds = result.rounds.map((round) => withUnsaved(round, unsaved));
        return {
          kind: 'applied',
          suggestionText: suggestion.text,
          rounds,
          finalRequest,
          answer,
          modelId: model.id,
          version: speculation.params.version,
          pipelined,
          amended,
          files,
        };
      }
    }
  }

  /** False where there is nothing to show, it could not be opened, or the speculation has ended meanwhile. */
  private async openPreview(speculation: Speculation): Promise<boolean> {
    const { overlay, suggestion, view } = speculation;
    if (overlay.changes().length === 0) return false;
    try {
      await this.options.preview.open(view.id, overlay, previewTitle(suggestion.text));
    } catch (error) {
      this.options.log.error('The preview could not be opened', error);
      return false;
    }
    if (this.current === speculation) {
      // A diff that is opened while the model still works does not show all that would be applied.
      speculation.reviewed = speculation.result?.kind === 'completed';
      if (speculation.view.phase === 'ready') this.update(speculation, { phase: 'review' });
      return true;
    }
    await this.closePreview(speculation);
    return false;
  }

  /** Ends with its chip left to say why. Nothing can be taken over from it any more. */
  private fail(speculation: Speculation, message: string): void {
    speculation.abort.abort();
    speculation.result = undefined;
    speculation.overlay.dispose();
    this.update(speculation, { phase: 'failed', activity: message, files: [], added: 0, removed: 0 });
    void this.closePreview(speculation);
  }

  private async close(speculation: Speculation): Promise<void> {
    const wasCurrent = this.current === speculation;
    if (wasCurrent) this.current = undefined;
    speculation.abort.abort();
    speculation.pause.dispose();
    speculation.overlay.dispose();
    if (wasCurrent) this.changed.fire(null);
    await this.closePreview(speculation);
  }

  private async closePreview({ view }: Speculation): Promise<void> {
    try {
      await this.options.preview.close(view.id);
    } catch (error) {
      this.options.log.error('The preview could not be closed', error);
    }
  }

  private update(speculation: Speculation, patch: Partial<SpeculationView>): void {
    if (this.current !== speculation) return;
    speculation.view = { ...speculation.view, ...patch };
    this.changed.fire(speculation.view);
  }
}

const notReady = { kind: 'not-ready' } as const;

/** The user may have saved a file since the round was prepared, so its rows say what applying has found. */
function withUnsaved(round: PreparedRound, unsaved: readonly string[]): PreparedRound {
  const results = round.results.map(({ result, view: { unsaved: _, ...view } }) => {
    const isUnsaved = view.files.some((file) => unsaved.includes(file));
    return { result, view: isUnsaved ? { ...view, unsaved: true } : view };
  });
  return { ...round, results };
}

function countFiles(overlay: Overlay): Pick<SpeculationView, 'files' | 'added' | 'removed'> {
  const files = overlay.changes().map(toFileChange);
  return {
    files: files.map((file) => file.display),
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
}
