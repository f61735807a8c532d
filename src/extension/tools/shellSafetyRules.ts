import type { ShellWord } from './shellSyntaxWord.ts';

/**
 * `read-only`: it cannot write, run another program, reach the network or wait for ever. `write`: it is known to change
 * something. `unknown`: everything else.
 */
export type ShellSafety = 'read-only' | 'write' | 'unknown';

/**
 * The worst thing that is known of a command, for its label. It never decides what may run: that is the verdict's. They
 * are `read-only` for the same commands; else the effect may say more than the verdict (`curl` is an unknown program that
 * uses the network) or admit that nothing is known (`kill` writes, but not files).
 */
export type ShellEffect = ShellSafety | 'network' | 'deletes-or-publishes';

export interface ShellJudgement {
  readonly verdict: ShellSafety;
  readonly effect: ShellEffect;
}

/** A program with its arguments, in the terms that a rule decides on. */
export interface Invocation {
  readonly program: string;
  readonly args: readonly ShellWord[];
  /** Its standard input comes to an end. */
  readonly hasInput: boolean;
}

export type Rule = (invocation: Invocation) => ShellSafety;

/** What a program that reads may be given. */
export interface ReaderOptions {
  /** Flags that are harmless, `-ab` for two, `--name` also with `=value`. */
  readonly flags: string;
  /** Harmless flags that take the next word, or the rest of their own. */
  readonly values?: string;
  /** Flags that make it write. All others that are not named make it unknown. */
  readonly writes?: string;
  /** How many operands it needs to not read its standard input; 0 if it never does. */
  readonly operands?: number;
  /** More operands than this would be written to. */
  readonly maxOperands?: number;
  /** `-5` stands for a number of lines. */
  readonly digits?: boolean;
  readonly isOperand?: (word: ShellWord) => boolean;
}

const SEVERITY: readonly ShellEffect[] = ['read-only', 'unknown', 'write', 'network', 'deletes-or-publishes'];

export function worst<T extends ShellEffect>(effects: readonly T[]): T | 'read-only' {
  return effects.reduce<T | 'read-only'>(
    (worse, effect) => (SEVERITY.indexOf(effect) > SEVERITY.indexOf(worse) ? effect : worse),
    'read-only',
  );
}

/** The judgement of something of which verdict and effect are the same. */
export function judged(safety: ShellSafety): ShellJudgement {
  return { verdict: safety, effect: safety };
}

export function worstOf(judgements: readonly ShellJudgement[]): ShellJudgement {
  return {
    verdict: worst(judgements.map(({ verdict }) => verdict)),
    effect: worst(judgements.map(({ effect }) => effect)),
  };
}

/** A program that nothing on its command line can make dangerous, so that its arguments need not be known. */
export function harmless(operands = 0): Rule {
  return ({ args, hasInput }) => {
    const end = args.findIndex(({ literal }) => literal === '--');
    const isOperand = ({ literal, prefix }: ShellWord, at: number): boolean =>
      (end >= 0 && at > end) || !(literal ?? prefix).startsWith('-');
    const given = args.filter(isOperand).length;
    return hasInput || given >= operands ? 'read-only' : 'unknown';
  };
}

/** A program that is harmless with the flags that are named here. */
export function reader(options: ReaderOptions): Rule {
  const { operands = 0, maxOperands = Infinity, isOperand = () => true } = options;
  const table = toFlagTable(options);
  return ({ args, hasInput }) => {
    const read = readArguments(args, table);
    if (read.kind === 'flag') return table.writes.has(read.flag) ? 'write' : 'unknown';
    if (read.kind === 'open') return 'unknown';
    if (read.operands.length > maxOperands) return 'write';
    if (!read.operands.every(isOperand)) return 'unknown';
    const given = read.operands.filter(({ literal }) => literal !== '-').length;
    return hasInput || given >= operands ? 'read-only' : 'unknown';
  };
}

/** A program that only tells its version. */
export const versionOnly: Rule = ({ args }) =>
  args.length === 1 && args[0]?.literal === '--version' ? 'read-only' : 'unknown';

export interface FlagTable {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly digits: boolean;
}

export function toFlagTable({ flags, values = '', writes = '', digits = false }: ReaderOptions): FlagTable {
  return { flags: toFlags(flags), values: toFlags(values), writes: toFlags(writes), digits };
}

function toFlags(text: string): ReadonlySet<string> {
  const words = text.split(' ').filter((word) => word !== '');
  return new Set(words.flatMap((word) => (word.startsWith('--') ? [word] : [...word.slice(1)].map((c) => `-${c}`))));
}

export type ReadArguments =
  | { readonly kind: 'operands'; readonly operands: readonly ShellWord[]; readonly flags: ReadonlySet<string> }
  /** A flag that is not in the table. */
  | { readonly kind: 'flag'; readonly flag: string }
  /** A word of which nobody knows whether it is a flag. */
  | { readonly kind: 'open' };

/**
 * Takes the flags from the operands. A word with a dash must be a known flag even where it stands for another flag's
 * value, because versions differ in which flags take one; and abbreviations of long flags are not known.
 */
export function readArguments(args: readonly ShellWord[], table: FlagTable): ReadArguments {
  const operands: ShellWord[] = [];
  const flags = new Set<string>();
  let wantsValue = false;
  let onlyOperands = false;
  for (const word of args) {
    const start = word.literal ?? word.prefix;
    if (word.splits || (word.literal === null && (start === '' || start.startsWith('-')) && !onlyOperands))
      return { kind: 'open' };
    if (onlyOperands || start === '-' || !start.startsWith('-')) {
      if (!wantsValue) operands.push(word);
      wantsValue = false;
    } else if (start === '--') {
      // As a value of the flag before it, it ends nothing.
      onlyOperands = !wantsValue;
      wantsValue = false;
    } else {
      const found = readFlag(start, table, flags);
      if (found.kind === 'unknown') return { kind: 'flag', flag: found.flag };
      wantsValue = found.wantsValue;
    }
  }
  return { kind: 'operands', operands, flags };
}

type FoundFlag =
  { readonly kind: 'known'; readonly wantsValue: boolean } | { readonly kind: 'unknown'; readonly flag: string };

function readFlag(text: string, table: FlagTable, seen: Set<string>): FoundFlag {
  if (text.startsWith('--')) {
    const [flag = ''] = text.split('=');
    seen.add(flag);
    if (!table.flags.has(flag) && !table.values.has(flag)) return { kind: 'unknown', flag };
    return { kind: 'known', wantsValue: table.values.has(flag) && flag === text };
  }
  for (let at = 1; at < text.length; at += 1) {
    const flag = `-${text[at] ?? ''}`;
    seen.add(flag);
    if (table.values.has(flag)) return { kind: 'known', wantsValue: at === text.length - 1 };
    if (!table.flags.has(flag) && !(table.digits && /\d/.test(flag))) return { kind: 'unknown', flag };
  }
  return { kind: 'known', wantsValue: false };
}
