import { parseArgs } from 'node:util';

/** For each option, by its long name: whether it takes a value, or is switched on (`--x`) and off (`--no-x`). */
export type OptionKinds = Readonly<Record<string, 'value' | 'flag'>>;

export type ReadOptions =
  | {
      readonly kind: 'options';
      readonly values: Readonly<Record<string, string>>;
      readonly flags: Readonly<Record<string, boolean>>;
      readonly positionals: readonly string[];
    }
  | Mistake;

export interface Mistake {
  readonly kind: 'mistake';
  /** One line for the user, without a full stop. */
  readonly problem: string;
}

/** Parses a command line. Unlike those of `parseArgs`, its error messages quote what the user typed. */
export function readOptions(args: readonly string[], kinds: OptionKinds): ReadOptions {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' } as const]),
    ),
    strict: false,
    allowNegative: true,
    tokens: true,
  });
  const values: Record<string, string> = {};
  const flags: Record<string, boolean> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    const negative = rawName === `--no-${name}`;
    if (kind === 'flag') {
      if (value !== undefined) return mistake(`${rawName} takes no value`);
      flags[name] = !negative;
    } else if (kind === 'value' && !negative) {
      if (value === undefined || value === '') return mistake(`${rawName} needs a value`);
      values[name] = value;
    } else {
      return mistake(`There is no option ${rawName}`);
    }
  }
  return { kind: 'options', values, flags, positionals };
}

export function mistake(problem: string): Mistake {
  return { kind: 'mistake', problem };
}

/** Prints what is wrong with a command line and how to use it, and exits. */
export function exitWithUsage({ problem }: Mistake, usage: string): never {
  console.error(`${problem}.\n\n${usage}`);
  process.exit(2);
}
