import { toDisplayText } from '../../../shared/displayText.ts';
import { commandName, type CommandPart } from '../../shell/commandPattern.ts';
import type { ShellJudge } from '../approvalCall.ts';
import { MAX_SCRIPT } from './makefile.ts';
import { neverGetsRule } from './persistentRules.ts';
import { findScripts, namesRunner, type ProjectScripts } from './scriptRunners.ts';

/** Why a command gets no rule. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** Missing if the command is itself the reason, or if no single command is. */
  readonly cause?: RefusalCause;
}

/**
 * `runs-download`: a program may run code that another command downloads. `never`: a command such as `sudo` or `eval`,
 * which never gets a rule (`neverGetsRule`). `unclear`: a program's name or a script is not known. `endless`: the
 * scripts run each other. `long`: the scripts are too long to be shown.
 */
export type RefusalReason =
  'deletes-files' | 'deletes-or-publishes' | 'runs-download' | 'never' | 'unclear' | 'endless' | 'long';

/** The first command that is the reason, for display: on one line, and shortened. */
export interface RefusalCause {
  readonly command: string;
  /** The command that runs the script in which `command` is. Missing if the examined command runs the script. */
  readonly caller?: string;
}

/** `scripts` may be incomplete if the command gets no rule. */
export interface Examined {
  readonly scripts: readonly string[];
  readonly refusal?: Refusal;
}

/**
 * Returns a function that examines a command and all scripts that it runs. Each line is judged by itself, so that a
 * quote in one line cannot hide the next line. Other files that a script runs are not read.
 */
export function createExamination(shell: ShellJudge, project: ProjectScripts): (command: string) => Promise<Examined> {
  const known = new Map<string, Promise<ExaminedLine>>();
  const examineOnce = (line: string): Promise<ExaminedLine> => {
    const examined = known.get(line) ?? examineLine(line, shell, project);
    known.set(line, examined);
    return examined;
  };
  return async (command) => {
    // Each line with the command that runs it, or null for a line that the examined command runs. Grows during the
    // loop. A map has each line once, so scripts that run each other do not repeat forever.
    const lines = new Map<string, string | null>([[command, null]]);
    const scriptsOf = new Map<string, readonly string[]>();
    let length = command.length;
    let unclear: Refusal | undefined;
    for (const [line, caller] of lines) {
      const { danger, unclear: unclearPart, scripts } = await examineOnce(line);
      const toRefusal = ({ reason, command: part }: Finding): Refusal => {
        if (line === command) return { reason };
        return { reason, cause: { command: toShown(part), ...(caller !== null && { caller: toShown(caller) }) } };
      };
      if (danger) return { scripts: [], refusal: toRefusal(danger) };
      if (unclearPart !== undefined) unclear ??= toRefusal({ reason: 'unclear', command: unclearPart });
      if (length >= MAX_SCRIPT) continue;
      for (const { script, runner } of scripts) {
        if (!lines.has(script)) lines.set(script, line === command ? null : runner);
        // Counts repeated lines too, as `Makefile.recipesFor` does. `recipesFor` adds no recipes after `MAX_SCRIPT`
        // characters. `length` then reaches `MAX_SCRIPT` too, so a command with missing recipes gets no rule.
        length += script.length;
      }
      scriptsOf.set(
        line,
        scripts.map(({ script }) => script),
      );
    }
    const all = [...lines.keys()].slice(1);
    if (length >= MAX_SCRIPT) return { scripts: all, refusal: { reason: 'long' } };
    if (unclear) return { scripts: all, refusal: unclear };
    return { scripts: all, ...(isEndless(command, scriptsOf) && { refusal: { reason: 'endless' } }) };
  };
}

/** Whether a line runs itself through its scripts. `MAX_SCRIPT` limits the depth of the recursion. */
function isEndless(command: string, scriptsOf: ReadonlyMap<string, readonly string[]>): boolean {
  const open = new Set<string>();
  const ending = new Set<string>();
  const ends = (line: string): boolean => {
    if (ending.has(line)) return true;
    if (open.has(line)) return false;
    open.add(line);
    const isEnding = (scriptsOf.get(line) ?? []).every(ends);
    if (isEnding) ending.add(line);
    return isEnding;
  };
  return !ends(command);
}

interface Finding {
  readonly reason: RefusalReason;
  readonly command: string;
}

interface ExaminedLine {
  readonly danger?: Finding;
  /** The first command whose scripts or program are not known; the line if it cannot be parsed. */
  readonly unclear?: string;
  /** Only the scripts that the line runs directly. */
  readonly scripts: readonly FoundScript[];
}

interface FoundScript {
  readonly script: string;
  readonly runner: string;
}

async function examineLine(line: string, shell: ShellJudge, project: ProjectScripts): Promise<ExaminedLine> {
  const { parts, effect } = await shell.examine(line);
  const isDangerous = effect === 'deletes-or-publishes' || parts?.some(neverGetsRule) === true;
  if (isDangerous) return { danger: await findDanger(line, parts ?? [], shell), scripts: [] };
  if (!parts) return { unclear: line, scripts: [] };
  if (effect === 'network' && parts.some(mayRunInput)) {
    return { danger: { reason: 'runs-download', command: line }, scripts: [] };
  }
  const found = await findScriptsOf(parts, shell, project);
  const unknown = parts.find(({ words }) => words[0] === null);
  const unclear = found.unclear ?? (unknown && toText(unknown.words));
  return { ...(unclear !== undefined && { unclear }), scripts: found.scripts };
}

/** Returns the first command that is dangerous by itself, or the line if only the whole line is dangerous. */
async function findDanger(line: string, parts: readonly CommandPart[], shell: ShellJudge): Promise<Finding> {
  for (const part of parts) {
    const { effect } = await shell.examine(part.words.map(quote).join(' '));
    const command = toText(part.words);
    if (effect === 'deletes-or-publishes') {
      return { reason: DELETERS.has(commandName(part.words[0] ?? '')) ? 'deletes-files' : effect, command };
    }
    if (neverGetsRule(part)) return { reason: 'never', command };
  }
  return { reason: 'deletes-or-publishes', command: line };
}

const DELETERS: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink', 'shred']);

/** Prevents the shell from interpreting a word. A word that is only known at run time stays unknown. */
function quote(word: string | null): string {
  return word === null ? '"$_"' : `'${word.replaceAll("'", "'\\''")}'`;
}

/** For display. */
function toText(words: CommandPart['words']): string {
  return words.map((word) => (word === null ? '…' : /\s|^$/.test(word) ? `"${word}"` : word)).join(' ');
}

/** Characters. */
const MAX_SHOWN = 80;

function toShown(command: string): string {
  const characters = Array.from(command.replace(/\s+/g, ' ').trim());
  const isCut = characters.length > MAX_SHOWN;
  return toDisplayText(characters.slice(0, MAX_SHOWN).join('')) + (isCut ? '…' : '');
}

/** Finds the scripts of the commands, and of texts in their words (`sh -c "npm test"`). */
async function findScriptsOf(
  parts: readonly CommandPart[],
  shell: ShellJudge,
  project: ProjectScripts,
): Promise<Pick<ExaminedLine, 'unclear' | 'scripts'>> {
  const all = [...parts];
  for (const { words, verdict } of parts) {
    // A program with a known verdict, such as `echo`, does not run its texts.
    const texts = verdict === undefined ? words.filter((word) => word !== null) : [];
    for (const text of texts.filter((each) => /\s/.test(each))) {
      all.push(...((await shell.examine(text)).parts ?? []));
    }
  }
  // In another folder, the same command runs other scripts.
  const elsewhere = all.some(changesFolder)
    ? all.find((part) => !changesFolder(part) && namesRunner(part.words))
    : undefined;
  if (elsewhere) return { unclear: toText(elsewhere.words), scripts: [] };
  const found = all.map(({ words }) => ({ runner: toText(words), scripts: findScripts(words, project) }));
  const unclear = found.find(({ scripts }) => scripts === null)?.runner;
  const scripts = found.flatMap(({ runner, scripts: each }) => (each ?? []).map((script) => ({ script, runner })));
  return { ...(unclear !== undefined && { unclear }), scripts };
}

function changesFolder({ words: [program] }: CommandPart): boolean {
  return program === 'cd' || program === 'pushd' || program === 'popd';
}

/** Whether a program may run a text that it reads or gets from another command: `sh`, `bash -c "$(…)"`. */
function mayRunInput({ words: [program, ...args] }: CommandPart): boolean {
  const name = program?.slice(program.lastIndexOf('/') + 1);
  return name !== undefined && INTERPRETERS.has(name) && args.every((arg) => arg === null || arg.startsWith('-'));
}

const INTERPRETERS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh ash fish pwsh python python3 node bun deno ruby perl php'.split(' '),
);
