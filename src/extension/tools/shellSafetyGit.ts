import { readArguments, toFlagTable, type FlagTable, type Invocation, type ShellSafety } from './shellSafetyRules.ts';
import { GIT_WRITERS } from './shellSafetyWriters.ts';
import type { ShellWord } from './shellSyntaxWord.ts';

/**
 * The commands of git that only read, provided that they run as `hardenReadOnly` prepares them: by itself git runs what
 * its configuration and a repository's attributes name.
 */
export function classifyGit(invocation: Invocation): ShellSafety {
  const command = findGitCommand(invocation.args);
  if (!command) return isVersionOnly(invocation.args) ? 'read-only' : 'unknown';
  const reader = READERS.get(command.name);
  if (!reader) return GIT_WRITERS.has(command.name) ? 'write' : 'unknown';
  const read = readArguments(command.args, reader.table);
  if (read.kind === 'flag' && (read.flag === '--output' || GIT_WRITERS.has(command.name))) return 'write';
  if (read.kind !== 'operands' || !hasHarmlessFormats(command.args)) return 'unknown';
  if (reader.isReading(read)) return 'read-only';
  return GIT_WRITERS.has(command.name) ? 'write' : 'unknown';
}

export interface GitCommand {
  readonly name: string;
  /** The word that names it. */
  readonly word: ShellWord;
  readonly args: readonly ShellWord[];
  /** What stands after each `-C`. */
  readonly folders: readonly string[];
}

/** Null where an option before the command is one that changes what runs, such as `-c` and `--exec-path`. */
export function findGitCommand(args: readonly ShellWord[]): GitCommand | null {
  const folders: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [word, next] = [args[at], args[at + 1]];
    if (!word?.literal) return null;
    if (word.literal === '-C') {
      if (!next?.literal) return null;
      folders.push(next.literal);
      at += 1;
    } else if (word.literal === '-c') {
      if (!/^(core\.quotepath|color\.[a-z]+)=[a-z]+$/i.test(next?.literal ?? '')) return null;
      at += 1;
    } else if (!word.literal.startsWith('-')) return { name: word.literal, word, args: args.slice(at + 1), folders };
    else if (!/^(-P|--no-pager|--no-optional-locks|--literal-pathspecs)$/.test(word.literal)) return null;
  }
  return null;
}

function isVersionOnly(args: readonly ShellWord[]): boolean {
  return args.length === 1 && args[0]?.literal === '--version';
}

/** `%G` and `%(signature)` run gpg, `%(describe)` runs git; a name may stand for any of them. */
function hasHarmlessFormats(args: readonly ShellWord[]): boolean {
  return args.every(({ literal, prefix }, index) => {
    const text = literal ?? prefix;
    if (!/^--(format|pretty)(=|$)/.test(text)) return true;
    const equals = text.indexOf('=');
    const format = equals >= 0 ? text.slice(equals + 1) : args[index + 1]?.literal;
    if (literal === null || format === undefined || format === null) return false;
    if (/%[-+ ]?G|signature|describe/.test(format)) return false;
    return format.includes('%') || /^(oneline|short|medium|full|fuller|reference|email|raw)$/.test(format);
  });
}

interface GitReader {
  readonly table: FlagTable;
  /** Whether with these operands it does not write. */
  isReading(read: { readonly operands: readonly ShellWord[]; readonly flags: ReadonlySet<string> }): boolean;
}

function git(flags: string, values = '', isReading: GitReader['isReading'] = () => true): GitReader {
  return { table: toFlagTable({ flags, values, digits: true }), isReading };
}

// Missing everywhere: --output, --ext-diff, --textconv, --submodule, --show-signature, --open-files-in-pager.
const DIFF =
  '-uprzwbaRsM --patch --no-patch --stat --numstat --shortstat --dirstat --summary --name-only --name-status --raw ' +
  '--color --no-color --color-words --word-diff --minimal --patience --histogram --cached --staged --merge-base ' +
  '--ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --exit-code ' +
  '--quiet --check --full-index --binary --text --no-ext-diff --no-textconv --no-renames --find-renames --find-copies ' +
  '--function-context --relative --no-prefix --no-color-moved --color-moved --abbrev ' +
  '--no-abbrev --compact-summary --pickaxe-all --pickaxe-regex --root --cc --no-index';
const DIFF_VALUES = '-USGC --diff-algorithm --inter-hunk-context --diff-filter --unified';
const LOG =
  '-igEFm --oneline --graph --all --decorate --no-decorate --merges --no-merges --first-parent --reverse --follow ' +
  '--abbrev-commit --no-abbrev-commit --branches --tags --remotes --date-order --topo-order --author-date-order ' +
  '--left-right --cherry-pick --cherry-mark --cherry --boundary --simplify-by-decoration --full-history --ancestry-path ' +
  '--source --relative-date --no-walk --walk-reflogs --no-notes --parents --children --regexp-ignore-case --count ' +
  '--extended-regexp --fixed-strings --perl-regexp --all-match --invert-grep --no-mailmap --use-mailmap --objects ' +
  '--pretty --left-only --right-only --not';
const LOG_VALUES =
  '-nL --max-count --skip --since --after --until --before --author --committer --grep --date --format --decorate-refs ' +
  '--exclude --glob';

const READERS: ReadonlyMap<string, GitReader> = new Map<string, GitReader>([
  [
    'status',
    git(
      '-sbzu --short --branch --porcelain --long --ignored --untracked-files --no-renames --find-renames --show-stash ' +
        '--ahead-behind --no-ahead-behind --no-column',
    ),
  ],
  ['diff', git(DIFF, DIFF_VALUES)],
  ['log', git(`${DIFF} ${LOG}`, `${DIFF_VALUES} ${LOG_VALUES}`)],
  ['show', git(`${DIFF} ${LOG}`, `${DIFF_VALUES} ${LOG_VALUES}`)],
  ['reflog', git(LOG, LOG_VALUES, isReflogShown)],
  ['rev-list', git(LOG, LOG_VALUES)],
  [
    'shortlog',
    git(
      '-nse --numbered --summary --email --no-merges',
      '--since --until --author',
      ({ operands }) => operands.length > 0,
    ),
  ],
  ['diff-tree', git(`${DIFF} -t --no-commit-id --pretty`, DIFF_VALUES)],
  ['diff-index', git(DIFF, DIFF_VALUES)],
  ['diff-files', git(DIFF, DIFF_VALUES)],
  [
    'blame',
    git(
      '-lstefnwkbcp --porcelain --line-porcelain --root --show-name --show-number --show-email --show-stats',
      '-LSM --since --abbrev --date',
    ),
  ],
  [
    'grep',
    // Missing: -O opens a pager.
    git(
      '-nilLcwEFPGvhHIoqzapW --line-number --ignore-case --files-with-matches --name-only --files-without-match --count ' +
        '--word-regexp --extended-regexp --fixed-strings --perl-regexp --basic-regexp --invert-match --cached --untracked ' +
        '--no-index --heading --break --only-matching --column --color --no-color --show-function --function-context ' +
        '--all-match --and --or --not --full-name --null --quiet --text',
      '-eABCmf --max-depth --max-count --context --after-context --before-context',
    ),
  ],
  [
    'ls-files',
    git(
      '-cdmosiuktvzf --cached --deleted --modified --others --stage --ignored --unmerged --killed --exclude-standard ' +
        '--full-name --error-unmatch --directory --no-empty-directory --eol --deduplicate --abbrev',
      '-x --exclude',
    ),
  ],
  ['ls-tree', git('-rdtlz --name-only --name-status --long --full-name --full-tree --object-only --abbrev')],
  // Missing: --filters and --textconv run programs, --batch waits.
  ['cat-file', git('-pets')],
  [
    'rev-parse',
    git(
      '-q --abbrev-ref --short --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir ' +
        '--is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --verify --quiet ' +
        '--symbolic --symbolic-full-name --all --branches --tags --remotes --show-superproject-working-tree',
    ),
  ],
  // Missing: --dirty and --broken write the index.
  [
    'describe',
    git(
      '--all --tags --long --always --contains --first-parent --exact-match --abbrev',
      '--match --exclude --candidates',
    ),
  ],
  ['name-rev', git('--tags --name-only --always --all', '--refs --exclude')],
  ['merge-base', git('-a --all --octopus --is-ancestor --fork-point')],
  ['show-ref', git('-dsq --head --tags --heads --branches --dereference --hash --abbrev --verify --quiet --exists')],
  [
    'for-each-ref',
    git('--omit-empty', '--count --sort --format --points-at --merged --no-merged --contains --no-contains'),
  ],
  [
    'branch',
    git(
      '-arvi --all --remotes --list --show-current --verbose --color --no-color --no-column --ignore-case --omit-empty',
      '--sort --format --points-at --contains --no-contains --merged --no-merged',
      ({ operands, flags }) => operands.length === 0 || flags.has('--list'),
    ),
  ],
  [
    'tag',
    git(
      '-lin --list --no-column --ignore-case --color --omit-empty',
      '--sort --format --points-at --contains --no-contains --merged --no-merged',
      ({ operands, flags }) => operands.length === 0 || flags.has('--list') || flags.has('-l'),
    ),
  ],
  ['remote', git('-v --verbose --all --push', '', isRemoteRead)],
  ['stash', git('', '', ({ operands }) => operands.length === 1 && operands[0]?.literal === 'list')],
  [
    'worktree',
    git('-vz --porcelain --verbose', '', ({ operands }) => operands.length === 1 && operands[0]?.literal === 'list'),
  ],
  ['symbolic-ref', git('-q --short --quiet', '', ({ operands }) => operands.length === 1)],
  [
    'config',
    git(
      '-lz --get --get-all --get-regexp --list --local --global --system --worktree --show-origin --show-scope ' +
        '--name-only --null --bool --int --path --includes --no-includes --all --regexp',
      '--type --default',
      isConfigRead,
    ),
  ],
  ['count-objects', git('-vH --verbose --human-readable')],
  ['check-ignore', git('-vnq --verbose --non-matching --no-index --quiet', '', ({ operands }) => operands.length > 0)],
  [
    'check-attr',
    git(
      '-a --all --cached',
      '',
      ({ operands, flags }) => operands.length > (flags.has('-a') || flags.has('--all') ? 0 : 1),
    ),
  ],
  ['version', git('--build-options')],
]);

/** `git remote show` asks the server. */
function isRemoteRead({ operands }: Parameters<GitReader['isReading']>[0]): boolean {
  return operands.length === 0 || (operands[0]?.literal === 'get-url' && operands.length === 2);
}

function isReflogShown({ operands }: Parameters<GitReader['isReading']>[0]): boolean {
  return operands.length === 0 || operands[0]?.literal === 'show' || operands[0]?.literal === 'HEAD';
}

/** With one operand it reads a setting, with two it writes; `get` and `list` are newer words for the same. */
function isConfigRead({ operands, flags }: Parameters<GitReader['isReading']>[0]): boolean {
  const isGet = flags.has('--get') || flags.has('--get-all') || flags.has('--get-regexp');
  const [first] = operands;
  if (isGet || flags.has('--list') || flags.has('-l')) return true;
  if (first?.literal === 'get') return operands.length === 2;
  if (first?.literal === 'list') return operands.length === 1;
  return operands.length === 1 && /^[\w-]+\.[\w.-]+$/.test(first?.literal ?? '');
}
