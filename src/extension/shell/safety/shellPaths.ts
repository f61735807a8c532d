import type { ShellScript } from '../syntax/shellSyntax.ts';
import type { ShellWord, WordPart } from '../syntax/shellSyntaxWord.ts';

/**
 * One possible value of a word as a file name, not resolved. If `isPattern`, `*` and `?` are wildcards, which do not
 * match a slash.
 */
export interface WordName {
  readonly text: string;
  readonly isPattern: boolean;
}

/** The possible values of a variable after the position `from` in the script. */
interface Value {
  readonly names: readonly WordName[] | null;
  readonly from: number;
}

export type VariableValues = ReadonlyMap<string, Value>;

const MAX_NAMES = 64;

const EMPTY: WordName = { text: '', isPattern: false };

/** The values of a script's variables. `names` is null for a variable with an unknown value. */
export function valuesIn({ texts, commands }: ShellScript): VariableValues {
  const values = new Map<string, Value>([
    ['HOME', { names: [{ text: '~', isPattern: false }], from: 0 }],
    ['PWD', { names: [{ text: '.', isPattern: false }], from: 0 }],
  ]);
  for (const { kind, name, word, isInLoop } of texts) {
    if (kind === 'input' || name === '') continue;
    const before = values.get(name);
    // In a loop, the value may depend on the previous iteration, so it is unknown.
    const names = kind === 'value' && isInLoop && word.literal === null ? null : namesOf(word, values);
    // An assignment might not run, so the variable may keep its earlier value or stay empty. A loop's variable has a
    // value in the whole body.
    const earlier = before ? before.names : kind === 'value' ? [EMPTY] : [];
    const from = Math.min(before?.from ?? Infinity, word.end);
    values.set(name, { names: names && earlier && [...earlier, ...names], from });
  }
  for (const { words } of commands)
    if (/^(read|unset)$/.test(words[0]?.literal ?? ''))
      for (const { literal } of words.slice(1)) values.set(literal ?? '', { names: null, from: 0 });
  return values;
}

/** The names that a word may have; null if they are unknown. */
export function namesOf(word: ShellWord, values: VariableValues): readonly WordName[] | null {
  const { literal, parts, source } = word;
  if (literal !== null) return [{ text: literal, isPattern: false }];
  // Bash replaces `<(command)` with the path of a pipe, so the word does not name another file.
  if (parts.length === 0) return source.startsWith('<(') ? [] : null;
  return parts.some((part) => part.literal === null) ? namesWithVariables(word, values) : namesOfPattern(parts);
}

/**
 * Like `namesOf`, but assumes that bash does not split unquoted values. Null if a name contains a blank, a bracket, a
 * brace or a backslash.
 */
export function namesIfOneWord(word: ShellWord, values: VariableValues): readonly WordName[] | null {
  const names = namesOf({ ...word, parts: word.parts.map((part) => ({ ...part, splits: false })) }, values);
  return names?.some(({ text }) => /[\s[\]{}\\]/.test(text)) ? null : names;
}

function namesWithVariables(word: ShellWord, values: VariableValues): readonly WordName[] | null {
  let names: readonly WordName[] = [EMPTY];
  for (const part of word.parts) {
    const next = part.literal === null ? namesOfVariable(part, word, values) : namesOfText(part.literal, part.unquoted);
    if (next === null || names.length * next.length > MAX_NAMES) return null;
    names = names.flatMap((name) =>
      next.map(({ text, isPattern }) => ({ text: name.text + text, isPattern: name.isPattern || isPattern })),
    );
  }
  return names;
}

function namesOfVariable(
  { variable, splits }: WordPart,
  { end }: ShellWord,
  values: VariableValues,
): readonly WordName[] | null {
  const value = variable === undefined ? undefined : values.get(variable);
  if (!value?.names || value.from > end) return null;
  // Bash splits an unquoted value at blanks. A pattern among the values may match file names that contain blanks.
  return splits && value.names.some(({ text }) => /[\s*?[\]{}\\]/.test(text)) ? null : value.names;
}

/** Null if an unquoted part has special characters other than `*` and `?`, or if a quoted part has one of these two. */
function namesOfText(literal: string, unquoted: string): WordName[] | null {
  const isUnquoted = unquoted === literal;
  if (isUnquoted ? /[[\]{}~]/.test(unquoted) : /[*?]/.test(literal)) return null;
  return [{ text: literal, isPattern: isUnquoted && /[*?]/.test(unquoted) }];
}

function namesOfPattern(parts: readonly WordPart[]): readonly WordName[] | null {
  const text = parts.map(({ literal }) => literal ?? '').join('');
  // The text with a backslash in place of each quoted or escaped character.
  const unquoted = parts
    .map((part) => (part.unquoted === '' ? '\\'.repeat(part.literal?.length ?? 0) : part.unquoted))
    .join('');
  const isQuotedSpecial = (character: string, at: number): boolean =>
    unquoted[at] === '\\' && /[*?[\]{},~]/.test(character);
  if (unquoted.length !== text.length || /[:=]~/.test(unquoted) || text.split('').some(isQuotedSpecial)) return null;
  const names = expandBraces(text)?.map(toName) ?? [null];
  return names.every((name) => name !== null) ? names : null;
}

/** Replaces a simple character class with `?`; null for other brackets. */
function toName(pattern: string): WordName | null {
  const text = pattern.replace(/\[[!^]?[\w-]+\]/g, '?');
  return /[[\]]/.test(text) ? null : { text, isPattern: /[*?]/.test(text) };
}

/** Null for ranges, nested braces and too many texts. */
function expandBraces(text: string): string[] | null {
  const found = /^([^{}]*)\{([^{},]*,[^{}]*)\}(.*)$/s.exec(text);
  if (!found) {
    const between = text.slice(text.indexOf('{'), Math.max(0, text.lastIndexOf('}')));
    return text.includes('{') && /,|\.\./.test(between) ? null : [text];
  }
  const [, before = '', inside = '', after = ''] = found;
  const all: string[] = [];
  for (const each of inside.split(',')) {
    const more = expandBraces(before + each + after);
    if (!more || all.length + more.length > MAX_NAMES) return null;
    all.push(...more);
  }
  return all;
}

/**
 * Whether the file may be a device (whose content may never end) or a file that shows a process's environment. The name
 * must already include the folder of an earlier `cd` (see `joinName`).
 */
export function mayNameDevice({ text, isPattern }: WordName): boolean {
  if (text === '/dev/null') return false;
  if (text.startsWith('~')) return /(^|\/)\.\.?[*?/]|\/\.\.$/.test(text);
  const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.');
  const isAbsolute = text.startsWith('/');
  const up = segments.findIndex((segment) => segment !== '..');
  const below = up < 0 ? [] : segments.slice(up);
  // After a folder that is a link, `..` leads elsewhere. A pattern that begins with a dot may match `..`.
  if (below.some((segment) => segment === '..' || (isPattern && /^\.[.?*]/.test(segment)))) return true;
  const [first = '', ...others] = below;
  if (isAbsolute && (up > 0 || first === '')) return true;
  const goesUp = isAbsolute || up > 0;
  if (!goesUp) return /^(dev|proc|sys)$/.test(first) && others.length > 0 && !/\.\w+$/.test(others.at(-1) ?? '');
  if (/[*?]/.test(first)) return others.length > 0 || isAbsolute;
  return /^(dev|proc|sys)$/.test(first);
}

/** Whether the folder may contain devices and the files about processes. */
export function mayHoldEverything({ text }: WordName): boolean {
  return /^\/[/.]*$|^(\.\/+)*(\.\.\/+)+(\.\.\/*)?$/.test(text) && text !== '../';
}

/**
 * The folders in which commands may run: several, because each `cd` may fail. `changes` has the possible targets of
 * each `cd`; null if they are unknown. Returns null if a target is unknown, or if there are too many folders.
 */
export function foldersIn(changes: readonly (readonly WordName[] | null)[]): readonly string[] | null {
  let folders: readonly string[] = [''];
  for (const targets of changes) {
    if (targets === null || targets.some(({ isPattern, text }) => isPattern || text === '-' || text === ''))
      return null;
    folders = [
      ...new Set([...folders, ...folders.flatMap((folder) => targets.map(({ text }) => joinName(folder, text)))]),
    ];
    if (folders.length > MAX_FOLDERS) return null;
  }
  return folders;
}

const MAX_FOLDERS = 8;

/** Does not normalize, because `..` after a symbolic link leads elsewhere. */
export function joinName(folder: string, name: string): string {
  return folder === '' || /^[/~]/.test(name) ? name : `${folder.replace(/\/$/, '')}/${name}`;
}
