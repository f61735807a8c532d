import { readArguments, toFlagTable } from './shellSafetyRules.ts';
import { isHarmlessAssignment, toAssignment } from './shellSafetyVariables.ts';
import type { SimpleCommand } from './shellSyntax.ts';
import type { ShellWord } from './shellSyntaxWord.ts';

export type Unwrapped =
  /** What is run in the end. */
  | { readonly kind: 'command'; readonly words: readonly ShellWord[]; readonly hasInput: boolean }
  /** The same, but run in a way that is not understood. */
  | { readonly kind: 'altered'; readonly words: readonly ShellWord[]; readonly hasInput: boolean }
  /** Nothing is run. */
  | { readonly kind: 'harmless' };

type Wrapper = (args: readonly ShellWord[], hasInput: boolean) => Unwrapped;

/** Looks through the programs that do nothing but run another: `time`, `env A=b`, `timeout 5`, `xargs`. */
export function unwrap({ words, hasInput }: Pick<SimpleCommand, 'words' | 'hasInput'>): Unwrapped {
  let current: Unwrapped = { kind: 'command', words, hasInput };
  let isAltered = false;
  for (;;) {
    const [name, ...args]: readonly ShellWord[] = current.words;
    const wrapper = WRAPPERS.get(name?.literal ?? '');
    if (!wrapper) return isAltered ? { ...current, kind: 'altered' } : current;
    const next = wrapper(args, current.hasInput);
    if (next.kind === 'harmless') return next;
    isAltered ||= next.kind === 'altered';
    current = next;
  }
}

const TIMEOUT = /^\d{1,4}(\.\d+)?[smh]?$/;
/** Missing: -d parts a path at any character. */
const XARGS = toFlagTable({
  flags: '-0rtx --null --no-run-if-empty --verbose',
  values: '-nLs --max-args',
});

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['time', (args, hasInput) => runs(args[0]?.literal === '-p' ? args.slice(1) : args, hasInput)],
  ['command', unwrapCommand],
  ['env', unwrapEnv],
  ['nice', (args, hasInput) => runs(args, hasInput)],
  [
    'timeout',
    (args, hasInput) => (TIMEOUT.test(args[0]?.literal ?? '') ? runs(args.slice(1), hasInput) : altered(args)),
  ],
  ['xargs', unwrapXargs],
  ['sudo', altered],
  ['doas', altered],
  ['exec', altered],
  ['builtin', altered],
  ['nohup', altered],
  ['setsid', altered],
  ['stdbuf', altered],
]);

function runs(words: readonly ShellWord[], hasInput: boolean): Unwrapped {
  return { kind: 'command', words, hasInput };
}

/** Its first word that is no flag may be the program; enough to tell that it writes. */
function altered(args: readonly ShellWord[]): Unwrapped {
  const program = args.findIndex(({ literal }) => literal !== null && !/^-|=/.test(literal));
  return { kind: 'altered', words: program < 0 ? [] : args.slice(program), hasInput: true };
}

function unwrapCommand(args: readonly ShellWord[], hasInput: boolean): Unwrapped {
  return /^-[vV]$/.test(args[0]?.literal ?? '') ? { kind: 'harmless' } : runs(args, hasInput);
}

/** By itself it would show the environment, and what secrets are in it. */
function unwrapEnv(args: readonly ShellWord[], hasInput: boolean): Unwrapped {
  let at = 0;
  for (; at < args.length; at += 1) {
    const word = args[at];
    const assignment = word?.literal ? toAssignment(word.literal) : null;
    if (!word || !assignment) break;
    const value = { ...word, literal: assignment.value };
    if (!isHarmlessAssignment({ name: assignment.name, value }, undefined)) return altered(args);
  }
  return runs(args.slice(at), hasInput);
}

/** What it appends can be anything, so it is a word that may become any others. */
function unwrapXargs(args: readonly ShellWord[], hasInput: boolean): Unwrapped {
  const program = args.findIndex((word, index) => isProgram(word, args[index - 1]));
  const read = readArguments(program < 0 ? args : args.slice(0, program), XARGS);
  if (!hasInput || program < 0 || read.kind !== 'operands') return altered(args);
  const parts = [{ literal: null, open: '', splits: true }];
  const anything = { source: '', literal: null, prefix: '', splits: true, end: 0, parts, hasOutput: false };
  return runs([...args.slice(program), anything], true);
}

/** A word that is no flag, nor the value of the flag before it. */
function isProgram({ literal }: ShellWord, before: ShellWord | undefined): boolean {
  if (literal === null || literal.startsWith('-')) return false;
  const flag = before?.literal ?? '';
  return !/^(-[nLs]|--max-args)$/.test(flag);
}
