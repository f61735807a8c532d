import type { ShellScript, SimpleCommand } from '../syntax/shellSyntax.ts';
import type { ShellWord } from '../syntax/shellSyntaxWord.ts';
import { BUILTINS } from './readingBuiltins.ts';
import { parseReadingGit } from './readingGit.ts';
import { PROGRAMS } from './readingPrograms.ts';
import { findStarted } from './shellStarters.ts';

/**
 * Programs whose read-only calls look only at the files that their words name. `ls` and `rg` are left out, because they
 * also list folders. The only read-only call of `make`, `gcc` and the like is `--version`.
 */
const WITHOUT_FOLDERS = new Set(
  (
    ': exit echo printf true false pwd date seq expr basename dirname uname arch whoami id groups hostname which ps ' +
    'cat wc head tail nl tac rev cut column sort uniq tr grep egrep fgrep sed awk gawk mawk nawk jq xxd cksum sum ' +
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum md5 bash gcc g++ clang make cmake perl'
  ).split(' '),
);

/**
 * Git commands that look only at stored data such as commits and branches, not at files of the work tree. `names`: the
 * operands are never files of the work tree. `versions`: git looks for an operand in the work tree, unless the operand
 * certainly names a version or the arguments contain `--`.
 *
 * `config` is left out because settings may include a file of the work tree. `diff-tree` is left out because git may
 * read a file of the work tree instead of the stored object with the same content. `.mailmap` and `.gitattributes`
 * still change the output, but a speculation never edits them (`sensitivePaths.ts`).
 */
const STORED: ReadonlyMap<string, 'names' | 'versions'> = new Map([
  ...'log show rev-list rev-parse shortlog reflog'.split(' ').map((name) => [name, 'versions'] as const),
  ...'branch tag describe name-rev merge-base show-ref for-each-ref symbolic-ref remote ls-tree cat-file stash version '
    .concat('count-objects')
    .split(' ')
    .map((name) => [name, 'names'] as const),
]);

/** Whether a script's output is independent of the files of the work tree. Valid only for a read-only script. */
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

/** False if bash may replace the word with file names. An unquoted variable's value may be a pattern. */
function matchesNoFiles({ literal, splits, parts }: ShellWord): boolean {
  return literal !== null || (!splits && !parts.some(({ unquoted }) => /[*?[{~]/.test(unquoted)));
}

function avoidsFiles(command: SimpleCommand): boolean {
  const { words, redirections } = command;
  if (redirections.some(({ operator, target }) => operator === '<' && target?.literal !== '/dev/null')) return false;
  if (words.length === 0) return true;
  const { kind, words: started, hasInput } = findStarted(command);
  // `command -v name` only looks for a program; with a path, it shows whether a file exists.
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

/** Whether the word certainly names a version; a plain word such as `main` may also be a file. */
function isVersion({ literal }: ShellWord): boolean {
  if (literal === null || /^\.|\/\.\.?(\/|$)/.test(literal)) return false;
  if (/^(HEAD|@|[0-9a-f]{7,64})$|^[\w./@~^-]+:[^/]/.test(literal)) return true;
  // `..`, `~` or `^` before the first brace, or `@` directly before it, marks a version: `main..HEAD`, `HEAD^{tree}`,
  // `main@{1}`.
  const [head = ''] = literal.split(/[{}]/, 1);
  const isMarked = /\.\.|[~^]/.test(head) || literal.startsWith('@{', head.length - 1);
  return isMarked && /^[\w./@~^{}-]*$/.test(literal);
}
