import { isNoOpener, isPlainSource, type RunProgram, type Unwrapper } from './shellSafetySources.ts';
import type { ShellScript, SimpleCommand } from './shellSyntax.ts';
import type { ShellWord } from './shellSyntaxWord.ts';

/**
 * Files that a command which only reads must not open: devices never end, and the files about processes show their
 * environment. Whatever text of a command could become such a name makes it unknown, also in pieces: a variable's value,
 * a pattern, what is looped over or handed to `xargs`. `/dev/null` alone is free.
 *
 * What a file says cannot be seen here, so names that a command prints are trusted only from those that list files.
 */
export function staysAmongFiles(script: ShellScript, unwrap: Unwrapper): boolean {
  const commands = script.commands.map(unwrap);
  const isOpening = commands.some(({ program, args }) => !isNoOpener(program) && args.some(isExpanded));
  const moves = commands.some(({ program, args }) => program === 'cd' && !isBelow(args[0]?.literal ?? null));
  const conditions = {
    isLoose: isOpening || moves,
    moves,
    trims: script.expansions.some((text) => /^\w+[#%]/.test(text)),
  };
  const texts = script.texts.map(({ word }) => word);
  const opened = commands.flatMap(({ program, args }) => (isNoOpener(program) ? [] : args));
  const shown = script.commands.flatMap(({ words }) => words);
  const targets = script.commands.flatMap(({ redirections }) => redirections.flatMap(({ target }) => target ?? []));
  const defaults = script.expansions.map((text) => text.replace(/^[#]?\w+[-:#%]*/, ''));
  const isHarmless = (skeleton: string): boolean => !mayNameDevice(skeleton, conditions);
  return (
    [...texts, ...opened].every((word) => skeletonsOf(word).every((each) => isHarmless(each) && !isOpenEnded(each))) &&
    [...shown, ...targets].every((word) => skeletonsOf(word).every(isHarmless)) &&
    defaults.every(isHarmless) &&
    !(opened.some((word) => isExpanded(word) && word.splits) && texts.some(hasOpenFolder)) &&
    !commands.some((each) => searchesAll(each, moves)) &&
    (!isOpening || !takesNames(script, commands) || areNamesPlain(script, commands))
  );
}

/** Whether a folder's name is matched, which may end in a blank: unquoted, what follows would be a path from the root. */
function hasOpenFolder(word: ShellWord): boolean {
  return skeletonsOf(word).some((each) => /\ue001[^/]*\//.test(each));
}

/** Whether whole trees are read that may be all there is, with the files about processes. */
function searchesAll({ program, args }: RunProgram, moves: boolean): boolean {
  if (!['grep', 'egrep', 'fgrep', 'rg', 'diff', 'git'].includes(program)) return false;
  const literals = args.map(({ literal }) => literal ?? '');
  if (literals.some((each) => /^\/[/.]*$|^(\.\/)*(\.\.\/+){2,}(\.\.)?$|^\.\.\/\.\.$/.test(each))) return true;
  return (
    moves &&
    (program === 'rg' ||
      literals.some((each) => /^-[a-zA-Z]*[rR]|^--(dereference-)?recursive|^--dir|^--no-index|^--untracked/.test(each)))
  );
}

/** Whether names of files that are opened come out of what a command prints. */
function takesNames({ commands, texts }: ShellScript, unwrapped: readonly RunProgram[]): boolean {
  const printed = new Set(
    commands.flatMap(({ words }) =>
      words.some(({ literal }) => literal === 'read') ? words.map(({ literal }) => literal ?? '') : [],
    ),
  );
  const isPrinted = ({ hasOutput, source }: ShellWord): boolean =>
    hasOutput || [...source.matchAll(/\$\{?(\w+)/g)].some(([, name = '']) => printed.has(name));
  // As often as one value can become the next one's.
  for (let before = -1; before < printed.size;) {
    before = printed.size;
    for (const { name, word } of texts) if (isPrinted(word)) printed.add(name);
  }
  return unwrapped.some(
    ({ program, args, takesNames: takes }) => !isNoOpener(program) && (takes || args.some(isPrinted)),
  );
}

/** The one command that is not a plain source is taken for the one that opens what it is given. */
function areNamesPlain({ commands, texts }: ShellScript, unwrapped: readonly RunProgram[]): boolean {
  const readsFiles = commands.some(({ redirections }) =>
    redirections.some(({ operator, target }) => operator === '<' && target?.literal !== '/dev/null'),
  );
  const isNamed = ({ words }: SimpleCommand, name: string): boolean => words.some(({ literal }) => literal === name);
  const isWhole =
    commands.every(
      (each) => !isNamed(each, 'xargs') || each.words.some(({ literal }) => /^(-\w*0|--null)$/.test(literal ?? '')),
    ) &&
    commands.some((each) => isNamed(each, 'xargs')) &&
    !commands.some((each) => isNamed(each, 'read') || each.words.some(({ hasOutput }) => hasOutput)) &&
    !texts.some(({ word }) => word.hasOutput);
  return !readsFiles && unwrapped.filter((each) => !isPlainSource(each, isWhole)).length <= 1;
}

/** What stands for anything in a skeleton, and what for anything but a slash; nobody writes these. */
const ANY = '\ue000';
const SOME = '\ue001';
const [OPEN, COMMA, CLOSE] = ['\ue002', '\ue003', '\ue004'];

/** More alternatives than this are taken for anything. */
const MAX_SKELETONS = 64;

/** What a word may become, its braces written out. */
function skeletonsOf({ parts }: ShellWord): readonly string[] {
  const whole = parts
    .map(({ literal, open }) =>
      literal === null
        ? ANY
        : [...literal.split('')].map((character, at) => MARKS[open[at] ?? ''] ?? character).join(''),
    )
    .join('')
    .replace(/\[[^\]/]*\]/g, (set) => (set.includes(SOME) ? SOME : set));
  const pending = [whole];
  const done: string[] = [];
  while (pending.length > 0) {
    const next = pending.pop() ?? '';
    const found = /\ue002([^\ue002\ue004]*)\ue004/.exec(next);
    if (!found) done.push(next.replaceAll(OPEN, '{').replaceAll(COMMA, ',').replaceAll(CLOSE, '}'));
    else {
      const [group, inner = ''] = found;
      const [before, after] = [next.slice(0, found.index), next.slice(found.index + group.length)];
      const items = inner.includes(COMMA) ? inner.split(COMMA) : [inner.includes('..') ? ANY : `{${inner}}`];
      pending.push(...items.map((item) => before + item + after));
    }
    if (pending.length + done.length > MAX_SKELETONS) return [ANY + ANY];
  }
  return done;
}

const MARKS: Readonly<Partial<Record<string, string>>> = {
  '*': SOME,
  '?': SOME,
  '[': `[${SOME}`,
  '{': OPEN,
  ',': COMMA,
  '}': CLOSE,
};

const SPECIAL = ['dev', 'proc', 'sys'];
/** By these they are known also where nobody goes to the root. */
const DEVICES =
  /(^|\/)(dev\/([./]*\/)?(zero|full|u?random|tty\w*|ptmx|pts|console|std(in|out|err)|fd|kmsg|tcp|udp|input|hwrng)|proc\/(self|thread-self|\d+))(\/|$)/;

interface Conditions {
  /** Something may be put together when it runs, or a folder is not known. */
  readonly isLoose: boolean;
  readonly moves: boolean;
  /** Values are cut. */
  readonly trims: boolean;
}

function mayNameDevice(skeleton: string, conditions: Conditions): boolean {
  return skeleton
    .replace(/^-[\w-]*=?(?=\/)/, '')
    .split(/[^\w./+@~\ue000\ue001-]+/)
    .some((path) => path !== '/dev/null' && isSpecialPath(path.replace(/^-+(?=[/.])/, ''), conditions));
}

function isSpecialPath(path: string, { isLoose, moves, trims }: Conditions): boolean {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  const climbs = segments.some((segment) => segment === '..' || (segment.startsWith('.') && segment.includes(SOME)));
  const [first = ''] = segments;
  const isFromRoot = path.startsWith('/');
  if (DEVICES.test(path)) return true;
  if (isFromRoot && mayBeSpecial(first)) return true;
  if (climbs || moves) return segments.some(mayBeSpecial);
  if (!isLoose) return false;
  return segments.some(
    (segment) => SPECIAL.includes(segment) || (trims && SPECIAL.some((name) => segment.includes(name))),
  );
}

function mayBeSpecial(segment: string): boolean {
  if (!segment.includes(SOME) && !segment.includes(ANY)) return SPECIAL.includes(segment);
  // Longer than any of them, however much stands for nothing.
  if (segment.replace(/[\ue000\ue001]/g, '').length > 4) return false;
  const source = [...segment.replace(/[\ue000\ue001]+/g, SOME)].map((each) =>
    each === SOME ? '.*' : each.replace(/\W/, '\\$&'),
  );
  return SPECIAL.some((name) => new RegExp(`^${source.join('')}$`).test(name));
}

/** Whether what is expanded in it may join what is written around it to such a name, though neither says so alone. */
function isOpenEnded(skeleton: string): boolean {
  if (!skeleton.includes(ANY)) return false;
  if (skeleton.includes(ANY + ANY)) return true;
  const joins = [...skeleton.matchAll(/([A-Za-z]*)\ue000([A-Za-z]*)/g)].some(([, before = '', after = '']) =>
    SPECIAL.some((name) => (before !== '' && name.startsWith(before)) || (after !== '' && name.endsWith(after))),
  );
  const segments = skeleton.split('/').filter((segment) => segment !== '' && segment !== '.');
  const open = segments.filter(mayBeSpecial);
  return joins || open.length > 1;
}

function isExpanded({ literal, parts }: ShellWord): boolean {
  return literal === null && parts.some((part) => part.literal === null);
}

/** A folder below the one that the command runs in, or one that is named from the root on and is not near it. */
function isBelow(target: string | null): boolean {
  if (target === null || /^[-~]|(^|\/)\.\.(\/|$)/.test(target)) return false;
  return !target.startsWith('/') || target.split('/').filter((segment) => segment !== '' && segment !== '.').length > 1;
}
