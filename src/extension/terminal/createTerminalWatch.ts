import type { BackgroundRequest } from '../background/spending.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Memento } from '../ports/memento.ts';
import type { Terminals } from '../ports/terminals.ts';
import { terminalTexts } from '../base/texts/terminalTexts.ts';
import { createScreenModel, type ScreenModelOptions } from './modelReader/screenModel.ts';
import type { TerminalScreen } from './screen.ts';
import { TerminalWatch } from './terminalWatch.ts';
import type { WatchMode } from './watchMode.ts';
import { WatchRecords } from './watchRecords.ts';

/** The settings `premove.terminalWatch.*`. */
export interface TerminalWatchSettings {
  readonly mode: WatchMode;
  readonly prompts: 'unified' | 'split';
  /** US dollars; null if there is no limit. */
  readonly maxCostPerDay: number | null;
}

export interface TerminalWatchPorts {
  readonly terminals: Terminals;
  readonly settings: () => TerminalWatchSettings;
  readonly isTrusted: () => boolean;
  /** The workspace's state, which contains the user's decisions about terminals. */
  readonly memento: Memento;
  /** Creates an emulator. If undefined, the real emulator is loaded. */
  readonly createScreen?: (() => Promise<TerminalScreen>) | undefined;
  readonly chooseModel: ScreenModelOptions['choose'];
  readonly allowance: (model: SelectedModel) => ReturnType<ScreenModelOptions['allowance']>;
  readonly count: (request: BackgroundRequest) => void;
  /** VS Code's display language. */
  readonly language: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Call `refresh` to start the watch. */
export function createTerminalWatch(ports: TerminalWatchPorts): TerminalWatch {
  const { terminals, settings, isTrusted, memento, chooseModel, allowance, count, language, clock, log } = ports;
  return new TerminalWatch({
    terminals,
    mode: () => settings().mode,
    isTrusted,
    records: new WatchRecords(memento),
    createScreen: ports.createScreen ?? loadScreen,
    readWithModel: createScreenModel({
      choose: chooseModel,
      allowance,
      count,
      promptMode: () => settings().prompts,
      language,
      timers: clock,
    }),
    async describeReader() {
      const chosen = await chooseModel();
      if (chosen.kind === 'none') return terminalTexts.readByNone(chosen.message);
      return terminalTexts.readBy(chosen.role, chosen.model.label);
    },
    clock,
    log,
  });
}

/** Imports the emulator only when the first agent starts. */
async function loadScreen(): Promise<TerminalScreen> {
  const { createTerminalScreen } = await import('./screen.ts');
  return createTerminalScreen();
}
