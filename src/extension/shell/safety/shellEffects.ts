import type { ShellWord } from '../syntax/shellSyntaxWord.ts';

/**
 * `read-only`: cannot write, use the network, wait for input, or run a program that does one of these. The command may
 * be slow, or block on a named pipe. `write`: is known to change something. `unknown`: everything else.
 */
export type ShellSafety = 'read-only' | 'write' | 'unknown';

/**
 * The worst known effect of a command, for its approval card and for `/init-permissions`. Only the verdict decides what
 * may run. Effect and verdict are `read-only` for the same commands. For other commands they may differ: the verdict on
 * `curl` is `unknown`, its effect is `network`.
 */
export type ShellEffect = ShellSafety | 'network' | 'deletes-or-publishes';

export interface ShellJudgement {
  readonly verdict: ShellSafety;
  readonly effect: ShellEffect;
}

const SEVERITY: readonly ShellEffect[] = ['read-only', 'unknown', 'write', 'network', 'deletes-or-publishes'];

function worst<T extends ShellEffect>(effects: readonly T[]): T | 'read-only' {
  return effects.reduce<T | 'read-only'>(
    (worse, effect) => (SEVERITY.indexOf(effect) > SEVERITY.indexOf(worse) ? effect : worse),
    'read-only',
  );
}

export function judged(safety: ShellSafety): ShellJudgement {
  return { verdict: safety, effect: safety };
}

export function worstOf(judgements: readonly ShellJudgement[]): ShellJudgement {
  return {
    verdict: worst(judgements.map(({ verdict }) => verdict)),
    effect: worst(judgements.map(({ effect }) => effect)),
  };
}

type Args = readonly ShellWord[];
type Effects = Partial<Record<Exclude<ShellEffect, 'read-only'>, string>>;

/**
 * Programs that count as writing, unless the only argument is `--help` or `--version`. `unknown`: they change the
 * system, not the files that their words name.
 */
const WRITING_PROGRAMS: Effects = {
  'deletes-or-publishes': 'rm rmdir unlink shred mkfs',
  network: 'scp sftp',
  write:
    'mv cp ln install mkdir mkfifo mknod touch truncate chmod chown chgrp chattr setfacl tee dd rsync patch split ' +
    'csplit mktemp fallocate gzip gunzip bzip2 bunzip2 xz unxz zstd unzip zip',
  unknown:
    'kill killall pkill shutdown reboot halt poweroff mount umount fdisk crontab useradd userdel usermod passwd ' +
    'systemctl launchctl service apt apt-get aptitude dpkg yum dnf rpm pacman brew snap apk pip pip3 pipx uv poetry ' +
    'gem bundle composer',
};

/** Programs that use the network, unless the only argument is `-h`, `--help` or `--version`. */
const NETWORK_PROGRAMS =
  'curl wget ssh ftp telnet nc ncat netcat ping traceroute dig nslookup host whois rclone aws gcloud az gh glab';

/**
 * First arguments that make a program write. With other first arguments, the verdict is unknown, because many of them
 * run scripts of the repository.
 */
const WRITING_ARGUMENTS: Readonly<Record<string, Effects>> = {
  npm: {
    'deletes-or-publishes': 'publish',
    network: 'install i ci add update up upgrade',
    write: 'uninstall remove rm link dedupe prune rebuild init',
    unknown: 'version',
  },
  pnpm: {
    'deletes-or-publishes': 'publish',
    network: 'install i add update up',
    write: 'remove rm link dedupe prune rebuild init',
  },
  yarn: { 'deletes-or-publishes': 'publish', network: 'install add up upgrade', write: 'remove link dedupe init' },
  bun: { 'deletes-or-publishes': 'publish', network: 'install i add update', write: 'remove rm link init' },
  cargo: {
    'deletes-or-publishes': 'publish clean',
    network: 'install add update',
    write: 'uninstall remove init new fix fmt',
  },
  go: { 'deletes-or-publishes': 'clean', network: 'install get', write: 'fmt fix', unknown: 'generate' },
  docker: {
    'deletes-or-publishes': 'rm rmi prune push',
    unknown: 'kill stop build run exec create',
  },
  kubectl: { 'deletes-or-publishes': 'delete', network: 'apply create replace patch edit scale' },
  terraform: { 'deletes-or-publishes': 'destroy apply', unknown: 'import' },
};

/**
 * Effects of further arguments. Each entry is one argument, or two joined by a dot. These effects do not change the
 * verdict: it is `unknown` for `npm audit`, for example.
 */
const KNOWN_ARGUMENTS: Readonly<Record<string, Effects>> = {
  npm: {
    'deletes-or-publishes': 'unpublish deprecate dist-tag.add dist-tag.rm',
    network: 'audit outdated view info show search login logout whoami ping',
    write: 'version.major version.minor version.patch version.prerelease',
  },
  pnpm: { 'deletes-or-publishes': 'unpublish', network: 'dlx audit outdated' },
  yarn: { 'deletes-or-publishes': 'npm.publish', network: 'dlx npm.audit npm.info' },
  bun: { network: 'x outdated' },
  cargo: { 'deletes-or-publishes': 'yank owner', network: 'fetch search login' },
  go: { network: 'mod.download mod.tidy' },
  docker: {
    'deletes-or-publishes':
      'system.prune image.rm image.prune image.push container.rm container.prune volume.rm volume.prune network.rm ' +
      'network.prune',
    network: 'pull login search',
  },
  terraform: { network: 'init plan' },
  gh: {
    'deletes-or-publishes':
      'release.create release.delete release.edit release.upload repo.create repo.delete repo.edit pr.create pr.merge ' +
      'pr.close pr.comment issue.create issue.close issue.comment issue.delete gist.create gist.delete',
  },
  pip: { network: 'install download search', write: 'uninstall' },
  pip3: { network: 'install download search', write: 'uninstall' },
  pipx: { network: 'install upgrade upgrade-all', write: 'uninstall uninstall-all' },
  uv: {
    'deletes-or-publishes': 'publish',
    network: 'add sync lock pip.install pip.sync tool.install',
    write: 'remove',
  },
  poetry: { 'deletes-or-publishes': 'publish', network: 'install add update lock', write: 'remove init new version' },
  twine: { 'deletes-or-publishes': 'upload' },
  gem: { 'deletes-or-publishes': 'push yank', network: 'install update fetch', write: 'uninstall build' },
  bundle: { network: 'install update add', write: 'remove init clean' },
  composer: { network: 'install update require create-project', write: 'remove init' },
  apt: { network: 'install update upgrade full-upgrade', write: 'remove purge autoremove' },
  'apt-get': { network: 'install update upgrade dist-upgrade source', write: 'remove purge autoremove' },
  brew: { network: 'install upgrade update tap', write: 'uninstall remove' },
  dnf: { network: 'install update upgrade', write: 'remove' },
  yum: { network: 'install update upgrade', write: 'remove' },
  apk: { network: 'add update upgrade', write: 'del' },
  snap: { network: 'install refresh', write: 'remove' },
};

/** Git commands that count as writing, unless `readGit` finds that they only read. */
const GIT_EFFECTS: Effects = {
  'deletes-or-publishes': 'clean filter-branch push rm',
  network: 'clone fetch pull submodule',
  write:
    'add am apply bisect branch checkout cherry-pick commit config gc init merge mv notes prune rebase remote repack ' +
    'reset restore revert sparse-checkout stash switch symbolic-ref tag update-index update-ref worktree write-tree ' +
    'commit-tree read-tree checkout-index',
};

/** Flags, or first arguments, that delete or discard something. */
const GIT_DELETING: Readonly<Record<string, string>> = {
  reset: '--hard',
  reflog: 'expire delete',
  notes: 'remove prune',
  checkout: '-- . -f --force',
  switch: '-f --force --discard-changes',
  branch: '-d -D --delete',
  tag: '-d --delete',
  stash: 'drop clear',
  worktree: 'remove',
  remote: 'remove rm prune',
  'update-ref': '-d',
  gc: '--prune',
};

/** Flags, or first arguments, that only show something. */
const GIT_SHOWING: Readonly<Record<string, string>> = {
  apply: '--check --stat --numstat --summary',
  bisect: 'log view visualize',
  config: 'get list --get --get-all --get-regexp --get-urlmatch --list -l',
  notes: 'show list',
  'sparse-checkout': 'list',
  stash: 'show list',
  tag: '-l --list -v --verify',
  branch: '-l --list',
  worktree: 'list',
  submodule: 'status summary',
  remote: 'get-url',
};

/** Flags with which a program only prints or checks something. */
const DRY_FLAGS: Readonly<Record<string, string>> = {
  npm: '--dry-run',
  pnpm: '--dry-run',
  yarn: '--dry-run',
  bun: '--dry-run',
  cargo: '--dry-run --check',
  pip: '--dry-run',
  pip3: '--dry-run',
  uv: '--dry-run',
  poetry: '--dry-run',
  composer: '--dry-run',
  bundle: '--dry-run',
  apt: '-s --dry-run --simulate',
  'apt-get': '-s --dry-run --simulate --print-uris',
  brew: '-n --dry-run',
  rsync: '-n --dry-run --list-only',
  patch: '--dry-run',
  gzip: '-c -l -t --stdout --list --test',
  gunzip: '-c -l -t --stdout --list --test',
  bzip2: '-c -t --stdout --test',
  bunzip2: '-c -t --stdout --test',
  xz: '-c -l -t --stdout --list --test',
  unxz: '-c -l -t --stdout --list --test',
  zstd: '-c -l -t --stdout --list --test',
  unzip: '-l -p -t -v -z -Z',
  mktemp: '-u --dry-run',
};

/** Git commands for which `-n` means a dry run; for `commit` or `fetch`, it means something else. */
const GIT_DRY = new Set('add clean mv prune push rm'.split(' '));

export const WRITERS: ReadonlySet<string> = new Set(toEffectMap(WRITING_PROGRAMS).keys());

export const WRITING_SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(WRITING_ARGUMENTS).map(([program, effects]) => [program, new Set(toEffectMap(effects).keys())]),
);

export const GIT_WRITERS: ReadonlySet<string> = new Set(toEffectMap(GIT_EFFECTS).keys());

const PROGRAM_EFFECTS = toEffectMap(WRITING_PROGRAMS);
const NETWORK = new Set(NETWORK_PROGRAMS.split(' '));
const GIT = toEffectMap(GIT_EFFECTS);
const ARGUMENT_EFFECTS: ReadonlyMap<string, ReadonlyMap<string, ShellEffect>> = new Map(
  [...new Set([...Object.keys(WRITING_ARGUMENTS), ...Object.keys(KNOWN_ARGUMENTS)])].map((program) => [
    program,
    new Map([...toEffectMap(WRITING_ARGUMENTS[program] ?? {}), ...toEffectMap(KNOWN_ARGUMENTS[program] ?? {})]),
  ]),
);

/** True for programs that change only the system. */
export function changesNoNamedFile(program: string): boolean {
  return PROGRAM_EFFECTS.get(program) === 'unknown';
}

/** Whether a program's first arguments name a subcommand or a task, not files: `npm test`, `make docs`. */
export function hasSubcommands(program: string): boolean {
  return ARGUMENT_EFFECTS.has(program) || TASK_RUNNERS.has(program);
}

const TASK_RUNNERS = new Set('make just task rake gradle gradlew ./gradlew mvn dotnet deno'.split(' '));

/** Null if the tables do not list the program with these arguments. */
export function effectOfProgram(program: string, args: Args): ShellEffect | null {
  const [first, second] = args.filter(({ literal }) => literal === null || !literal.startsWith('-'));
  const known = ARGUMENT_EFFECTS.get(program);
  const effect =
    known?.get(`${first?.literal ?? ''}.${second?.literal ?? ''}`) ??
    known?.get(first?.literal ?? '') ??
    PROGRAM_EFFECTS.get(program) ??
    (NETWORK.has(program) ? 'network' : null);
  if (effect === null) return null;
  if (hasFlag(args, flagsOf(DRY_FLAGS, program)) || isHelpOrVersion(args)) return 'unknown';
  if (program === 'rsync') return effectOfRsync(args);
  if (program === 'dd') return args.some(({ literal, prefix }) => /^of=/.test(literal ?? prefix)) ? effect : 'unknown';
  return effect;
}

/** The effect of a git command that is not known to only read; null if the tables do not list it. */
export function effectOfGit(name: string, args: Args): ShellEffect | null {
  const effect = GIT.get(name) ?? (name === 'ls-remote' ? 'network' : null);
  if (isHelpOrVersion(args) || hasFlag(args, flagsOf(GIT_SHOWING, name))) return 'unknown';
  if (hasFlag(args, GIT_DRY.has(name) ? '-n --dry-run' : '--dry-run'))
    return GIT_REMOTE.has(name) ? 'network' : 'unknown';
  if (hasFlag(args, flagsOf(GIT_DELETING, name))) return DELETES;
  if (name === 'rm' && hasFlag(args, '--cached')) return 'write';
  // `restore` discards uncommitted changes, unless `--staged` is given without `--worktree`.
  if (name === 'restore' && !(hasFlag(args, '-S --staged') && !hasFlag(args, '-W --worktree'))) return DELETES;
  if (name === 'remote' && hasFlag(args, 'update show')) return 'network';
  return effect;
}

const GIT_REMOTE = new Set('fetch pull push'.split(' '));

const DELETES: ShellEffect = 'deletes-or-publishes';

function effectOfRsync(args: Args): ShellEffect {
  if (args.some(({ literal }) => /^--(del$|delete|remove-source-files$)/.test(literal ?? ''))) return DELETES;
  const isRemote = args.some(({ literal, prefix }) => /^[^-/.][^/]*:/.test(literal ?? prefix));
  return isRemote ? 'network' : 'write';
}

function isHelpOrVersion(args: Args): boolean {
  return args.length === 1 && /^(-h|--help|--version)$/.test(args[0]?.literal ?? '');
}

function flagsOf(table: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(table, name) && table[name]) || '';
}

/** A one-letter flag may be among others after one dash. A word such as `list` counts only as the first argument. */
function hasFlag(args: Args, flags: string): boolean {
  const wanted = flags.split(' ').filter((flag) => flag !== '');
  return args.some(({ literal }, index) =>
    wanted.some((flag) => {
      if (literal === null || (/^\w/.test(flag) && index > 0)) return false;
      if (literal === flag) return true;
      if (/^--\w/.test(flag)) return literal.startsWith(`${flag}=`);
      return /^-\w$/.test(flag) && /^-\w+$/.test(literal) && literal.includes(flag.slice(1));
    }),
  );
}

function toEffectMap(effects: Effects): ReadonlyMap<string, ShellEffect> {
  return new Map(
    (Object.entries(effects) as [ShellEffect, string][]).flatMap(([effect, words]) =>
      words.split(' ').map((word) => [word, effect] as const),
    ),
  );
}
