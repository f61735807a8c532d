import { spawn } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { GitCommand } from '../safety/readingGit.ts';
import { foldersOf, gitCommandsIn, judgeShellScript } from '../shellSafety.ts';
import { isLocaleVariable, isPassedOn, isPlainLocale } from '../safety/shellVariables.ts';
import { parseShellScript, type ShellScript } from '../syntax/shellSyntax.ts';

/** A read-only command, prepared for `bash --noprofile --norc -c` without standard input. */
export interface HardenedCommand {
  readonly command: string;
  /** The whole environment; no variables may be added. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface HardeningOptions {
  readonly folder: string;
  /** Folders whose files may come from a repository. They and their subfolders are removed from the PATH. */
  readonly roots: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Keeps git from running programs that are named in git's configuration and in a repository's attributes. No flag or
 * setting turns off all filters at once. Therefore `git config`, which does not run any program, first lists the
 * filters, and each filter is set to an empty command. Returns null for a command that is not read-only. Returns
 * `git-too-old` if git does not take settings from the environment (before version 2.31); the command must then not run
 * as read-only.
 */
export async function hardenReadOnly(
  command: string,
  options: HardeningOptions,
  signal: AbortSignal,
): Promise<HardenedCommand | 'git-too-old' | null> {
  const script = await parseShellScript(command);
  if (!script || judgeShellScript(script).verdict !== 'read-only') return null;
  const environment = hardenedEnvironment({ ...options, used: script.variables });
  const edits = gitCommandsIn(script);
  if (edits.length === 0) return { command, environment };
  const filters = new Set<string>();
  for (const folder of gitFolders(script, options.folder)) {
    const names = await readSettingNames(folder, environment, signal);
    if (!names) return 'git-too-old';
    for (const name of names) {
      const filter = /^filter\.([\s\S]+)\.[a-z]+$/.exec(name)?.[1];
      if (filter !== undefined) filters.add(filter);
    }
  }
  const withoutFilters = [...filters].flatMap((filter) => [
    ...['clean', 'smudge', 'process'].map((kind) => [`filter.${filter}.${kind}`, ''] as const),
    [`filter.${filter}.required`, 'false'] as const,
  ]);
  return {
    command: withFlags(command, edits),
    environment: { ...environment, ...gitSettings([...GIT_SETTINGS, ...withoutFilters]) },
  };
}

/**
 * The environment for any read-only command; a git command also needs the changes of `hardenReadOnly`. Of the
 * variables in `used`, keeps those that `isPassedOn` accepts, so that `echo "$NODE_ENV"` prints the user's value.
 */
export function hardenedEnvironment({
  roots,
  environment,
  used = new Set(),
}: Pick<HardeningOptions, 'roots' | 'environment'> & { readonly used?: ReadonlySet<string> }): Readonly<
  Record<string, string>
> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const upper = name.toUpperCase();
    if (value === undefined) continue;
    if (upper === 'PATH') kept[name] = safePath(value, roots);
    else if (isLocaleVariable(upper)) kept[name] = isPlainLocale(value) ? value : 'C.UTF-8';
    else if (KEPT.test(upper) || (used.has(name) && isPassedOn(name))) kept[name] = value;
  }
  return { ...kept, ...GIT_ENVIRONMENT, ...gitSettings(GIT_SETTINGS), PAGER: 'cat', TERM: 'dumb' };
}

/**
 * The variables that every read-only command gets unchanged. Other variables may be secrets, or may change what runs,
 * as `BASH_ENV`, `LD_PRELOAD` and `RIPGREP_CONFIG_PATH` do.
 */
const KEPT =
  /^(HOME|USER|LOGNAME|TZ|TMPDIR|TEMP|TMP|XDG_CONFIG_HOME|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERPROFILE|USERNAME|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|HOMEDRIVE|HOMEPATH|PATHEXT|MSYSTEM)$/;

/** Removes relative folders and folders inside the roots. */
function safePath(path: string, roots: readonly string[]): string {
  const isOutside = (folder: string): boolean =>
    roots.every((root) => {
      const fromRoot = relative(root, folder);
      return fromRoot === '..' || /^\.\.[\\/]/.test(fromRoot) || isAbsolute(fromRoot);
    });
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isOutside(folder))
    .join(delimiter);
}

const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  // Keeps git from fetching missing objects of a partial clone. Versions before 2.45 may ignore this variable;
  // `GIT_ALLOW_PROTOCOL` makes their fetch fail.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_EDITOR: 'false',
  GIT_TRACE2: '0',
  GIT_TRACE2_EVENT: '0',
  GIT_TRACE2_PERF: '0',
};

const GIT_SETTINGS: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.alternateRefsCommand', 'false'],
  // Limits the amount of pack data that git maps into memory, because `ulimit -v` counts mapped memory.
  ['core.packedGitWindowSize', '32m'],
  ['core.packedGitLimit', '512m'],
  // A repository may contain a folder that looks like a bare repository, with settings that git would use.
  ['safe.bareRepository', 'explicit'],
  ['diff.autoRefreshIndex', 'false'],
  ['diff.submodule', 'short'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  // `remerge` would repeat each merge, and could run merge drivers.
  ['log.diffMerges', 'separate'],
  ['log.showSignature', 'false'],
  ['format.pretty', 'medium'],
  ...['gpg.program', 'gpg.openpgp.program', 'gpg.x509.program', 'gpg.ssh.program'].map(
    (key) => [key, 'false'] as const,
  ),
];

/** Whether git takes settings from the environment. Also true if git fails or is not installed. */
export async function canHardenGit(
  { roots, environment }: Pick<HardeningOptions, 'roots' | 'environment'>,
  signal: AbortSignal,
): Promise<boolean> {
  return (await readSettingNames(roots[0] ?? '.', hardenedEnvironment({ roots, environment }), signal)) !== null;
}

/** These variables override the settings of all configuration files. */
function gitSettings(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const entries = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...(Object.fromEntries(entries) as Record<string, string>) };
}

const NO_PROGRAMS = ' --no-ext-diff --no-textconv';
/** Without this flag, git would run another git in each submodule. */
const NO_SUBMODULES = ' --ignore-submodules=dirty';

/** Inserted after the name of a git command. */
const FLAGS: Readonly<Record<string, string>> = {
  status: NO_SUBMODULES,
  diff: NO_PROGRAMS + NO_SUBMODULES,
  'diff-index': NO_PROGRAMS + NO_SUBMODULES,
  'diff-files': NO_PROGRAMS + NO_SUBMODULES,
  'diff-tree': NO_PROGRAMS,
  log: NO_PROGRAMS,
  show: NO_PROGRAMS,
  blame: ' --no-textconv',
  grep: ' --no-textconv',
};

function withFlags(command: string, found: readonly GitCommand[]): string {
  const inserts = found
    .map(({ name, word }) => ({ at: word.end, text: Object.hasOwn(FLAGS, name) ? (FLAGS[name] ?? '') : '' }))
    .sort((a, b) => b.at - a.at);
  let result = command;
  for (const { at, text } of inserts) result = result.slice(0, at) + text + result.slice(at);
  return result;
}

/** All folders in which git might run, because the folder depends on which commands succeed. */
function gitFolders(script: ShellScript, start: string): ReadonlySet<string> {
  const folders = (foldersOf(script) ?? []).map((folder) => resolve(start, folder));
  const others = gitCommandsIn(script).flatMap((git) => git.folders.map(({ literal }) => literal ?? ''));
  // Not normalized, because git follows a symbolic link before it resolves `..`.
  const below = others.flatMap((other) =>
    isAbsolute(other) ? [other] : folders.map((folder) => `${folder}/${other}`),
  );
  return new Set([...folders, ...below]);
}

/** Paths are absolute. */
export interface GitRepository {
  readonly root: string;
  /**
   * A path outside `root/.git` with data of the repository; null for most repositories, and for folders of `git
   * worktree`.
   */
  readonly externalData: string | null;
}

/**
 * Finds the repository of a folder; null if the folder is not in a work tree, or if git fails. Does not run any program
 * that the repository names.
 */
export async function findRepository(
  folder: string,
  options: Pick<HardeningOptions, 'roots' | 'environment'>,
  signal: AbortSignal,
): Promise<GitRepository | null> {
  const args = 'rev-parse --path-format=absolute --show-toplevel --git-dir --git-common-dir'.split(' ');
  const lines = (await readFromGit(folder, args, hardenedEnvironment(options), signal))?.split('\n');
  const [root = '', own = '', common = ''] = lines ?? [];
  if (common === '') return null;
  const elsewhere = await findExternalPart(common);
  if (elsewhere !== null) return { root, externalData: elsewhere };
  if (own === common) return { root, externalData: own === `${root}/.git` ? null : own };
  // `git worktree add` makes two files that name each other: `.git` in the new folder, and `gitdir` in the repository's
  // data. A hostile repository can fake only `.git`.
  const back = await readFile(join(own, 'gitdir'), 'utf8').catch(() => '');
  const isOwn = dirname(own) === `${common}/worktrees` && back.trim() === `${root}/.git`;
  return { root, externalData: isOwn ? null : common };
}

/** A path that the git data refers to by a link or in `objects/info/alternates`; null if there is none. */
async function findExternalPart(folder: string): Promise<string | null> {
  const objects = join(folder, 'objects');
  const borrowed = await readFile(join(objects, 'info/alternates'), 'utf8').catch(() => '');
  if (borrowed.trim() !== '') return resolve(objects, borrowed.trim().split('\n')[0] ?? '');
  const parts = ['objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads', 'packed-refs'];
  for (const path of parts.map((part) => join(folder, part))) {
    const real = await realpath(path).catch(() => path);
    if (real !== join(await realpath(folder), relative(folder, path))) return real;
  }
  return null;
}

/** The files in the index or the last commit, relative to the root; null if they cannot be listed. */
export async function listTracked(
  root: string,
  options: Pick<HardeningOptions, 'roots' | 'environment'>,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const environment = hardenedEnvironment(options);
  const [index, commit] = await Promise.all([
    readFromGit(root, ['ls-files', '-z'], environment, signal),
    // Fails if the repository has no commit yet.
    readFromGit(root, 'ls-tree -r -z --name-only --full-tree HEAD'.split(' '), environment, signal),
  ]);
  return index === null ? null : [...new Set(`${index}${commit ?? ''}`.split('\0'))].filter((name) => name !== '');
}

/**
 * The names of all settings in `folder`. Empty if git fails; null if git does not take settings from the environment.
 */
async function readSettingNames(
  folder: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const output = await readFromGit(folder, ['config', '--list', '--name-only', '--null'], environment, signal);
  const names = output?.split('\0') ?? [];
  return output === null || names.includes('safe.barerepository') ? names : null;
}

/** Characters. */
const MAX_OUTPUT = 32_000_000;

/** The output of a git command; null if the command fails or prints too much, or if git is not installed. */
function readFromGit(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((settle, reject) => {
    const child = spawn('git', ['-C', folder, ...args], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
      signal,
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > MAX_OUTPUT) child.kill();
    });
    child.on('error', (error) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') settle(null);
      else reject(error);
    });
    child.on('close', (code) => {
      settle(code === 0 ? output : null);
    });
  });
}
