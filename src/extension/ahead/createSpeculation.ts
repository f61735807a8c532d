import type { ApprovalMode } from '../../shared/chatState.ts';
import { namesOf } from '../../shared/slashCommand.ts';
import { DailyCost } from '../background/dailyCost.ts';
import { eitherOf, type Event } from '../base/emitter.ts';
import type { Chat } from '../chat/createChat.ts';
import { toBackgroundModel } from '../model/fastModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { KeptOutput } from '../ports/keptOutput.ts';
import type { Log } from '../ports/log.ts';
import type { Memento } from '../ports/memento.ts';
import type { OverlaySpill } from '../ports/overlaySpill.ts';
import type { Shell } from '../ports/shell.ts';
import { SpeculationBudget, type BudgetSettings } from '../speculate/budget.ts';
import type { DefaultModeEdits } from '../speculate/gate.ts';
import type { AtBoundary } from '../speculate/speculation.ts';
import type { SpeculationPreview } from '../speculate/preview.ts';
import type { SpeculationEvents } from '../speculate/speculationEvent.ts';
import { Speculator } from '../speculate/speculator.ts';
import type { Suggestions } from '../suggest/createSuggestions.ts';
import type { LimitResults } from '../tools/resultLimit.ts';
import { MoveAhead } from './moveAhead.ts';
import { MoveLoop } from './moveLoop.ts';
import { OfferedSpeculation } from './offeredSpeculation.ts';
import { OfferedSuggestion } from './offeredSuggestion.ts';
import { PreparedMove } from './preparedMove.ts';
import { SuggestionSource } from './suggestionSource.ts';
import { UnusedStreak } from './unusedStreak.ts';

export interface SpeculationPorts {
  readonly settings: () => BudgetSettings & {
    readonly enableFollowupSuggestions: boolean;
    readonly enableSpeculation: boolean;
    readonly enableCacheSharing: boolean;
    readonly approvalMode: ApprovalMode;
    readonly speculationDefaultMode: DefaultModeEdits;
    readonly speculationAtBoundary: AtBoundary;
  };
  readonly preview: SpeculationPreview;
  readonly events: Pick<SpeculationEvents, 'record'>;
  /** Fires with the paths of files that may have changed, on disk or in an editor. */
  readonly onDidChangeFiles: Event<readonly string[]>;
  /** Runs only read-only commands. */
  readonly shell: Shell;
  /** Creates storage for file contents beyond an overlay's memory limit. The overlay disposes the storage. */
  readonly createSpill: () => OverlaySpill;
  readonly output: KeptOutput;
  readonly limitResults?: LimitResults;
  readonly unusedStreak: Memento;
  /** Premove's own files that all workspaces of the user share. */
  readonly globalFiles: FileStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Connects suggestions and speculation to the chat. */
export function createSpeculation(chat: Chat, suggestions: Suggestions, ports: SpeculationPorts): MoveAhead {
  const { store, service: chats, current, cacheSafeParams } = chat;
  const { settings, preview, events, onDidChangeFiles, shell, createSpill, output } = ports;
  const { limitResults, globalFiles, clock, log } = ports;
  const { suggester, recorder, kept, spending, allowance, count } = suggestions;
  const daily = (kind: string): DailyCost => new DailyCost({ files: globalFiles, clock, log, kind });
  const budget = new SpeculationBudget({
    settings,
    pricingOf: (model) => spending.pricingOf(model),
    dollars: daily('speculations'),
    tokens: daily('speculation-tokens'),
    log,
  });
  const streak = new UnusedStreak(ports.unusedStreak);
  const speculator = new Speculator({
    sources: {
      project: () => current.project,
      seen: () => current.seen,
      createSpill,
      output,
      // After an undo, redo or restore, a speculation must compare its bases with the files at once, before a file
      // watcher reports them.
      onDidChangeFiles: eitherOf(onDidChangeFiles, chats.onDidRestoreFiles),
      clock,
    },
    carryOut: {
      approval: () => current.project.approval,
      defaultMode: () => settings().speculationDefaultMode,
      shell,
      budget,
      ...(limitResults && { limitResults }),
      onRequest: count,
      log,
    },
    predictNext: {
      enableCacheSharing: () => settings().enableCacheSharing,
      allowance,
      commandNames: () => namesOf(store.state.commands),
      onRequest: count,
      log,
    },
    preview,
    atBoundary: () => settings().speculationAtBoundary,
    onDidEnd: (end) => streak.speculationEnded(end),
    record: (event) => events.record(event),
    log,
  });
  const source = new SuggestionSource({ suggester, recorder, leaf: () => chats.session.leaf, log });
  const suggestion = new OfferedSuggestion({
    store,
    recorder,
    kept,
    settings,
    onSuppress: (reason) => source.logNone(reason),
  });
  const speculation = new OfferedSpeculation({
    speculator,
    cacheSafeParams,
    backgroundModel: async (main) => toBackgroundModel(await chat.fastModel(), main),
    settings,
    streak,
    clock,
    log,
  });
  const loop = new MoveLoop({ chats, source, suggestion, speculation });
  const prepared = new PreparedMove({ store, chats, settings, suggestion, speculation, loop });
  const moveAhead = new MoveAhead({ store, chats, settings, source, suggestion, speculation, loop, prepared });
  suggestions.onDidAccept(() => moveAhead.suggestionAccepted());
  return moveAhead;
}
