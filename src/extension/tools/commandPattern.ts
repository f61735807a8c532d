import { baseName } from './paths.ts';

/** One simple command of a command line. */
export interface CommandPart {
  /** `npm test` is `['npm', 'test']`; null for a word that is only known when it runs, such as `$HOME`. */
  readonly words: readonly (string | null)[];
  /** Nothing but its words says what it does: no file that it writes into, no variable that changes what runs. */
  readonly isPlain: boolean;
}

/**
 * A pattern for the words of one simple command: `npm test *` is `npm test` and whatever follows it. A last `*` stands
 * for any number of words, one elsewhere for exactly one, and within a word for any characters.
 */
export type CommandPattern = readonly string[];

const MAX_WILDCARDS = 20;

/** Words are parted by white space; quotes keep them together. Undefined where a quote does not end. */
export function parseCommandPattern(pattern: string): CommandPattern | undefined {
  const words: readonly string[] = pattern.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  if (words.includes('"') || words.includes("'") || pattern.split('*').length > MAX_WILDCARDS) return undefined;
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** True where the pattern is for certain about these very words: for rules that allow. */
export function matchesCommand(pattern: CommandPattern, { words, isPlain }: CommandPart): boolean {
  const { head, isOpen } = toParts(pattern);
  if (!isPlain || words[0] === null || words.length === 0) return false;
  if (isOpen ? words.length < head.length : words.length !== head.length) return false;
  return head.every((glob, index) => matchesWord(glob, words[index] ?? null, false));
}

/**
 * True where the pattern may be about the command, with whatever arguments follow, also where it stands behind one that
 * only starts others (`sudo rm`) or is named by its path (`/bin/rm`): for rules that forbid. A command that is hidden
 * deeper is found by no pattern.
 */
export function mentionsCommand(pattern: CommandPattern, { words }: CommandPart): boolean {
  const { head } = toParts(pattern);
  const starter = words.findIndex((word) => word !== null && STARTERS.has(commandName(word)));
  const starts = words.map((_word, index) => index).filter((index) => index === 0 || (starter >= 0 && index > starter));
  return starts.some((start) => {
    const [first = null, ...others] = words.slice(start);
    const undecided = others.indexOf(null);
    const known = undecided < 0 ? head : head.slice(0, undecided + 1);
    // What not even the program is known of has to be asked for, see `isHidden`.
    if (first === null || others.length + 1 < known.length) return false;
    return [first, commandName(first)].some((name) =>
      known.every((glob, index) => matchesWord(glob, index === 0 ? name : (others[index - 1] ?? null), true)),
    );
  });
}

/** True where not even the program is known before it runs. */
export function isHidden({ words }: CommandPart): boolean {
  return words[0] === null;
}

/** Commands whose arguments hold a command. */
const STARTERS = new Set(
  'sudo doas env command builtin exec nohup nice ionice time timeout stdbuf setsid xargs watch busybox'.split(' '),
);

function commandName(word: string): string {
  return baseName(word.replaceAll('\\', '/')).replace(/\.(exe|cmd|bat)$/i, '');
}

function toParts(pattern: CommandPattern): { readonly head: CommandPattern; readonly isOpen: boolean } {
  const isOpen = pattern.at(-1) === '*';
  return { head: isOpen ? pattern.slice(0, -1) : pattern, isOpen };
}

/** `undecided`: what is said of a word that is only known when it runs. */
function matchesWord(glob: string, word: string | null, undecided: boolean): boolean {
  if (word === null) return undecided;
  const source = glob.split('*').map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`, 's').test(word);
}
