import type { ShellSafety } from './shellEffects.ts';
import { hasBlankByte } from '../syntax/shellSyntaxCheck.ts';
import { literalWord, type ShellWord } from '../syntax/shellSyntaxWord.ts';

export interface Invocation {
  readonly program: string;
  readonly args: readonly ShellWord[];
  /** Standard input is known to end, so the program does not wait for the user. */
  readonly hasInput: boolean;
}

/**
 * How a command uses a file or folder. One of the command's words names the file or folder, unless it is the current
 * folder (`HERE`) or the use is `settings`:
 * - `name`: shows that the file exists, or its metadata.
 * - `contents`: shows the file.
 * - `tree`: shows all files below the folder.
 * - `searched`: like `tree`, without ignored files.
 * - `settings`: shows the user's settings.
 * - `write`: may read and write the file.
 * - `any`: the program is unknown, so the word is not necessarily a path.
 * - `repository`: git uses the folder's repository.
 * - `tracked`: git shows the file, or all files that the folder's repository tracks.
 * - `versions`: git shows earlier content, possibly of unknown files.
 * - `listed`: bash may replace a pattern with the file's name.
 */
export type PathAccess =
  | 'name'
  | 'contents'
  | 'tree'
  | 'searched'
  | 'settings'
  | 'write'
  | 'any'
  | 'repository'
  | 'tracked'
  | 'versions'
  | 'listed';

export interface PathUse {
  readonly word: ShellWord;
  readonly access: PathAccess;
}

export interface Reading {
  readonly verdict: ShellSafety;
  /** Meaningful only for `read-only`. */
  readonly uses: readonly PathUse[];
}

export type Rule = (invocation: Invocation) => Reading;

/**
 * The arguments with which a program only reads. Flags are written as `-ab --long`. A flag that is not listed makes the
 * command unknown.
 */
export interface ProgramSpec {
  /** Flags without a value; a long flag may have an optional one after `=`. */
  readonly flags?: string;
  /** Flags with a value: the rest of the word, the text after `=`, or the next word. */
  readonly values?: string;
  /**
   * Flags whose value must be a short number. Otherwise, `tail -cf` would count as `-c` with the value `f`, but tail
   * may read it as `-c -f` and wait for more input. A large number may fill the memory.
   */
  readonly counts?: string;
  /** Flags whose value names a file to read. */
  readonly files?: string;
  /** Flags that make the program write. */
  readonly writes?: string;
  /** How the program uses its operands. */
  readonly operands: 'text' | PathAccess;
  /** With fewer operands than this, the program reads its standard input. */
  readonly least?: number;
  /** With more operands than this, the program writes. If `most` is 0, any operand makes the command unknown. */
  readonly most?: number;
  /** The first operand is a script, which this function judges, or (`any`) a text to search for. */
  readonly script?: ((text: string) => boolean) | 'any';
  /** Flags that give the script instead of the first operand. */
  readonly scriptFlags?: string;
  /** Flags that make the program read whole folders. */
  readonly treeFlags?: string;
  /** A flag such as `-5` is a number. */
  readonly digits?: boolean;
  /** All flags of the program are harmless, so a pattern such as `*` may expand to a flag. */
  readonly hasOnlyHarmlessFlags?: boolean;
  /**
   * At least one version of the program does not read flags after the first operand, so a later word with a leading
   * dash makes the command unknown.
   */
  readonly flagsFirst?: boolean;
  /** The program never takes the rest of a word as a value: in tree's `-Lo 2 out`, `o` is a flag. */
  readonly valuesApart?: boolean;
  /** A further condition. If it is false, the command is unknown. */
  readonly accepts?: (read: OperandsAndFlags) => boolean;
}

export interface OperandsAndFlags {
  readonly operands: readonly ShellWord[];
  /** The operands after `--`; null without `--`. */
  readonly afterDashes: readonly ShellWord[] | null;
  /** The value is null for a flag without a value. */
  readonly flags: ReadonlyMap<string, string | null>;
}

export const UNKNOWN: Reading = { verdict: 'unknown', uses: [] };
export const WRITES: Reading = { verdict: 'write', uses: [] };
export const READS: Reading = { verdict: 'read-only', uses: [] };

export function readerRule(spec: ProgramSpec): Rule {
  const table = toTable(spec);
  return ({ args, hasInput }) => {
    const read = readArguments(args, table);
    if (read.kind !== 'parsed') return read.kind === 'writes' ? WRITES : UNKNOWN;
    const { least = 0, most = Infinity, script } = spec;
    const hasScript = script !== undefined && !table.scriptFlags.some((flag) => read.flags.has(flag));
    const [first] = read.operands;
    if (hasScript && (!first || !isKnownScript(first, script))) return UNKNOWN;
    const operands = hasScript ? read.operands.slice(1) : read.operands;
    if (countWords(operands) > most) return most === 0 ? UNKNOWN : WRITES;
    if (spec.accepts && !spec.accepts({ ...read, operands })) return UNKNOWN;
    const isTree = table.treeFlags.some((flag) => read.flags.has(flag));
    const enough = operands.filter(({ literal }) => literal !== '-').length >= least || isTree;
    if (!hasInput && !enough) return UNKNOWN;
    const access = isTree ? 'tree' : spec.operands;
    const isFolder = access === 'tree' || access === 'searched';
    const words = operands.length === 0 && isFolder ? [HERE] : operands;
    const named = access === 'text' ? [] : words.map((word) => ({ word, access }));
    return {
      verdict: 'read-only',
      uses: [...named, ...read.files.map((word) => ({ word, access: 'contents' as const }))],
    };
  };
}

function isKnownScript(word: ShellWord, script: NonNullable<ProgramSpec['script']>): boolean {
  return script === 'any' ? !mayBeMany(word) : word.literal !== null && script(word.literal);
}

export const HERE = literalWord('.', 0);

/** Infinity if a word may become several. */
export function countWords(words: readonly ShellWord[]): number {
  return words.some(mayBeMany) ? Infinity : words.length;
}

/**
 * Whether the word may become several words. Bash on macOS also splits inside a letter such as `à`, because it
 * treats a byte of the letter's UTF-8 form as a blank.
 */
function mayBeMany({ source, parts, splits }: ShellWord): boolean {
  const isQuoted = /^(?:"[^"]*"|'[^']*')$/.test(source);
  return splits || parts.some(({ unquoted }) => /[*?[{]/.test(unquoted)) || (!isQuoted && hasBlankByte(source));
}

interface Table {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly counts: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly scriptFlags: readonly string[];
  readonly treeFlags: readonly string[];
  readonly spec: ProgramSpec;
}

export function toTable(spec: ProgramSpec): Table {
  const [flags, values, counts, files, writes] = [spec.flags, spec.values, spec.counts, spec.files, spec.writes].map(
    toFlags,
  );
  return {
    flags: new Set(flags),
    values: new Set([...(values ?? []), ...(counts ?? []), ...(files ?? [])]),
    counts: new Set(counts),
    files: new Set(files),
    writes: new Set(writes),
    scriptFlags: toFlags(spec.scriptFlags),
    treeFlags: toFlags(spec.treeFlags),
    spec,
  };
}

function toFlags(text = ''): string[] {
  const words = text.split(' ').filter((word) => word !== '');
  return words.flatMap((word) => (word.startsWith('--') ? [word] : [...word.slice(1)].map((letter) => `-${letter}`)));
}

type ParsedArguments =
  | ({ readonly kind: 'parsed'; readonly files: readonly ShellWord[] } & OperandsAndFlags)
  | { readonly kind: 'writes' }
  | { readonly kind: 'unknown' };

const UNKNOWN_ARGUMENTS: ParsedArguments = { kind: 'unknown' };

const COUNT = /^[-+]?\d{1,7}[bkKM]?$/;

/**
 * Separates flags, their values and operands. Versions of a program differ in which flags take a value. Therefore a
 * value in a separate word must be literal. It may begin with a dash only if it is a number and `digits` is set.
 */
export function readArguments(args: readonly ShellWord[], table: Table): ParsedArguments {
  const { spec } = table;
  const operands: ShellWord[] = [];
  const files: ShellWord[] = [];
  const flags = new Map<string, string | null>();
  let pending: string | undefined;
  let dashes: number | null = null;
  let isWriting = false;
  for (const word of args) {
    const start = word.literal ?? word.prefix;
    if (pending !== undefined) {
      const isCount = spec.digits === true && /^-\d+$/.test(word.literal ?? '');
      if (word.literal === null || mayBeMany(word) || (start.startsWith('-') && !isCount)) return UNKNOWN_ARGUMENTS;
      if (table.counts.has(pending) && !COUNT.test(word.literal)) return UNKNOWN_ARGUMENTS;
      flags.set(pending, word.literal);
      if (table.files.has(pending)) files.push(word);
      pending = undefined;
    } else if (dashes !== null || word.literal === '-' || (!start.startsWith('-') && word.literal !== null)) {
      operands.push(word);
    } else if (!start.startsWith('-')) {
      // A pattern or an expansion may become a flag, unless its beginning is known.
      if ((start === '' || word.splits) && !spec.hasOnlyHarmlessFlags) return UNKNOWN_ARGUMENTS;
      operands.push(word);
    } else if (word.literal === '--') dashes = operands.length;
    else if (word.literal === null) return UNKNOWN_ARGUMENTS;
    else if (spec.flagsFirst && operands.length > 0) return UNKNOWN_ARGUMENTS;
    else {
      const found = start.startsWith('--') ? readLong(start, table) : readLetters(start, table);
      if (found === null) return UNKNOWN_ARGUMENTS;
      for (const [flag, value] of found.flags) {
        if (value !== null && table.counts.has(flag) && !COUNT.test(value)) return UNKNOWN_ARGUMENTS;
        flags.set(flag, value);
      }
      isWriting ||= found.flags.some(([flag]) => table.writes.has(flag));
      for (const [flag, value] of found.flags)
        if (table.files.has(flag) && value !== null) files.push({ ...word, literal: value, prefix: value });
      pending = found.pending;
    }
  }
  if (isWriting) return { kind: 'writes' };
  if (pending !== undefined) return UNKNOWN_ARGUMENTS;
  return { kind: 'parsed', operands, afterDashes: dashes === null ? null : operands.slice(dashes), files, flags };
}

interface FoundFlags {
  readonly flags: readonly (readonly [flag: string, value: string | null])[];
  /** The flag whose value is the next word. */
  readonly pending?: string;
}

function readLong(text: string, { flags, values, writes }: Table): FoundFlags | null {
  const equals = text.indexOf('=');
  const flag = equals < 0 ? text : text.slice(0, equals);
  if (!flags.has(flag) && !values.has(flag) && !writes.has(flag)) {
    // If an abbreviation may mean a flag that writes, the abbreviation counts as that flag. Any other abbreviation is
    // unknown.
    const meant = flag.length > 2 ? [...writes].find((each) => each.startsWith(flag)) : undefined;
    return meant === undefined ? null : { flags: [[meant, null]] };
  }
  const value = equals < 0 ? null : text.slice(equals + 1);
  return values.has(flag) && value === null ? { flags: [[flag, null]], pending: flag } : { flags: [[flag, value]] };
}

function readLetters(text: string, { flags, values, writes, spec }: Table): FoundFlags | null {
  const found: [string, string | null][] = [];
  for (let at = 1; at < text.length; at += 1) {
    const flag = `-${text[at] ?? ''}`;
    const rest = text.slice(at + 1);
    if (writes.has(flag)) return { flags: [[flag, null]] };
    if (values.has(flag)) {
      if (rest === '') return { flags: [...found, [flag, null]], pending: flag };
      return spec.valuesApart ? null : { flags: [...found, [flag, rest]] };
    }
    if (!flags.has(flag) && !(spec.digits && /\d/.test(flag))) return null;
    found.push([flag, null]);
  }
  return { flags: found };
}
