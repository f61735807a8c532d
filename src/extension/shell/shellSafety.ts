import { BUILTINS } from './safety/readingBuiltins.ts';
import { FIND_RUNS } from './safety/readingForms.ts';
import { findGitCommand, readGit, type GitCommand } from './safety/readingGit.ts';
import { PROGRAMS } from './safety/readingPrograms.ts';
import { HERE, UNKNOWN, WRITES, type Invocation, type PathAccess, type Reading } from './safety/programSpec.ts';
import {
  effectOfGit,
  effectOfProgram,
  judged,
  worstOf,
  WRITERS,
  WRITING_SUBCOMMANDS,
  type ShellJudgement,
  type ShellSafety,
} from './safety/shellEffects.ts';
import {
  foldersIn,
  joinName,
  mayHoldEverything,
  mayNameDevice,
  namesIfOneWord,
  namesOf,
  valuesIn,
  type VariableValues,
  type WordName,
} from './safety/shellPaths.ts';
import { findStarted } from './safety/shellStarters.ts';
import { parseShellScript, type ShellRedirection, type ShellScript, type SimpleCommand } from './syntax/shellSyntax.ts';
import { literalWord, type ShellWord } from './syntax/shellSyntaxWord.ts';
import { isHarmlessAssignment, isHarmlessVariable, isUsable } from './safety/shellVariables.ts';
import { UNKNOWN_WORD, isFileProgram, usesOfWriter, type WordUse, type WriterUses } from './safety/writerUses.ts';

export { judged, worstOf, type ShellEffect, type ShellJudgement, type ShellSafety } from './safety/shellEffects.ts';

export async function classifyShellCommand(command: string): Promise<ShellSafety> {
  return (await judgeShellCommand(command)).verdict;
}

/** Parses and judges a command line; `unknown` if it does not parse. */
export async function judgeShellCommand(command: string): Promise<ShellJudgement> {
  const script = await parseShellScript(command);
  return script ? judgeShellScript(script) : judged('unknown');
}

/**
 * The verdict and the effect of a script; the worst command decides. `read-only` holds only for bash, and only if
 * `hardenReadOnly` prepares the script. The caller must treat commands of other shells as unknown, and must set a time
 * limit, because reading may be slow or block on a named pipe.
 *
 * A word that is known only at run time counts as the worst possible word.
 */
export function judgeShellScript(script: ShellScript): ShellJudgement {
  const judgements = script.commands.map(judgeCommand);
  const isContained =
    // A function may have a program's name, and a loop or a background job may never end.
    script.functions.length === 0 && !script.hasOpenLoop && !script.runsInBackground;
  const areHarmless = script.loopVariables.every(isHarmlessVariable) && [...script.variables].every(isUsable);
  const isSmall = script.work <= MAX_WORK && !growsInSteps(script);
  if (!isContained || !areHarmless || !isSmall || !opensOnlyKnownFiles(script)) judgements.push(judged('unknown'));
  return worstOf(judgements);
}

const MAX_WORK = 10_000;
/**
 * The maximum number of values that use the script's variables at least twice, or once together with a command's
 * output. Each may double a value's length.
 */
const MAX_DOUBLINGS = 5;

/** Whether a value may grow without limit: `x=$x$x` forty times fills the memory. */
function growsInSteps({ texts, commands }: ShellScript): boolean {
  const names = new Set(commands.flatMap(({ assignments }) => assignments.map(({ name }) => name)));
  const growing = texts.filter(({ kind, word }) => {
    const used = [...word.source.matchAll(/\$\{?(\w+)/g)].filter(([, name = '']) => names.has(name));
    return kind !== 'subject' && (used.length > 1 || (used.length > 0 && word.hasOutput));
  });
  return growing.length > MAX_DOUBLINGS || growing.some(({ isInLoop }) => isInLoop);
}

function judgeCommand(command: SimpleCommand): ShellJudgement {
  const { words, assignments, redirections } = command;
  const program = words[0]?.literal ?? undefined;
  const judgements = redirections.map((redirection) => judged(classifyRedirection(redirection)));
  if (!assignments.every((assignment) => isHarmlessAssignment(assignment, program))) judgements.push(judged('unknown'));
  if (words.length > 0) judgements.push(judgeWords(command));
  return worstOf(judgements);
}

function judgeWords(command: SimpleCommand): ShellJudgement {
  const started = findStarted(command);
  if (started.kind === 'nothing') return judged('read-only');
  const invocation = toInvocation(started);
  if (!invocation) return judged('unknown');
  const { verdict } = readInvocation(invocation);
  const effect = verdict === 'read-only' ? verdict : (effectOf(invocation) ?? verdict);
  return started.kind === 'command' ? { verdict, effect } : worstOf([{ verdict, effect }, judged('unknown')]);
}

/** Null if the tables do not list the command. */
function effectOf({ program, args }: Invocation): ShellJudgement['effect'] | null {
  const git = program === 'git' ? findGitCommand(args) : null;
  if (git) return effectOfGit(git.name, git.args);
  if (program !== 'find') return effectOfProgram(program, args);
  if (args.some(({ literal }) => literal === '-delete')) return 'deletes-or-publishes';
  const run = args.findIndex(({ literal }) => FIND_RUNS.has(literal ?? ''));
  return run < 0 ? null : effectOfProgram(args[run + 1]?.literal ?? '', args.slice(run + 2));
}

function toInvocation({ words, hasInput }: Pick<SimpleCommand, 'words' | 'hasInput'>): Invocation | null {
  const [name, ...args] = words;
  if (!name?.literal) return null;
  // Only `/bin` and `/usr/bin` are removed, because in another folder, a program of the same name may be a different
  // one.
  return { program: name.literal.replace(/^\/(usr\/)?bin\//, ''), args, hasInput };
}

function readInvocation(invocation: Invocation): Reading {
  const { program, args } = invocation;
  // A large width in a format fills the memory. Quotes may split its digits.
  if (args.some(({ source, literal }) => [source, literal ?? ''].some((text) => /%[^a-zA-Z%]*\d{4}/.test(text))))
    return UNKNOWN;
  if (program === 'git') return readGit(args);
  if (WRITERS.has(program)) return isLongHelpOrVersion(args) ? UNKNOWN : WRITES;
  if (WRITING_SUBCOMMANDS.get(program)?.has(args[0]?.literal ?? '')) return WRITES;
  const rule = BUILTINS.get(program) ?? PROGRAMS.get(program);
  return rule ? rule(invocation) : UNKNOWN;
}

function isLongHelpOrVersion(args: Invocation['args']): boolean {
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
      // Bash opens a network connection for `/dev/tcp/host/port`, even if the name is in a variable.
      return file !== null && !mayNameDevice({ text: file, isPattern: false }) ? 'read-only' : 'unknown';
    case '>&':
      if (/^[0-2]$/.test(file ?? '')) return 'read-only';
      return file === '/dev/null' ? 'read-only' : 'write';
    default:
      return file === '/dev/null' ? 'read-only' : 'write';
  }
}

/** A relative name starts at the folder in which the line runs. */
export interface NamedFile extends WordName {
  readonly access: PathAccess;
  readonly below?: WordUse['below'];
  /** The index of the command that names the file. */
  readonly command: number;
  readonly mayReceiveCopies?: boolean;
}

export interface NamedFiles {
  readonly files: readonly NamedFile[];
  /** How commands use files whose names are unknown. */
  readonly unknown: ReadonlySet<PathAccess>;
  /** A redirection, or a program that opens files, uses a file whose name is unknown. */
  readonly opensUnknownFile: boolean;
  readonly writesOthers: boolean;
}

export function filesIn(script: ShellScript): NamedFiles {
  const values = valuesIn(script);
  const folders = foldersOf(script);
  const files: NamedFile[] = [];
  const unknown = new Set<PathAccess>();
  let opensUnknownFile = false;
  const all = script.commands.map(usesOf);
  for (const [command, { uses }] of all.entries()) {
    for (const { text, isPattern } of listedBy(script.commands[command]?.words ?? [], values))
      if (isPattern)
        for (const folder of folders ?? [''])
          files.push({ text: joinName(folder, text), isPattern, access: 'listed', command });
    for (const { word, access, below, mayReceiveCopies, programOpensFiles } of uses) {
      const names = namesOf(word, values);
      const likely = names ?? namesIfOneWord(word, values) ?? startOf(word);
      const mayBeFlag = word.literal === null && names?.some(({ text }) => text.startsWith('-'));
      if (names === null || folders === null || mayBeFlag) unknown.add(access);
      const isUnknown = names === null && namesIfOneWord(word, values) === null;
      const isElsewhere = folders === null && likely.some(({ text }) => !/^[/~]/.test(text));
      if (programOpensFiles && (isUnknown || isElsewhere)) opensUnknownFile = true;
      for (const { text, isPattern } of likely) {
        // After `cd` into a symbolic link, `..` leads elsewhere.
        if (folders !== null && folders.length > 1 && /(^|\/)\.\.(\/|$)/.test(text)) unknown.add(access);
        // After a `cd`, it is uncertain from which repository git shows earlier content, so the whole start folder
        // counts.
        if (access === 'versions' && folders?.length !== 1)
          files.push({ text: '.', isPattern: false, access, command });
        const more = { command, ...(below && { below }), ...(mayReceiveCopies && { mayReceiveCopies }) };
        if (text !== '')
          for (const folder of folders ?? [''])
            files.push({ text: joinName(folder, text), isPattern, access, ...more });
      }
    }
  }
  return { files, unknown, opensUnknownFile, writesOthers: all.some(({ writesOthers }) => writesOthers) };
}

/** The possible names of words that bash may expand. In `[[`, bash does not expand patterns to files. */
function listedBy(words: readonly ShellWord[], values: VariableValues): readonly WordName[] {
  const open = words[0]?.literal === '[[' ? [] : words.filter(({ literal }) => literal === null);
  return open.flatMap((word) => namesOf(word, values) ?? namesIfOneWord(word, values) ?? []);
}

/**
 * The folder at the beginning of an unknown name, if it may be outside the workspace: `../lib/` for `../lib/$name`,
 * `--out=/` for `--out=/$name`.
 */
function startOf({ prefix, parts }: ShellWord): WordName[] {
  if (prefix === '~') return [{ text: '~', isPattern: false }];
  const folder = parts.length > 0 && OUTSIDE.test(prefix) ? /^.*\//s.exec(prefix)?.[0] : undefined;
  return folder === undefined ? [] : [{ text: folder, isPattern: false }];
}

/** `/` or `../` at the start of the word, of a flag's value, or of a part after a separator such as `=`. */
const OUTSIDE = /(^|^-\w+|[=:,@;])(\/|\.\.\/)/;

/** The folders in which commands may run, relative to the line's folder; null if unknown. */
export function foldersOf(script: ShellScript): readonly string[] | null {
  const changing = script.commands.filter((command) => folderChangeOf(command) !== null);
  if (changing.some(({ isInLoop }) => isInLoop)) return null;
  const values = valuesIn(script);
  return foldersIn(changing.map((command) => namesOf(folderChangeOf(command) ?? HERE, values)));
}

function usesOf(command: SimpleCommand): WriterUses {
  const { words, redirections } = command;
  const targets = redirections.flatMap(({ operator, target }): WordUse[] => {
    // `>&2` names a stream, but `>&file` names a file.
    if (!target || operator === '<&' || (/^[<>]&/.test(operator) && /^\d*-?$/.test(target.literal ?? '?'))) return [];
    return [{ word: target, access: operator === '<' ? 'contents' : 'write', programOpensFiles: true }];
  });
  const started = findStarted(command);
  if (started.kind === 'nothing') return { uses: targets, writesOthers: false };
  const invocation = toInvocation(started) ?? { program: '', args: started.words.slice(1), hasInput: true };
  const opened = filesOfReader(invocation);
  const reading = readInvocation(invocation);
  if (started.kind === 'command' && reading.verdict === 'read-only') {
    const uses = reading.uses.map((use) => ({ ...use, programOpensFiles: opened.has(use.word) }));
    return { uses: [...targets, ...uses], writesOthers: false };
  }
  const program = words.length - started.words.length;
  const given = words.slice(1, program).map((word): WordUse => ({ word, access: 'any' }));
  const appended = words.slice(0, program).some(({ literal }) => literal === 'xargs')
    ? [appendedTo(started.words)]
    : [];
  const { uses, writesOthers } = usesOfWriter(invocation.program, invocation.args);
  const own = uses.map((use) => ({
    ...use,
    programOpensFiles: use.programOpensFiles === true || opened.has(use.word),
  }));
  return { uses: [...targets, ...given, ...appended, ...own], writesOthers };
}

/**
 * The unknown arguments that `xargs` appends. Any word may be the program that `xargs` runs, because flags may precede
 * the program.
 */
function appendedTo(words: readonly ShellWord[]): WordUse {
  const programOpensFiles = words.some(({ literal }) => isFileProgram(literal ?? '') || readsFiles(literal ?? ''));
  return { word: UNKNOWN_WORD, access: 'any', programOpensFiles };
}

function readsFiles(program: string): boolean {
  const rule = PROGRAMS.get(program);
  return FILLERS.some((text) => {
    const file = literalWord(text, 0);
    return [[file], ...FILLERS.map((script) => [literalWord(script, 0), file])].some((args) =>
      rule?.({ program, args, hasInput: true }).uses.some(({ word }) => word === file),
    );
  });
}

/** Words to try in place of an unknown word: a file, a number, a script. */
const FILLERS = ['x', '1', 'p', '.', '{print}'];

/** The words that a known program uses as files, even if a word or a flag makes the command unknown. */
function filesOfReader(invocation: Invocation): ReadonlySet<ShellWord> {
  const { program, args } = invocation;
  if (program === 'git' ? !args.some(({ literal }) => literal === '--no-index') : !readsFiles(program))
    return new Set();
  for (const text of FILLERS) {
    const known = args.map((word) => (word.literal === null ? literalWord(text, word.end) : word));
    const reading = readInvocation({ ...invocation, args: known });
    if (reading.verdict !== 'read-only') continue;
    const files = new Set(reading.uses.map(({ word }) => word));
    return new Set(args.filter((_word, at) => files.has(known[at] ?? HERE)));
  }
  // A word with a known beginning may be a script. A word after a flag may be the flag's value, as may the second word
  // after jq's `--arg`. None of these words counts as a file.
  const isValue = (at: number): boolean =>
    (args[at - 1]?.literal ?? '').startsWith('-') || (args[at - 2]?.literal ?? '').startsWith('--arg');
  return new Set(args.filter((word, at) => word.prefix === '' && !isValue(at)));
}

const FOLDER_ACCESSES: ReadonlySet<PathAccess> = new Set(['tree', 'searched']);
const OPENS: readonly PathAccess[] = ['contents', 'tree', 'searched', 'tracked', 'versions'];

/**
 * False if an opened file is unknown, may be a device, or may be a folder that contains devices. Also false if git may
 * run in an unknown folder, in the home folder or below it.
 */
function opensOnlyKnownFiles(script: ShellScript): boolean {
  const { files, unknown } = filesIn(script);
  if (OPENS.some((access) => unknown.has(access))) return false;
  // To harden git, Premove reads the repository's settings, so the repository must be known.
  if (gitCommandsIn(script).length > 0 && !foldersOf(script)?.every((folder) => !folder.startsWith('~'))) return false;
  const opened = files.filter(({ access }) => OPENS.includes(access));
  return !opened.some((file) => mayNameDevice(file) || (FOLDER_ACCESSES.has(file.access) && mayHoldEverything(file)));
}

/** The target of a `cd`; null for any other command. */
function folderChangeOf(command: SimpleCommand): ShellWord | null {
  const { words, kind } = findStarted(command);
  const [name, ...args] = words;
  if (kind === 'nothing' || name?.literal !== 'cd') return null;
  return args.find(({ literal }) => !/^-(-|[LP]+)$/.test(literal ?? '')) ?? HOME;
}

const HOME: ShellWord = literalWord('~', 0);

/** The git commands that a script runs directly. */
export function gitCommandsIn({ commands }: ShellScript): readonly GitCommand[] {
  return commands.flatMap((command) => {
    const started = findStarted(command);
    const invocation = started.kind === 'command' ? toInvocation(started) : null;
    return (invocation?.program === 'git' ? findGitCommand(invocation.args) : null) ?? [];
  });
}

/**
 * The lengths, in words, of the command's beginnings that only read: 2 for `git diff --output=x`, because `git diff`
 * only reads.
 */
export function readingHeads({ words }: SimpleCommand): readonly number[] {
  // Longer beginnings would take too long to judge, so they count as read-only.
  return words.flatMap((_word, at) => (at >= MAX_HEAD || isReadingHead(words.slice(0, at + 1)) ? [at + 1] : []));
}

const MAX_HEAD = 16;

/** Tries a further word as well, because some programs need a pattern or a script. */
function isReadingHead(words: readonly ShellWord[]): boolean {
  return [[], ...['x', '.', 'p'].map((text) => [literalWord(text, 0)])].some((more) => {
    const invocation = toInvocation({ words: [...words, ...more], hasInput: true });
    return invocation !== null && readInvocation(invocation).verdict === 'read-only';
  });
}

export function classifyCommand(command: SimpleCommand): ShellSafety {
  return judgeCommand(command).verdict;
}
