import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Workspace, WorkspaceRoot } from '../../ports/workspace.ts';
import type { Instructions, InstructionSet } from '../../instructions/instructions.ts';
import { familyRule, WORK_RULES } from './systemText.ts';

export interface Environment {
  /** For example "Linux 6.1", "macOS" or "Windows". */
  readonly os: string;
  /** A path or a name; empty if unknown. */
  readonly shell: string;
}

export interface SystemPromptOptions {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  /** Missing in the tour. */
  readonly instructions: Pick<Instructions, 'read'> | undefined;
  /** Not called if the reading was aborted. */
  readonly onDidRead: (instructions: InstructionSet) => void;
}

/**
 * The system prompt of one conversation. If one byte changes, the provider reads the whole conversation again and the
 * user pays for it. Therefore the date is the day on which the chat was opened, and the instructions stay the same
 * within a prompt, unless the model saves a fact.
 */
export class SystemPrompt {
  private readonly options: SystemPromptOptions;
  private readonly date: string;
  private instructions = '';

  constructor(options: SystemPromptOptions) {
    this.options = options;
    this.date = toDate(options.clock.now());
  }

  textFor(model: string): string {
    return toSystemPrompt(this.factsFor(model));
  }

  factsFor(model: string): PromptFacts {
    const { workspace, environment } = this.options;
    return { ...environment, model, roots: workspace.roots, date: this.date, instructions: this.instructions };
  }

  /** Reads the instructions again. If that fails, the earlier instructions stay. */
  async refresh(signal: AbortSignal): Promise<void> {
    const read = await this.readForPanel(signal);
    if (read) this.instructions = read.text;
  }

  /** Reads the instructions without changing the system prompt. Undefined if they could not be read. */
  async readForPanel(signal: AbortSignal): Promise<InstructionSet | undefined> {
    const { instructions, log, onDidRead } = this.options;
    try {
      const read = (await instructions?.read(signal)) ?? NO_INSTRUCTIONS;
      if (!signal.aborted) onDidRead(read);
      return read;
    } catch (error) {
      if (!signal.aborted) log.error('The instructions could not be read', error);
      return undefined;
    }
  }
}

const NO_INSTRUCTIONS: InstructionSet = { text: '', items: [], problems: [] };

export interface PromptFacts extends Environment {
  /** The model's name at its provider. */
  readonly model: string;
  readonly roots: readonly WorkspaceRoot[];
  /** In the form `2026-11-21`. */
  readonly date: string;
  /** The end of the system prompt; empty if there are no instructions. */
  readonly instructions: string;
}

/**
 * The first sentences say what the user sees, so that answers do not repeat it. Without the facts about the machine,
 * models make calls to find them. Without the date, models assume the year of their training.
 */
export function toSystemPrompt(facts: PromptFacts): string {
  return `You are Premove, a programming assistant in VS Code. You work in the user's project through tools. The user sees your text, your calls, and changes of files as diffs.

${describeSurroundings(facts)}

${WORK_RULES}${familyRule(facts.model)}${facts.instructions}`;
}

export function toAgentPrompt(intro: string, rules: string, facts: PromptFacts): string {
  return `${intro}\n\n${describeSurroundings(facts)}\n\n${rules}${familyRule(facts.model)}${facts.instructions}`;
}

function describeSurroundings({ roots, os, shell, date }: PromptFacts): string {
  const machine = [`Operating system: ${os}.`, shell && `Shell: ${shell}.`, `Date: ${date}.`].filter(Boolean).join(' ');
  return `${describeRoots(roots)}\n${machine}`;
}

function describeRoots(roots: readonly WorkspaceRoot[]): string {
  if (roots.length === 0) return 'No folder is open, so there are no files to work with.';
  if (roots.length === 1) return `The project is the folder ${roots[0]?.path}. Paths may be relative to it.`;
  const list = roots.map((root) => `- ${root.name}: ${root.path}`).join('\n');
  return `The project has several folders. Relative paths begin with the folder's name.\n${list}`;
}

/** The date is in the user's time zone. */
function toDate(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
