import {
  countWords,
  HERE,
  readArguments,
  READS,
  toTable,
  UNKNOWN,
  WRITES,
  type OperandsAndFlags,
  type PathAccess,
  type PathUse,
  type Reading,
} from './programSpec.ts';
import { GIT_WRITERS } from './shellEffects.ts';
import { literalWord, type ShellWord } from '../syntax/shellSyntaxWord.ts';

/**
 * Judges a git command. `read-only` holds only if `hardenReadOnly` prepares the command; otherwise git may run programs
 * that its configuration or attributes name.
 */
export function readGit(args: readonly ShellWord[]): Reading {
  const command = findGitCommand(args);
  if (!command) return args.length === 1 && args[0]?.literal === '--version' ? READS : UNKNOWN;
  const reader = READERS.get(command.name);
  const otherwise = GIT_WRITERS.has(command.name) ? WRITES : UNKNOWN;
  if (!reader) return otherwise;
  const read = readArguments(command.args, reader.table);
  if (read.kind === 'writes') return WRITES;
  if (read.kind !== 'parsed' || !hasHarmlessFormat(read)) return otherwise;
  const { least = 0, most = Infinity, accepts } = reader;
  if (read.operands.length < least || countWords(read.operands) > most || accepts?.(read) === false) return otherwise;
  return { verdict: 'read-only', uses: usesOf(command, reader.access, read) };
}

/**
 * A git command with its parsed arguments; null if the command or a flag is unknown, or if a flag writes. The operands
 * may still make the command write.
 */
export function parseReadingGit(
  args: readonly ShellWord[],
): { readonly command: GitCommand; readonly read: OperandsAndFlags } | null {
  const command = findGitCommand(args);
  const reader = command && READERS.get(command.name);
  if (!reader) return null;
  const read = readArguments(command.args, reader.table);
  return read.kind === 'parsed' ? { command, read } : null;
}

type GitOperands = OperandsAndFlags & { readonly files: readonly ShellWord[] };

function usesOf({ name, folders }: GitCommand, access: PathAccess, read: GitOperands): PathUse[] {
  const use = (words: readonly ShellWord[], how: PathAccess): PathUse[] => words.map((word) => ({ word, access: how }));
  const start = folders.length > 0 ? folders : [HERE];
  const repository = use(start, 'repository');
  if (name === 'config') repository.push({ word: USER_SETTINGS, access: 'settings' });
  const files = name === 'log' ? use(read.files.length > 0 ? [HERE] : [], 'versions') : use(read.files, 'contents');
  if (access === 'contents')
    return [...repository, ...files, ...use(folders, 'tree'), ...use(read.operands, 'contents')];
  if (access === 'name' || !showsContents(name, read)) return [...repository, ...use(read.operands, 'name')];
  if (read.flags.has('--no-index')) return [...files, ...use(folders, 'tree'), ...use(read.operands, 'tree')];
  const { operands, afterDashes } = read;
  const others = operands.slice(needsPattern(name, read) ? 1 : 0, operands.length - (afterDashes?.length ?? 0));
  const versions = others.filter((word) => !isCurrentVersion(word));
  // The words before `--` and all words of `cat-file` are versions. Without `--`, a word of any other command is either
  // a version or a file, because git refuses a word that may be both.
  const areVersions = afterDashes !== null || name === 'cat-file';
  const paths = areVersions ? [...(afterDashes ?? []), ...versions.filter(namesPath)] : versions;
  // Git shows the whole content of an object that is not a commit, and `--follow` continues with files of other names.
  const mayShowOtherFiles =
    (areVersions && !versions.every((word) => namesPath(word) || isCommit(word))) || read.flags.has('--follow');
  // If two paths are not in a repository, `git diff` compares them like `diff -r`, ignored files included.
  const namesNoVersion = !areVersions || versions.length === 0;
  const isOfWorkTree =
    access === 'tracked' && !mayShowOtherFiles && namesNoVersion && (name === 'grep' || countWords(paths) < 2);
  // With `-C`, paths are relative to another folder, so all files of the repository count as shown.
  const shown = paths.length > 0 && folders.length === 0 && !mayShowOtherFiles ? paths : start;
  return [...repository, ...files, ...use(shown, isOfWorkTree ? 'tracked' : 'versions')];
}

function needsPattern(name: string, { flags }: OperandsAndFlags): boolean {
  return name === 'grep' && !flags.has('-e') && !flags.has('-f');
}

/** Whether the word names the last commit. `listTracked` lists the files of that commit, so their names are known. */
function isCurrentVersion({ literal }: ShellWord): boolean {
  return literal === 'HEAD' || literal === '@';
}

/** True for `HEAD:a.txt`. False for `:/text`, which searches for a commit. */
function namesPath({ literal }: ShellWord): boolean {
  return /^[^:]*:[^/]/.test(literal ?? '');
}

/** True for a branch, a tag, or an ancestor (`~`, `^`). A bare hash may name any object. */
function isCommit({ literal }: ShellWord): boolean {
  const ends = literal?.split(/\.{2,3}/) ?? ['?'];
  return ends.every((end) => /^(?:(?!@?[0-9a-f]{4,64}$)[\w./-]*|[0-9a-f]+(?=[~^]))(?:[~^]\d*)*$/i.test(end));
}

function showsContents(name: string, { operands, flags }: OperandsAndFlags): boolean {
  const has = (flag: string): boolean => flags.has(flag);
  if (name === 'grep') return true;
  if (name === 'cat-file') return has('-p') || !['-t', '-s', '-e'].some(has);
  if (SHOWS_CONTENTS.some(has)) return true;
  if (name === 'diff') return !SHOWS_NAMES.some(has);
  // For an operand such as `HEAD:a.txt`, `git show` shows the file's content, whatever the flags are.
  const areCommits = operands.every(({ literal }) => /^(HEAD|@)([~^]\d*)*$/.test(literal ?? ''));
  return name === 'show' && !(areCommits && SHOWS_NAMES.some(has));
}

const USER_SETTINGS = literalWord('~/.gitconfig', 0);

export interface GitCommand {
  readonly name: string;
  readonly word: ShellWord;
  readonly args: readonly ShellWord[];
  /** The value of `-C`; empty without `-C`. */
  readonly folders: readonly ShellWord[];
}

/**
 * Finds git's command, such as `log`, after git's own flags. Null if there is none, or if a flag may be harmful
 * (`--exec-path`).
 */
export function findGitCommand(args: readonly ShellWord[]): GitCommand | null {
  const folders: ShellWord[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [word, next] = [args[at], args[at + 1]];
    if (!word?.literal) return null;
    if (word.literal === '-C') {
      // A second `-C` is relative to the first.
      if (!next?.literal || folders.length > 0) return null;
      folders.push(next);
      at += 1;
    } else if (word.literal === '-c') {
      if (!/^(core\.quotepath|color\.[a-z]+)=[a-z]+$/i.test(next?.literal ?? '')) return null;
      at += 1;
    } else if (!word.literal.startsWith('-')) return { name: word.literal, word, args: args.slice(at + 1), folders };
    else if (!/^(-P|--no-pager|--no-optional-locks|--literal-pathspecs)$/.test(word.literal)) return null;
  }
  return null;
}

/**
 * `%G` and `%(signature)` run gpg, `%(describe)` runs git; a format from git's configuration may contain these.
 * `%(raw)` shows an object's content, and a large width fills the memory.
 */
function hasHarmlessFormat({ flags }: OperandsAndFlags): boolean {
  return ['--format', '--pretty'].every((flag) => {
    const format = flags.get(flag);
    if (format === undefined) return true;
    if (format === null) return flag === '--pretty';
    if (/%[-+ ]?G|signature|describe|%\(\*?raw|%[<>w]|\d{4}/.test(format)) return false;
    return format.includes('%') || /^(oneline|short|medium|full|fuller|reference|email|raw)$/.test(format);
  });
}

interface GitReader {
  readonly access: PathAccess;
  readonly flags: string;
  readonly values?: string;
  readonly files?: string;
  readonly flagsFirst?: boolean;
  /** With fewer operands than `least`, the command may wait for input; with more than `most`, it may write. */
  readonly least?: number;
  readonly most?: number;
  /** False if the command is not known to only read. */
  readonly accepts?: (read: OperandsAndFlags) => boolean;
}

/** With each of these flags, `branch` and `tag` only list. */
const REF_FILTERS = '--points-at --contains --no-contains --merged --no-merged';

// Left out, because git may run other programs: --ext-diff, --textconv, --submodule, --show-signature,
// --open-files-in-pager. `READERS` adds --output as a flag that writes.
const DIFF =
  '-uprzwbaRsM --patch --no-patch --stat --numstat --shortstat --dirstat --summary --name-only --name-status --raw ' +
  '--color --no-color --color-words --word-diff --minimal --patience --histogram --cached --staged --merge-base ' +
  '--ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --exit-code ' +
  '--quiet --check --full-index --binary --text --no-ext-diff --no-textconv --no-renames --find-renames --find-copies ' +
  '--function-context --relative --no-prefix --no-color-moved --color-moved --abbrev ' +
  '--no-abbrev --compact-summary --pickaxe-all --pickaxe-regex --root --cc --no-index -U -C --unified';
/** Left out: `-U` and `-C`. Their value is optional, so the word after them is an operand. */
const DIFF_VALUES = '-SG --diff-algorithm --inter-hunk-context --diff-filter';
const LOG =
  '-igEFm --oneline --graph --all --decorate --no-decorate --merges --no-merges --first-parent --reverse --follow ' +
  '--abbrev-commit --no-abbrev-commit --branches --tags --remotes --date-order --topo-order --author-date-order ' +
  '--left-right --cherry-pick --cherry-mark --cherry --boundary --simplify-by-decoration --full-history --ancestry-path ' +
  '--source --relative-date --no-walk --walk-reflogs --no-notes --parents --children --regexp-ignore-case --count ' +
  '--extended-regexp --fixed-strings --perl-regexp --all-match --invert-grep --no-mailmap --use-mailmap --objects ' +
  '--pretty --left-only --right-only --not';
const LOG_VALUES =
  '-n --max-count --skip --since --after --until --before --author --committer --grep --date --format --decorate-refs ' +
  '--exclude --glob';

const READER_ROWS: readonly (readonly [names: string, reader: GitReader])[] = [
  [
    'status',
    {
      access: 'name',
      flags:
        '-sbzunoal --short --branch --porcelain --long --ignored --untracked-files --no-renames --find-renames ' +
        '--show-stash --ahead-behind --no-ahead-behind --no-column',
    },
  ],
  ['diff diff-files', { access: 'tracked', flags: DIFF, values: DIFF_VALUES }],
  ['diff-index', { access: 'versions', flags: DIFF, values: DIFF_VALUES }],
  ['diff-tree', { access: 'versions', flags: `${DIFF} -t --no-commit-id --pretty`, values: DIFF_VALUES }],
  ['log show', { access: 'versions', flags: `${DIFF} ${LOG}`, values: `${DIFF_VALUES} ${LOG_VALUES}`, files: '-L' }],
  [
    'reflog',
    {
      access: 'name',
      flags: LOG,
      values: LOG_VALUES,
      accepts: ({ operands: [first] }) => first === undefined || /^(show|HEAD)$/.test(first.literal ?? ''),
    },
  ],
  ['rev-list', { access: 'name', flags: LOG, values: LOG_VALUES }],
  [
    'shortlog',
    {
      access: 'name',
      flags: '-nse --numbered --summary --email --no-merges',
      values: '--since --until --author',
      least: 1,
    },
  ],
  [
    'blame',
    {
      access: 'contents',
      flags:
        '-lstefnwkbcpM --porcelain --line-porcelain --root --show-name --show-number --show-email --show-stats --abbrev',
      values: '-L --since --date',
      files: '-S',
    },
  ],
  [
    'grep',
    {
      // Left out: -O (opens a pager), --no-index and --untracked (read files that are not tracked).
      access: 'tracked',
      flags:
        '-nilLcwEFPGvhHIoqzapW --line-number --ignore-case --files-with-matches --name-only --files-without-match ' +
        '--count --word-regexp --extended-regexp --fixed-strings --perl-regexp --basic-regexp --invert-match --cached ' +
        '--heading --break --only-matching --column --color --no-color --show-function ' +
        '--function-context --all-match --and --or --not --full-name --null --quiet --text',
      values: '-eABCm --max-depth --max-count --context --after-context --before-context',
      files: '-f',
    },
  ],
  [
    'ls-files',
    {
      access: 'name',
      flags:
        '-cdmosiuktvzf --cached --deleted --modified --others --stage --ignored --unmerged --killed --exclude-standard ' +
        '--full-name --error-unmatch --directory --no-empty-directory --eol --deduplicate --abbrev',
      values: '-x --exclude',
    },
  ],
  [
    'ls-tree',
    { access: 'name', flags: '-rdtlz --name-only --name-status --long --full-name --full-tree --object-only --abbrev' },
  ],
  // Left out: --filters and --textconv (run programs), --batch (waits for input).
  ['cat-file', { access: 'versions', flags: '-pets' }],
  [
    'rev-parse',
    {
      access: 'name',
      flags:
        '-q --abbrev-ref --short --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir ' +
        '--git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository ' +
        '--verify --quiet --symbolic --symbolic-full-name --all --branches --tags --remotes ' +
        '--show-superproject-working-tree',
    },
  ],
  [
    // Left out: --dirty and --broken (write the index).
    'describe',
    {
      access: 'name',
      flags: '--all --tags --long --always --contains --first-parent --exact-match --abbrev',
      values: '--match --exclude --candidates',
    },
  ],
  ['name-rev', { access: 'name', flags: '--tags --name-only --always --all', values: '--refs --exclude' }],
  ['merge-base', { access: 'name', flags: '-a --all --octopus --is-ancestor --fork-point' }],
  [
    'show-ref',
    {
      access: 'name',
      flags: '-dsq --head --tags --heads --branches --dereference --hash --abbrev --verify --quiet --exists',
    },
  ],
  ['for-each-ref', { access: 'name', flags: `--omit-empty ${REF_FILTERS}`, values: '--count --sort --format' }],
  [
    'branch',
    {
      access: 'name',
      flags:
        '-arvi --all --remotes --list --show-current --verbose --color --no-color --no-column --ignore-case ' +
        `--omit-empty ${REF_FILTERS}`,
      values: '--sort --format',
      accepts: listsRefs,
    },
  ],
  [
    'tag',
    {
      access: 'name',
      flags: `-lin --list --no-column --ignore-case --color --omit-empty ${REF_FILTERS}`,
      values: '--sort --format',
      accepts: listsRefs,
    },
  ],
  [
    // `git remote show` would contact the server.
    'remote',
    {
      access: 'name',
      flags: '-v --verbose --all --push',
      most: 2,
      accepts: ({ operands }) => operands.length === 0 || (operands.length === 2 && operands[0]?.literal === 'get-url'),
    },
  ],
  ['stash', { access: 'name', flags: '', ...onlyList() }],
  ['worktree', { access: 'name', flags: '-vz --porcelain --verbose', ...onlyList() }],
  ['symbolic-ref', { access: 'name', flags: '-q --short --quiet', least: 1, most: 1 }],
  [
    'config',
    {
      access: 'name',
      flags:
        '-lz --get --get-all --get-regexp --list --local --global --system --worktree --show-origin --show-scope ' +
        '--name-only --null --bool --int --path --includes --no-includes --all --regexp',
      values: '--type --default',
      flagsFirst: true,
      most: 2,
      accepts: isConfigRead,
    },
  ],
  ['count-objects', { access: 'name', flags: '-vH --verbose --human-readable' }],
  ['check-ignore', { access: 'name', flags: '-vnq --verbose --non-matching --no-index --quiet', least: 1 }],
  [
    'check-attr',
    {
      access: 'name',
      flags: '-a --all --cached',
      accepts: ({ operands, flags }) => operands.length > (flags.has('-a') || flags.has('--all') ? 0 : 1),
    },
  ],
  ['version', { access: 'name', flags: '--build-options' }],
];

const READERS: ReadonlyMap<string, GitReader & { readonly table: ReturnType<typeof toTable> }> = new Map(
  READER_ROWS.flatMap(([names, reader]) => {
    const table = toTable({ ...reader, operands: reader.access, writes: '--output', digits: true });
    return names.split(' ').map((name) => [name, { ...reader, table }] as const);
  }),
);

function onlyList(): Pick<GitReader, 'most' | 'accepts'> {
  return { most: 1, accepts: ({ operands }) => operands[0]?.literal === 'list' };
}

/**
 * Whether the command only lists branches or tags. Without a flag that lists, an operand is the name of a branch or tag
 * to create.
 */
function listsRefs({ operands, flags }: OperandsAndFlags): boolean {
  return operands.length === 0 || ['--list', '-l', ...REF_FILTERS.split(' ')].some((flag) => flags.has(flag));
}

/**
 * Whether `git config` only reads. Flags count only before the first operand, because git treats a later flag as the
 * value to write.
 */
function isConfigRead({ operands, flags }: OperandsAndFlags): boolean {
  const [first] = operands;
  if (flags.has('--list') || flags.has('-l')) return operands.length === 0;
  if (['--get', '--get-all', '--get-regexp'].some((flag) => flags.has(flag))) return operands.length > 0;
  if (first?.literal === 'get') return operands.length === 2;
  if (first?.literal === 'list') return operands.length === 1;
  return operands.length === 1 && /^[\w-]+\.[\w.-]+$/.test(first?.literal ?? '');
}

const SHOWS_CONTENTS =
  '-p -u -U -c -m -L -S -G -W --patch --unified --cc --word-diff --color-words --function-context --binary --check'.split(
    ' ',
  );
const SHOWS_NAMES =
  '-s --no-patch --stat --numstat --shortstat --dirstat --summary --name-only --name-status --raw --quiet'.split(' ');
