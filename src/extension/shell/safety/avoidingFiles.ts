import type { ShellScript, SimpleCommand } from '../syntax/shellSyntax.ts';
import type { ShellWord } from '../syntax/shellSyntaxWord.ts';
import { BUILTINS } from './readingBuiltins.ts';
import { parseReadingGit } from './readingGit.ts';
import { PROGRAMS } from './readingPrograms.ts';
import { findStarted } from './shellStarters.ts';

/**
 * Programs that look only at the files that their words name. Most other programs that only read also list folders
 * (`ls`, `find`, `rg`).
 */
const WITHOUT_FOLDERS = new Set(
  (
    ': exit echo printf true false pwd date seq expr basename dirname uname arch whoami id groups hostname which ps ' +
    'cat wc head tail nl tac rev cut column sort uniq tr grep egrep fgrep sed awk gawk mawk nawk jq xxd cksum sum ' +
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum md5 bash gcc g++ clang make cmake perl'
  ).split(' '),
);

/**
 * Git commands that look at stored data only: commits, branches, settings. `names`: the operands are never files of the
 * work tree. `versions`: an operand that does not name a version is a file of the work tree, unless the arguments
 * contain `--`.
 *
 * Commands that can look at the files of the work tree are left out: `status`, `diff`, `diff-files`, `diff-index`,
 * `grep`, `blame`, `ls-files`, `check-ignore`, `check-attr`, `worktree`. `config` is left out because settings may
 * include a file of the work tree. `diff-tree` is left out because it reads a file instead of the object if both are
 * equal according to the index.
 *
 * The output of these commands may still depend on two files of the work tree: `.mailmap` changes the authors' names in
 * a log, and `.gitattributes` changes how differences are shown. This is accepted, because a speculation never edits
 * these files (`sensitivePaths.ts`).
 */
const STORED: ReadonlyMap<string, 'names' | 'versions'> = new Map([
  ...'log show rev-list rev-parse shortlog reflog'.split(' ').map((name) => [name, 'versions'] as const),
  ...'branch tag describe name-rev merge-base show-ref for-each-ref symbolic-ref remote ls-tree cat-file stash version '
    .concat('count-objects')
    .split(' ')
    .map((name) => [name, 'names'] as const),
]);

/**
 * Whether a script's output is independent of the files of the work tree: the script does not list or open any of them.
 * The result is valid only for a script that `judgeShellScript` calls read-only.
 */
export function avoidsWorkTree({ commands, texts }: ShellScript): boolean {
  const words = [
    ...texts.map(({ word }) => word),
    ...commands.flatMap(({ words, assignments, redirections }) => [
      ...words,
      ...assignments.map(({ value }) => value),
      ...redirections.flatMap(({ target }) => target ?? []),
    ]),
  ];
  return words.every(matchesNoFiles) && commands.every(avoidsFiles);
}

/**
 * False if bash may replace a pattern in the word with file names. The value of an unquoted variable may be a pattern.
 */
function matchesNoFiles({ literal, splits, parts }: ShellWord): boolean {
  return literal !== null || (!splits && !parts.some(({ unquoted }) => /[*?[{~]/.test(unquoted)));
}

function avoidsFiles(command: SimpleCommand): boolean {
  const { words, redirections } = command;
  if (redirections.some(({ operator, target }) => operator === '<' && target?.literal !== '/dev/null')) return false;
  if (words.length === 0) return true;
  const { kind, words: started, hasInput } = findStarted(command);
  // `command -v name` only looks for a program, but `command -v` with a path shows whether a file exists.
  if (kind === 'nothing') return words.every(namesNoPath);
  const [program, ...args] = started;
  const name = program?.literal?.replace(/^\/(usr\/)?bin\//, '') ?? '';
  if (name === 'git') return isAboutStoredData(args);
  if (!WITHOUT_FOLDERS.has(name) || (name === 'which' && !args.every(namesNoPath))) return false;
  const reading = (BUILTINS.get(name) ?? PROGRAMS.get(name))?.({ program: name, args, hasInput });
  return reading?.verdict === 'read-only' && reading.uses.length === 0;
}

function namesNoPath({ literal }: ShellWord): boolean {
  return literal !== null && !literal.includes('/');
}

function isAboutStoredData(args: readonly ShellWord[]): boolean {
  if (args.length === 1 && args[0]?.literal === '--version') return true;
  const parsed = parseReadingGit(args);
  const kind = parsed && STORED.get(parsed.command.name);
  if (!kind || parsed.command.folders.length > 0) return false;
  const { operands, afterDashes, flags } = parsed.read;
  if (flags.has('--no-index')) return false;
  return kind === 'names' || afterDashes !== null || operands.every(isVersion);
}

/**
 * True for `HEAD`, `HEAD:a.txt`, `main..HEAD`, `main~2` and a hash. False for a plain word such as `main`, because it
 * may also be a file.
 */
function isVersion({ literal }: ShellWord): boolean {
  if (literal === null || /^\.|\/\.\.?(\/|$)/.test(literal)) return false;
  if (/^(HEAD|@|[0-9a-f]{7,64})$|^[\w./@~^-]+:[^/]/.test(literal)) return true;
  // Marks of a revision count only before the first brace: `main..HEAD`, `HEAD^{tree}`, `main@{1}`.
  const [head = ''] = literal.split(/[{}]/, 1);
  const isMarked = /\.\.|[~^]/.test(head) || literal.startsWith('@{', head.length - 1);
  return isMarked && /^[\w./@~^{}-]*$/.test(literal);
}
