import type { InstructionView } from '../../shared/instructionView.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { instructionProblemTexts, instructionUseTexts } from '../base/texts/instructionTexts.ts';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { within } from '../base/timers.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Memento } from '../ports/memento.ts';
import type { LoadedSkill, SkillLoader } from '../ports/skillLoader.ts';
import type { Workspace } from '../ports/workspace.ts';
import { foldSpelling } from '../text/alikeNames.ts';
import { joinPath } from '../text/paths.ts';
import { readAgents, withinList, type UserAgent } from './agents.ts';
import { findConfiguredModel, firstModel, type ConfiguredModels } from './configuredModel.ts';
import { FileRules } from './fileRules.ts';
import { instructionBases, InstructionReader, type InstructionProblem } from './instructionFiles.ts';
import { mayInstruct } from './instructionPaths.ts';
import { describeInstructions } from './instructionText.ts';
import { Memory, type MemorySources, type MemoryText } from './memory.ts';
import { PromptFiles } from './promptFiles.ts';
import { includedPaths, MAX_RULE_TEXT, readRules, type Rule, type RuleUse } from './rules.ts';
import { readSkills, type Skill } from './skills.ts';

export interface InstructionsPorts extends MemorySources {
  readonly models: ConfiguredModels;
  /** Whether a command of Premove has this name, without the slash. */
  readonly isBuiltIn: (name: string) => boolean;
  /** The ids that the user has switched off in this workspace. */
  readonly switchedOff: Memento;
  readonly onDidChangeFiles: Event<readonly string[]>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface InstructionSet {
  /** The end of the system prompt. */
  readonly text: string;
  readonly items: readonly InstructionView[];
  /** One line for each untrusted folder, and for each problem with a file. */
  readonly problems: readonly string[];
}

/** `not-opened`: there is no such file in the workspace or in the home folder. */
export type ProblemPlace =
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'not-opened'; readonly display: string }
  | { readonly kind: 'file'; readonly folder: Workspace; readonly path: string };

/** Characters of the names and descriptions of all skills. */
const MAX_SKILL_TEXT = 16_000;
/** Milliseconds. Finding VS Code's models may take long, and a prompt waits for the instructions. */
const MODEL_TIMEOUT = 1_000;
/** Milliseconds after a change before `onDidChange` fires. Several files often change at once. */
const CHANGE_DELAY = 300;
/** Files that are named when a skill is loaded. */
const MAX_SKILL_FILES = 100;

/**
 * The files with which users and projects instruct agents. These files cannot add permissions. In a workspace that the
 * user does not trust, only the user's own files are read.
 */
export class Instructions implements SkillLoader, Disposable {
  readonly prompts: PromptFiles;
  readonly memory: Memory;
  readonly fileRules = new FileRules();
  private usableAgents: readonly UserAgent[] = [];
  /** By line of `InstructionSet.problems`. */
  private problems: ReadonlyMap<string, InstructionProblem> = new Map();
  private readonly ports: InstructionsPorts;
  private readonly reader = new InstructionReader();
  private readonly switched = new Emitter<void>();
  private readonly changed = new Emitter<void>();
  private readonly subscriptions = new DisposableStore();
  private pendingChange: Disposable | undefined;

  readonly onDidSwitch = this.switched.event;
  /** Fires soon after a file of instructions may have changed. The user's own files are not watched on disk. */
  readonly onDidChange = this.changed.event;

  constructor(ports: InstructionsPorts) {
    this.ports = ports;
    this.memory = new Memory(ports, this.reader);
    this.prompts = new PromptFiles({
      ...ports,
      sources: ports,
      findModel: (name) => this.findModel(name),
    });
    this.subscriptions.add(
      ports.onDidChangeFiles((paths) => {
        const hasRead = this.reader.forget(paths);
        if (hasRead || paths.some(mayInstruct)) this.changeSoon();
      }),
    );
    this.subscriptions.add(this.prompts.onDidChange(() => this.changeSoon()));
  }

  /** Reads all instructions again, except files that have not changed, and sets the rules of `fileRules`. */
  async read(signal: AbortSignal): Promise<InstructionSet> {
    // Each kind has its own list of problems, so that the order of all problems is always the same.
    const found = createProblemLists();
    const bases = instructionBases(this.ports);
    const isOff = this.offTest();
    const [{ rules, sent, offered }, allSkills, allAgents, allMemory, prompts] = await Promise.all([
      readRules(this.reader, bases, isOff, found.rules, signal),
      readSkills(this.reader, bases, found.skills, signal),
      readAgents(this.reader, bases, found.agents, signal),
      this.memory.read(found.memory, signal),
      this.prompts.list(),
    ]);
    signal.throwIfAborted();
    const problems = [...this.untrustedFolders(), ...found.rules, ...found.skills, ...found.agents, ...found.memory];
    const skills = withinRoom(
      allSkills.filter(({ id }) => !isOff(id)),
      problems,
    );
    withinList(
      allAgents.filter(({ id }) => !isOff(id)),
      problems,
    );
    const unknownModels = await this.unknownModels([
      ...allAgents.filter(({ id }) => !isOff(id)).map(({ display, models }) => ({ display, models })),
      ...prompts.files.map(({ source, models = [] }) => ({ display: source, models })),
    ]);
    signal.throwIfAborted();
    const memory = allMemory.filter(({ id }) => !isOff(id));
    this.fileRules.set(
      offered,
      sent.reduce((sum, { text }) => sum + text.length, 0),
    );
    return {
      text: describeInstructions({ sent, offered, skills, memory }),
      items: [
        ...rules.map(({ rule, use }) => toRuleView(rule, use)),
        ...allMemory.map((each) => toMemoryView(each, isOff)),
        ...allSkills.map((skill) => toNamedView('skill', skill, isOff)),
        ...allAgents.map((agent) => toNamedView('agent', agent, isOff)),
      ],
      problems: this.toLines([...problems, ...this.rulesWithoutRoom(), ...prompts.problems, ...unknownModels]),
    };
  }

  /**
   * Returns a function that checks whether a rule in use includes the file at a resolved path. All spellings of a path
   * are equal (`foldSpelling`). If the rules cannot be read, every path counts as included.
   */
  async findIncluded(signal: AbortSignal): Promise<(path: string) => boolean> {
    try {
      const paths = await includedPaths(this.reader, instructionBases(this.ports), this.offTest(), signal);
      const spellings = new Set(paths.map(foldSpelling));
      return (path) => spellings.has(foldSpelling(path));
    } catch (error) {
      signal.throwIfAborted();
      this.ports.log.error('The files that instructions include could not be found', error);
      return () => true;
    }
  }

  /** `problem`: a line of `InstructionSet.problems`, as last read. */
  async placeOfProblem(problem: string): Promise<ProblemPlace | undefined> {
    const found = this.problems.get(problem);
    if (!found) return undefined;
    if (found.what === instructionProblemTexts.untrusted()) return { kind: 'untrusted' };
    const { path: display } = found;
    const isOwn = display.startsWith('~/');
    const folder = isOwn ? this.ports.home : this.ports.workspace;
    const path = isOwn ? joinPath(folder.roots[0]?.path ?? '', display.slice(2)) : display;
    const resolved = await folder.resolve(path);
    const isFile =
      resolved.kind === 'inside' && (await folder.stat(resolved.path, new AbortController().signal))?.type === 'file';
    return isFile ? { kind: 'file', folder, path: resolved.path } : { kind: 'not-opened', display };
  }

  private rulesWithoutRoom(): InstructionProblem[] {
    return this.fileRules.rulesWithoutRoom.map(({ display }) => ({
      path: toDisplayText(display),
      what: instructionProblemTexts.noRoomForFile(MAX_RULE_TEXT),
    }));
  }

  /**
   * For each file that names a `<provider>/<model>`, returns a problem if none of the file's models is set up. Other
   * names, such as `opus`, cause no problem, because they are another agent's names for models. If the look-up takes
   * too long or fails, the file gets no problem.
   */
  private async unknownModels(
    files: readonly { readonly display: string; readonly models: readonly string[] }[],
  ): Promise<InstructionProblem[]> {
    const problems = files.map(async ({ display, models }): Promise<InstructionProblem[]> => {
      const named = models.find((model) => model.includes('/'));
      if (named === undefined) return [];
      const isUnknown = firstModel(models, (name) => this.findModel(name)).then(({ kind }) => kind === 'unknown');
      const found = await within(MODEL_TIMEOUT, isUnknown, this.ports.clock).catch((error: unknown) => {
        this.ports.log.error('The model of a file could not be looked up', error);
        return undefined;
      });
      const what = instructionProblemTexts.unknownModel(toDisplayText(named));
      return found === true ? [{ path: toDisplayText(display), what }] : [];
    });
    return (await Promise.all(problems)).flat();
  }

  private untrustedFolders(): InstructionProblem[] {
    const { workspace, isTrusted } = this.ports;
    return isTrusted()
      ? []
      : workspace.roots.map(({ name }) => ({ path: toDisplayText(name), what: instructionProblemTexts.untrusted() }));
  }

  /** Applies in this workspace, from the next prompt on. */
  switch(id: string, isOn: boolean): void {
    const others = this.switchedOff().filter((each) => each !== id);
    this.ports.switchedOff.set(isOn ? others : [...others, id]);
    this.switched.fire();
  }

  /** See `findConfiguredModel`. */
  findModel(name: string): Promise<string | undefined> {
    return findConfiguredModel(name, this.ports.models, this.ports.log);
  }

  /** Loads any skill that is not switched off, even if the system prompt had no room for it. */
  async load(name: string, signal: AbortSignal): Promise<LoadedSkill> {
    const isOff = this.offTest();
    const skills = await readSkills(this.reader, instructionBases(this.ports), [], signal);
    const usable = skills.filter(({ id }) => !isOff(id));
    const skill = usable.find((each) => each.name === name);
    if (!skill) return { kind: 'unknown', names: usable.map((each) => each.name) };
    const { folder, base, text } = skill;
    const files = await this.reader.listNames(base, folder, MAX_SKILL_FILES, signal);
    return { kind: 'loaded', name, text, folder, files: files.filter((file) => file !== 'SKILL.md') };
  }

  /** As of the last `refreshAgents`. */
  get agents(): readonly UserAgent[] {
    return this.usableAgents;
  }

  /** Call before a prompt, because the tools of a prompt declare the agents. Never rejects. */
  async refreshAgents(signal: AbortSignal): Promise<void> {
    const isOff = this.offTest();
    try {
      const all = await readAgents(this.reader, instructionBases(this.ports), [], signal);
      this.usableAgents = withinList(
        all.filter(({ id }) => !isOff(id)),
        [],
      );
    } catch (error) {
      if (!signal.aborted) this.ports.log.error('The agents could not be read', error);
    }
  }

  dispose(): void {
    this.pendingChange?.dispose();
    this.subscriptions.dispose();
    this.prompts.dispose();
    this.switched.dispose();
    this.changed.dispose();
    this.fileRules.dispose();
  }

  private toLines(problems: readonly InstructionProblem[]): string[] {
    this.problems = new Map(problems.map((problem) => [`${problem.path}: ${problem.what}`, problem]));
    return [...this.problems.keys()];
  }

  private changeSoon(): void {
    this.pendingChange ??= this.ports.clock.setTimeout(() => {
      this.pendingChange = undefined;
      this.changed.fire();
    }, CHANGE_DELAY);
  }

  private offTest(): (id: string) => boolean {
    const off = new Set(this.switchedOff());
    return (id) => off.has(id);
  }

  private switchedOff(): string[] {
    const stored = this.ports.switchedOff.get();
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  }
}

function createProblemLists(): Record<'rules' | 'skills' | 'agents' | 'memory', InstructionProblem[]> {
  return { rules: [], skills: [], agents: [], memory: [] };
}

/** If the list is too long, returns only its first skills. */
function withinRoom(skills: readonly Skill[], problems: InstructionProblem[]): Skill[] {
  let room = MAX_SKILL_TEXT;
  return skills.filter(({ name, description, display }) => {
    room -= name.length + description.length;
    if (room >= 0) return true;
    problems.push({ path: toDisplayText(display), what: instructionProblemTexts.noRoomForSkill(MAX_SKILL_TEXT) });
    return false;
  });
}

function toRuleView({ id, display, applies, includedBy }: Rule, use: RuleUse): InstructionView {
  const globs = applies.kind === 'files' ? toDisplayText(applies.globs.join(', ').slice(0, 200)) : '';
  const details: Record<RuleUse['kind'], string> = {
    sent: includedBy === undefined ? '' : instructionUseTexts.includedBy(toDisplayText(includedBy)),
    offered: globs === '' ? instructionUseTexts.onRequest() : instructionUseTexts.forFiles(globs),
    off: '',
    same: use.kind === 'same' ? instructionUseTexts.same(toDisplayText(use.as)) : '',
    'no-room': instructionUseTexts.noRoom(),
    'left-out': instructionUseTexts.leftOut(),
    manual: instructionUseTexts.manual(),
  };
  return {
    id,
    kind: 'rule',
    name: toDisplayText(display),
    detail: details[use.kind],
    isOn: use.kind !== 'off',
    ...((use.kind === 'left-out' || use.kind === 'manual') && { isLeftOut: true }),
  };
}

function toMemoryView({ id, display }: MemoryText, isOff: (id: string) => boolean): InstructionView {
  return { id, kind: 'memory', name: toDisplayText(display), detail: '', isOn: !isOff(id) };
}

function toNamedView(
  kind: 'skill' | 'agent',
  { id, name, display }: Pick<Skill | UserAgent, 'id' | 'name' | 'display'>,
  isOff: (id: string) => boolean,
): InstructionView {
  return { id, kind, name: toDisplayText(name), detail: toDisplayText(display), isOn: !isOff(id) };
}
