import { BUILTINS } from './shellSafetyBuiltins.ts';
import { staysAmongFiles } from './shellSafetyFiles.ts';
import { effectOfFind } from './shellSafetyFind.ts';
import { classifyGit, findGitCommand } from './shellSafetyGit.ts';
import { READERS } from './shellSafetyReaders.ts';
import {
  judged,
  worstOf,
  type Invocation,
  type Rule,
  type ShellEffect,
  type ShellJudgement,
  type ShellSafety,
} from './shellSafetyRules.ts';
import type { RunProgram } from './shellSafetySources.ts';
import { isHarmlessAssignment, isHarmlessVariable, isPassedOn, toAssignment } from './shellSafetyVariables.ts';
import { unwrap } from './shellSafetyWrappers.ts';
import { effectOfGit, effectOfProgram, WRITERS, WRITING_SUBCOMMANDS } from './shellSafetyWriters.ts';
import { parseShellScript, type ShellRedirection, type ShellScript, type SimpleCommand } from './shellSyntax.ts';

export type { ShellEffect, ShellJudgement, ShellSafety } from './shellSafetyRules.ts';

/**
 * What a command line does, judged by every command in it. `read-only` is promised only for bash, and only where it
 * runs as `hardenReadOnly` prepares it: with nothing to wait for on its standard input, programs found where the system
 * has them, and git kept from running what a repository names. Another shell (PowerShell, cmd, fish) reads the same text
 * in its own way; for it every command is unknown.
 *
 * A word that is known only when the command runs is taken for the worst that it could be. What reads may still be slow,
 * or block on a named pipe: the caller sets a time limit.
 */
export async function classifyShellCommand(command: string): Promise<ShellSafety> {
  return (await judgeShellCommand(command)).verdict;
}

/** The verdict of `classifyShellCommand`, and what the label of the command says. */
export async function judgeShellCommand(command: string): Promise<ShellJudgement> {
  const script = await parseShellScript(command);
  return script ? judgeShellScript(script) : judged('unknown');
}

/** The verdict on what has been parsed. */
export function classifyShellScript(script: ShellScript): ShellSafety {
  return judgeShellScript(script).verdict;
}

function judgeShellScript(script: ShellScript): ShellJudgement {
  const judgements = script.commands.map(judgeCommand);
  const isContained =
    // A function may take the name of a program, and a loop or a job may never end.
    script.functions.length === 0 && !script.hasOpenLoop && !script.runsInBackground;
  const areHarmless = script.loopVariables.every(isHarmlessVariable) && [...script.variables].every(isPassedOn);
  const isSmall = script.work <= MAX_WORK && !growsInSteps(script);
  const isKnown = staysInKnownRepositories(script) && staysAmongFiles(script, toRunProgram);
  if (!isContained || !areHarmless || !isSmall || !isKnown) judgements.push(judged('unknown'));
  return worstOf(judgements);
}

/** Words, and rounds of loops within loops. */
const MAX_WORK = 10_000;
/** Values that are put together from others; each may double what there is. */
const MAX_DOUBLINGS = 5;

/** Whether a value may grow without end: `x=$x$x` forty times fills any memory. */
function growsInSteps({ texts, commands }: ShellScript): boolean {
  const names = new Set(commands.flatMap(({ assignments }) => assignments.map(({ name }) => name)));
  const growing = texts.filter(({ kind, word }) => {
    const used = [...word.source.matchAll(/\$\{?(\w+)/g)].filter(([, name = '']) => names.has(name));
    return kind !== 'subject' && (used.length > 1 || (used.length > 0 && word.hasOutput));
  });
  return growing.length > MAX_DOUBLINGS || growing.some(({ isInLoop }) => isInLoop);
}

function judgeCommand({ words, assignments, redirections, hasInput }: SimpleCommand): ShellJudgement {
  const program = words[0]?.literal ?? undefined;
  const judgements = redirections.map((redirection) => judged(classifyRedirection(redirection)));
  if (!assignments.every((assignment) => isHarmlessAssignment(assignment, program))) judgements.push(judged('unknown'));
  if (words.length > 0) judgements.push(judgeWords({ words, hasInput }));
  return worstOf(judgements);
}

function judgeWords(command: Pick<SimpleCommand, 'words' | 'hasInput'>): ShellJudgement {
  const unwrapped = unwrap(command);
  if (unwrapped.kind === 'harmless') return judged('read-only');
  const invocation = toInvocation(unwrapped.words, unwrapped.hasInput);
  if (!invocation) return judged('unknown');
  const verdict = classifyInvocation(invocation);
  const judgement = { verdict, effect: verdict === 'read-only' ? verdict : (effectOf(invocation) ?? verdict) };
  return unwrapped.kind === 'command' ? judgement : worstOf([judgement, judged('unknown')]);
}

/** What the tables say of a command that does more than read; null if they say nothing. */
function effectOf({ program, args }: Invocation): ShellEffect | null {
  if (program === 'find') return effectOfFind(args);
  const git = program === 'git' ? findGitCommand(args) : null;
  return git ? effectOfGit(git.name, git.args) : effectOfProgram(program, args);
}

function toRunProgram(command: SimpleCommand): RunProgram {
  const unwrapped = unwrap(command);
  if (unwrapped.kind === 'harmless') return { program: '', args: [], takesNames: false };
  const { program = '', args = [] } = toInvocation(unwrapped.words, unwrapped.hasInput) ?? {};
  return { program, args, takesNames: args.some(({ source, splits }) => source === '' && splits) };
}

function toInvocation(words: SimpleCommand['words'], hasInput: boolean): Invocation | null {
  const [name, ...args] = words;
  if (!name?.literal) return null;
  // Anywhere else a program may be something else of the same name.
  return { program: name.literal.replace(/^\/(usr\/)?bin\//, ''), args, hasInput };
}

function classifyInvocation(invocation: Invocation): ShellSafety {
  const { program, args } = invocation;
  if (program === 'git') return classifyGit(invocation);
  if (WRITERS.has(program)) return isAskedForHelp(args) ? 'unknown' : 'write';
  if (WRITING_SUBCOMMANDS.get(program)?.has(args[0]?.literal ?? '')) return 'write';
  const rule: Rule | undefined = BUILTINS.get(program) ?? READERS.get(program);
  return rule ? rule(invocation) : 'unknown';
}

function isAskedForHelp(args: Invocation['args']): boolean {
  return args.length === 1 && /^--(help|version)$/.test(args[0]?.literal ?? '');
}

function classifyRedirection({ operator, target }: ShellRedirection): ShellSafety {
  const file = target?.literal ?? null;
  switch (operator) {
    case '<<':
    case '<<-':
    case '<<<':
    case '>&-':
    case '<&-':
      return target ? 'unknown' : 'read-only';
    case '<&':
      return /^[0-2]$/.test(file ?? '') ? 'read-only' : 'unknown';
    case '<':
      // Bash opens a connection for `/dev/tcp/host/port`, also where that is what a variable holds.
      return file !== null && (file === '/dev/null' || !/(^|\/)(dev|proc)(\/|$)/.test(file)) ? 'read-only' : 'unknown';
    case '>&':
      if (/^[0-2]$/.test(file ?? '')) return 'read-only';
      return file === '/dev/null' ? 'read-only' : 'write';
    default:
      return file === '/dev/null' ? 'read-only' : 'write';
  }
}

/**
 * False where a name may come to stand for something else than it does by itself, because of a function or a variable:
 * `for PATH in .; do npm test; done` runs `./npm`.
 */
export function keepsMeanings({ commands, functions, loopVariables }: ShellScript): boolean {
  return functions.length === 0 && loopVariables.every(isHarmlessVariable) && commands.every(setsNothingThatMatters);
}

function setsNothingThatMatters({ words, assignments, hasInput }: SimpleCommand): boolean {
  if (!assignments.every((assignment) => isHarmlessAssignment(assignment, words[0]?.literal ?? undefined)))
    return false;
  const at = words.findIndex(({ literal }) => literal !== 'command' && literal !== 'builtin');
  const program = words[at]?.literal ?? '';
  if (!SETTERS.has(program)) return true;
  return BUILTINS.get(program)?.({ program, args: words.slice(at + 1), hasInput }) === 'read-only';
}

/** Whether a command gives others a program to run by way of a variable. */
export function setsProgram({ words, assignments }: SimpleCommand): boolean {
  const named = words.flatMap((word) => {
    const assignment = toAssignment(word.literal ?? word.prefix);
    return assignment ? [{ name: assignment.name, value: { ...word, literal: word.literal && assignment.value } }] : [];
  });
  return [...assignments, ...named].some(
    (assignment) => NAMES_PROGRAM.test(assignment.name) && !isHarmlessAssignment(assignment, undefined),
  );
}

const NAMES_PROGRAM =
  /EDITOR|PAGER|BROWSER|VISUAL|COMMAND|ASKPASS|WRAPPER|LESSOPEN|SHELL|^(BASH_ENV|ENV|PS4|GIT_(SSH|EXTERNAL_DIFF|PROXY_.*))$/;

/** Builtins that set variables, options, or what a name stands for. */
const SETTERS = new Set(
  'export readonly local declare typeset read mapfile readarray getopts printf unset let set shopt alias unalias hash enable'.split(
    ' ',
  ),
);

/** Git is kept from what a repository names by asking that repository first, so it must be known which one it is. */
function staysInKnownRepositories({ commands, hasLoop }: ShellScript): boolean {
  const changes = commands.map(folderChangeOf).filter((change) => change !== null);
  const usesGit = commands.some(({ words }) => words.some(({ literal }) => /(^|\/)git$/.test(literal ?? '')));
  if (!usesGit || changes.length === 0) return true;
  return !hasLoop && changes.length <= MAX_FOLDER_CHANGES && changes.every(({ target }) => target !== null);
}

/** Each doubles the folders in which git might run. */
const MAX_FOLDER_CHANGES = 3;

/** Where `cd` goes, null where that is not written there; null for a command that does not change the folder. */
export function folderChangeOf(command: SimpleCommand): { readonly target: string | null } | null {
  const unwrapped = unwrap(command);
  if (unwrapped.kind === 'harmless') return null;
  const [name, target, ...others] = unwrapped.words;
  if (name?.literal !== 'cd') return null;
  const isPlain = target?.literal && !/^[-~]/.test(target.literal) && others.length === 0;
  return { target: isPlain ? target.literal : null };
}

/** The git command that a simple command runs, or null. For what must be prepared before it runs. */
export function gitCommandOf(command: SimpleCommand): ReturnType<typeof findGitCommand> {
  const unwrapped = unwrap(command);
  if (unwrapped.kind !== 'command') return null;
  const invocation = toInvocation(unwrapped.words, unwrapped.hasInput);
  return invocation?.program === 'git' ? findGitCommand(invocation.args) : null;
}
