import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { InstructionSources } from './instructionFiles.ts';
import { PromptFiles } from './promptFiles.ts';
import { findSetUpModel, type SetUpModels } from './setUpModel.ts';

export interface InstructionsPorts extends InstructionSources {
  readonly models: SetUpModels;
  /** Whether a command of Premove has this name, without the slash. */
  readonly isBuiltIn: (name: string) => boolean;
  /** Fires with the paths of files that may have changed. */
  readonly onDidChangeFiles: Event<readonly string[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The files with which users and projects instruct agents. */
export interface Instructions extends Disposable {
  readonly prompts: PromptFiles;
}

export function createInstructions({ models, workspace, home, isTrusted, ...ports }: InstructionsPorts): Instructions {
  const sources = { workspace, home, isTrusted };
  const prompts = new PromptFiles({ ...ports, sources, findModel: (name) => findSetUpModel(name, models) });
  return { prompts, dispose: () => prompts.dispose() };
}
