import type { SimpleCommand } from '../syntax/shellSyntax.ts';
import type { ShellWord } from '../syntax/shellSyntaxWord.ts';
import { isHarmlessAssignment, toAssignment } from './shellVariables.ts';

export type Started = Pick<SimpleCommand, 'words' | 'hasInput'> & {
  /** `altered`: the command runs in an unknown way, or with further, unknown arguments. `nothing`: no command runs. */
  readonly kind: 'command' | 'altered' | 'nothing';
};

/** Returns the command without the programs that start it, such as `time`, `env A=b`, `timeout 5`. */
export function findStarted({ words, hasInput }: Pick<SimpleCommand, 'words' | 'hasInput'>): Started {
  let kind: Started['kind'] = 'command';
  let rest = words;
  let isFed = hasInput;
  for (;;) {
    const [name, ...args] = rest;
    const next = name?.literal ? startedBy(name.literal, args) : null;
    if (!next) return { kind, words: rest, hasInput: isFed };
    if (next.kind === 'nothing') return { ...next, hasInput };
    if (next.kind === 'altered') {
      kind = 'altered';
      isFed = true;
    }
    rest = next.words;
  }
}

type Next = Pick<Started, 'kind' | 'words'>;

function startedBy(program: string, args: readonly ShellWord[]): Next | null {
  const [first] = args;
  switch (program) {
    case 'time':
      return runs(first?.literal === '-p' ? args.slice(1) : args);
    case 'nice':
      return runs(args);
    case 'timeout':
      return /^\d{1,4}(\.\d+)?[smh]?$/.test(first?.literal ?? '') ? runs(args.slice(1)) : altered(args);
    case 'command':
      return /^-[vV]$/.test(first?.literal ?? '') ? { kind: 'nothing', words: [] } : runs(args);
    case 'env':
      return startedByEnv(args);
    default:
      return ALTERING.has(program) ? altered(args) : null;
  }
}

const ALTERING = new Set(
  'xargs sudo doas exec builtin nohup setsid stdbuf setarch linux32 linux64 prlimit ionice chrt taskset'.split(' '),
);

function runs(words: readonly ShellWord[]): Next {
  return { kind: 'command', words };
}

/**
 * Guesses that the program is the first word that is neither a flag nor an assignment. An altered command is never
 * judged read-only, so the guess only has to recognize programs that write.
 */
function altered(args: readonly ShellWord[]): Next {
  const program = args.findIndex(({ literal }) => literal !== null && !/^-|=/.test(literal));
  return { kind: 'altered', words: program < 0 ? [] : args.slice(program) };
}

/**
 * Skips the assignments before the command that `env` runs. Without a command, `env` shows the environment with its
 * secrets. `env` is then judged unknown, because no words remain.
 */
function startedByEnv(args: readonly ShellWord[]): Next {
  let at = 0;
  for (; at < args.length; at += 1) {
    const word = args[at];
    const assignment = word?.literal ? toAssignment(word.literal) : null;
    if (!word || !assignment) break;
    const value = { ...word, literal: assignment.value };
    if (!isHarmlessAssignment({ name: assignment.name, value }, undefined)) return altered(args);
  }
  return runs(args.slice(at));
}
