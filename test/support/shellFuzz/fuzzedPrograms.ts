import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A program or a sub-command, with all options that it may have. */
export interface FuzzedProgram {
  /** One or more words. */
  readonly name: string;
  readonly options: readonly string[];
}

/** The programs that users and models run most often, and that every system has. */
export const EVERYDAY = (
  'ls cat head tail wc grep find sort uniq cut tr nl comm diff stat file du realpath basename dirname which date uname ' +
  'test pwd echo sed git'
).split(' ');
/** Programs that are also used often, but that some systems lack. */
const EXTRA = ['rg', 'tree', 'jq', 'fd'];

const OTHERS = (
  'egrep fgrep df readlink id uptime nproc locale getconf free hostname whoami groups arch printf seq ps expr awk mawk ' +
  'gawk nawk xxd column od strings md5sum sha1sum b2sum cksum sum shasum md5 cmp join paste expand unexpand fold fmt tac ' +
  'rev true false type cd read export readonly local unset set umask [ [[ xargs env nice timeout time command less more ' +
  'busybox bash make perl gcc clang tsort pr split csplit tee numfmt ptx shuf look hexdump setarch linux64 prlimit ' +
  'truncate install link logname tty users who w last script nohup setsid stdbuf sdiff diff3 zcat zgrep bzcat xzcat tar ' +
  'gzip cpio unlink touch chmod ln cp mv rm mkdir sleep yes sudo getent lsof lscpu lsblk dmesg ss ip netstat man info curl'
).split(' ');

/** Options that a program's help does not list, or that only other systems have. */
const UNLISTED_OPTIONS: Readonly<Record<string, string>> = {
  find:
    '-delete -exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls -files0-from -name -path -regex -type -size -newer ' +
    '-samefile -perm -printf -print0 -prune -quit -depth -mount -follow -ls -maxdepth -mindepth -empty -D -O3 -f -s -d -x',
  rg: '--pre --pre-glob --hostname-bin --search-zip --files --type-list --ignore-file --no-config --json --passthru --sortr',
  fd: '--exec --exec-batch --list-details --base-directory --search-path --gen-completions --ignore-file',
  tree: '--fromfile --fromtabfile --infofile --gitfile --hintro --houtro --filesfirst --noreport --output -o -R -H -T -X -J',
  jq: '--arg --argjson --slurpfile --rawfile --args --jsonargs --from-file --run-tests --seq --stream --indent --build-configuration',
  awk: '--assign --file --source --exec --include --load --inplace --dump-variables --pretty-print --profile --debug -We',
  sed: '--in-place --expression --file --follow-symlinks --debug --line-length',
  tail: '-5f -5cf -cf +5f --follow --retry --pid',
  sort: '--compress-program --files0-from --temporary-directory --output --random-source --parallel --batch-size +1 -1',
  file: '--compile --magic-file --files-from --uncompress --special-files --preserve-date --checking-printout',
  date: '--set --file --reference --date --resolution',
  column: '--table-noextreme --json --tree --table-columns --input-separator',
  ps: 'e E auxe environ -o --headers',
  arch: 'touch -x86_64 -arm64',
  test: '-v -R -e -f -nt -a -o ! ( )',
  '[': '-v -R -e -f -nt -a -o ! ]',
  '[[': '-v -R -e -f -nt -eq =~ ]]',
  printf: '-v %n %d %s %999999999d %*d %b',
  read: '-a -e -i -n -p -t -u -d',
  git: '-c --exec-path --git-dir --work-tree --config-env -C -p --paginate --no-pager --bare --namespace --super-prefix',
};

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@#?,%'].map(
  (letter) => `-${letter}`,
);

export interface FoundPrograms {
  readonly programs: readonly FuzzedProgram[];
  /** Names of programs that this machine lacks. */
  readonly missing: readonly string[];
}

/**
 * The wanted programs of this machine. Each has the options that its help, manual or usage text names, the options that
 * these texts lack, and every single letter.
 */
export async function findPrograms(
  path: string,
  isWanted: (name: string) => Promise<boolean> | boolean,
): Promise<FoundPrograms> {
  const names = [...EVERYDAY, ...EXTRA, ...OTHERS];
  const installed = new Set(
    runBash('for name; do type -- "$name" >/dev/null 2>&1 && echo "$name"; done', names, path).split('\n'),
  );
  const programs: FuzzedProgram[] = [];
  for (const name of names)
    if (installed.has(name) && (await isWanted(name))) programs.push({ name, options: optionsOf(name, path) });
  for (const name of gitCommandNames())
    if (await isWanted(`git ${name}`)) programs.push({ name: `git ${name}`, options: gitOptionsOf(name) });
  return { programs, missing: names.filter((name) => !installed.has(name)) };
}

/** Long options, single letters, and words with one dash such as `-name`. */
const OPTION = /(?<![\w-])--?[A-Za-z0-9][\w-]*/g;

function optionsOf(name: string, path: string): readonly string[] {
  const found = `${helpOf(name, path)} ${manualOf(name)}`.match(OPTION) ?? [];
  const words = [...(UNLISTED_OPTIONS[name] ?? '').split(' '), ...found, ...LETTERS];
  return [...new Set(words.filter((word) => word !== '' && word.length < 40))];
}

/** A builtin's help comes from `help`, because it has no `--help`. */
function helpOf(name: string, path: string): string {
  return runBash('(help -- "$1" 2>/dev/null || "$1" --help) 2>&1', [name], path);
}

function runBash(script: string, args: readonly string[], path: string): string {
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', ...args], {
    env: { PATH: path },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    timeout: 5_000,
  });
  return stdout;
}

/** The source of the manual page. There a dash is `\-`; on macOS an option is `.Fl x`. Both become plain dashes. */
function manualOf(name: string): string {
  for (const section of ['1', '8'])
    for (const folder of ['/usr/share/man', '/usr/local/share/man', '/opt/homebrew/share/man'])
      for (const ending of ['', '.gz']) {
        const file = `${folder}/man${section}/${name}.${section}${ending}`;
        if (!existsSync(file)) continue;
        const text = ending === '' ? readFileSync(file) : gunzipSync(readFileSync(file));
        return text
          .toString('latin1')
          .replace(/\\f[A-Z]|\\f\[[A-Z]*\]/g, '')
          .replaceAll('\\-', '-')
          .replace(/\bFl (\w)/g, ' -$1');
      }
  return '';
}

function gitCommandNames(): readonly string[] {
  return askGit(['--list-cmds=main'])
    .split(/\s+/)
    .filter((name) => /^[a-z][a-z-]+$/.test(name) && !INTERNAL_GIT_COMMAND.test(name));
}

/** Git commands that are servers, or parts of another command. */
const INTERNAL_GIT_COMMAND =
  /^(credential|daemon|shell|http-|imap-|instaweb|gui|citool|remote-|upload-|receive-|fsmonitor--|submodule--|sh-)/;

/** Options from the sub-command's usage and manual, options of many sub-commands, and every single letter. */
function gitOptionsOf(name: string): readonly string[] {
  const usage = WITHOUT_USAGE.has(name) ? '' : askGit([name, '-h']);
  const found = `${usage} ${manualOf(`git-${name}`)}`.match(OPTION) ?? [];
  return [...new Set([...found, ...GIT_OPTIONS, ...LETTERS])];
}

function askGit(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync('git', [...args], {
    cwd: '/',
    encoding: 'utf8',
    timeout: 5_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return `${stdout} ${stderr}`;
}

/** Sub-commands that wait if called with `-h`, or that give `-h` another meaning. */
const WITHOUT_USAGE = new Set([
  'cvsserver',
  'fast-import',
  'web--browse',
  'mergetool',
  'difftool',
  'p4',
  'svn',
  'send-email',
]);

/** Options of many sub-commands, tried with all of them. */
const GIT_OPTIONS = (
  '--output --ext-diff --textconv --filters --submodule --show-signature --open-files-in-pager --dirty --broken --batch ' +
  '--recurse-submodules --no-index --refresh --really-refresh --format --pretty --sort --list --contains --merged --get ' +
  '--get-all --get-urlmatch --get-color --edit --unset --add --replace-all --remerge-diff --stat --abbrev --date --exec ' +
  '--upload-pack --path-format --parseopt --sq-quote --patch --word-diff --ignore-revs-file --contents --trailers --stdin'
).split(' ');
