import { execFileSync, type StdioOptions } from 'node:child_process';
import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A user that owns only the scratch files. Commands run as this user if the tests run as root. */
export interface FuzzUser {
  readonly uid: number;
  readonly gid: number;
}

/** The scratch folders of a run; all are below `base`. */
export interface FuzzSandbox {
  readonly base: string;
  /** The working directory of the commands. */
  readonly repository: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A command that may run without a question must not read the contents of these files. */
export const SECRETS = ['repo/.env', 'repo/dir/.env', 'home/.ssh/id_rsa', 'outside/secret.txt', 'home/.netrc'];

/**
 * Creates a repository, a home, and files outside of the repository. Wherever possible, the configuration, attributes,
 * hooks and files of the repository and of the home refer to a canary program. A canary that runs creates a file in
 * `marks`. The repository also has canaries with the names of programs of the system.
 */
export function makeSandbox(base: string, user: FuzzUser | null, path: string): FuzzSandbox {
  const [repository, home] = [join(base, 'repo'), join(base, 'home')];
  for (const folder of ['repo', 'home', 'marks', 'tmp', 'outside']) mkdirSync(join(base, folder), { recursive: true });
  const canary = `#!/bin/sh\n: > '${join(base, 'marks')}'/$$\ncat\n`;
  const put = (name: string, text: string, mode = 0o644): void => {
    const file = join(base, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
  };
  for (const name of SECRETS) put(name, 'TOKEN=canary file\n', 0o600);
  put('outside/kept.txt', 'kept\n');
  put('home/notes.txt', 'notes\n');
  put('home/.bashrc', `'${base}/repo/trap'\n`);
  const settings = hostileSettings(join(repository, 'trap'));
  put(
    'home/.gitconfig',
    `[safe]\n\tdirectory = *\n[user]\n\tname = a\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n`,
  );
  const environment = {
    HOME: home,
    PATH: `${repository}:${join(repository, 'dir')}:${path}`,
    TMPDIR: join(base, 'tmp'),
    LANG: 'C.UTF-8',
    USER: 'canary',
    OPENAI_API_KEY: 'canary variable',
    DATABASE_URL: 'canary variable',
    BASH_ENV: join(repository, 'trap'),
    ENV: join(repository, 'trap'),
    GIT_EXTERNAL_DIFF: join(repository, 'trap'),
    GIT_SSH_COMMAND: join(repository, 'trap'),
    PAGER: join(repository, 'trap'),
    LESSOPEN: `|${join(repository, 'trap')} %s`,
    RIPGREP_CONFIG_PATH: join(repository, 'rgrc'),
  };
  const gitRun = {
    cwd: repository,
    env: { PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: '1', LANG: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'] satisfies StdioOptions,
  };
  const git = (args: readonly string[]): void => {
    execFileSync('git', args, gitRun);
  };
  git(['init', '-q']);
  for (const [name, text] of Object.entries(FILES)) put(`repo/${name}`, text);
  for (const name of PROGRAM_NAMES) put(`repo/${name}`, canary, 0o755);
  put('repo/.gitignore', 'logs/\n*.log\n');
  put('repo/rgrc', '--pre=./trap\n');
  symlinkSync('a.txt', join(repository, 'link'));
  symlinkSync('../outside', join(repository, 'beyond'));
  git(['add', '-A', '-f']);
  git(['commit', '-qm', 'first']);
  git(['branch', 'side']);
  put('repo/a.txt', 'two\nthree\n');
  git(['commit', '-qam', 'second']);
  git(['tag', '-a', '-m', 'one', 'v1']);
  git(['checkout', '-q', 'side']);
  put('repo/b.txt', 'side\n');
  git(['commit', '-qam', 'third']);
  git(['checkout', '-q', 'main']);
  git(['merge', '-q', '-m', 'merge', 'side']);
  put('repo/a.txt', 'four\n');
  git(['stash']);
  git(['clone', '-q', '.', 'sub']);
  git(['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', '../repo', 'sub']);
  git(['commit', '-qm', 'submodule']);
  git(['replace', 'HEAD~1', 'side']);
  git(['notes', 'add', '-m', 'note', 'HEAD']);
  // A commit with a missing file, which git would have to fetch.
  git(['update-index', '--add', '--cacheinfo', `100644,${'12'.repeat(20)},missing`]);
  execFileSync(
    'sh',
    ['-c', 'git branch partial $(git commit-tree -p HEAD -m partial $(git write-tree --missing-ok))'],
    gitRun,
  );
  git(['update-index', '--force-remove', 'missing']);
  git(['init', '-q', '--bare', 'embedded']);
  put('repo/a.txt', 'changed\n');
  put('repo/sub/a.txt', 'changed\n');
  put('repo/dir/c.txt', 'changed\n');
  writeFileSync(join(repository, '.gitattributes'), '* filter=q diff=q merge=q\n*.txt filter=q\n');
  const hooks =
    'post-index-change pre-commit post-checkout reference-transaction pre-auto-gc fsmonitor-watchman post-rewrite'.split(
      ' ',
    );
  for (const folder of ['repo/.git/hooks', 'repo/embedded/hooks', 'repo/myhooks', 'repo/sub/.git/hooks'])
    for (const hook of hooks)
      if (folder !== 'repo/sub/.git/hooks' || isFolder(join(base, folder))) put(`${folder}/${hook}`, canary, 0o755);
  for (const file of ['repo/.git/config', 'repo/embedded/config', 'home/.gitconfig', 'repo/.git/modules/sub/config'])
    if (exists(join(base, file)))
      execFileSync('sh', ['-c', 'cat >> "$1"', 'sh', join(base, file)], { input: settings });
  put('repo/embedded/a.txt', 'x\n');
  execFileSync('sh', [
    '-c',
    'printf "\\tworktree = ..\\n" | sed "1i [core]" >> "$1"',
    'sh',
    join(base, 'repo/embedded/config'),
  ]);
  if (user) changeOwner(base, user);
  return { base, repository, home, environment };
}

const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\n',
  'b.txt': 'b\na\nb\n',
  out: 'precious\n',
  empty: '',
  list: 'out\na.txt\n--output=pwned\n-delete\n.env\n',
  'big.txt': 'line of text\n'.repeat(2_000),
  'data.json': '{"x": [1, {"y": "z"}]}\n',
  'dir/c.txt': 'c\n',
  'dir/d.txt': 'd\n',
  'logs/1.txt': 'first\n',
  'logs/2.txt': 'precious\n',
  '-x': 'x\n',
  '-r': 'r\n',
  '-o': 'o\n',
  '-f.env': 'f\n',
  '-delete': '\n',
  '-exec': '\n',
  '--files0-from=.env': '\n',
  '--output=pwned': '\n',
  '--pre=trap': '\n',
  '--compress-program=trap': '\n',
  'dir/-x': 'x\n',
  'dir/--output=pwned': '\n',
  '.mailmap': 'A <a@example.com>\n',
};

/** The canary has these names, because a shell or a program might look them up in the folder or in `PATH`. */
const PROGRAM_NAMES =
  'trap dir/trap ls cat git sh less more pr gpg ssh gzip bzip2 vi ed sort grep diff xz git-x git-foo dir/git-ext dir/pager ./z'.split(
    ' ',
  );

function hostileSettings(trap: string): string {
  const filter = `[filter "q"]\n\tclean = ${trap}\n\tsmudge = ${trap}\n\tprocess = ${trap}\n\trequired = true\n`;
  return `
[core]
\tfsmonitor = ${trap}
\tpager = ${trap}
\teditor = ${trap}
\thooksPath = myhooks
\tsshCommand = ${trap}
\taskPass = ${trap}
\talternateRefsCommand = ${trap}
\tgitProxy = ${trap}
\tuntrackedCache = true
\tattributesFile = .gitattributes
[diff]
\texternal = ${trap}
\tautoRefreshIndex = true
\tsubmodule = log
\ttool = q
\tguitool = q
\tmnemonicPrefix = true
[diff "q"]
\ttextconv = ${trap}
\tcommand = ${trap}
\tcachetextconv = true
[merge]
\ttool = q
[merge "q"]
\tdriver = ${trap} %A
\trecursive = binary
[mergetool "q"]
\tcmd = ${trap}
[difftool "q"]
\tcmd = ${trap}
${filter}[gpg]
\tprogram = ${trap}
[gpg "ssh"]
\tprogram = ${trap}
\tdefaultKeyCommand = ${trap}
[log]
\tshowSignature = true
\tdiffMerges = remerge
[format]
\tpretty = format:%G?%GG%(trailers)
[status]
\tsubmoduleSummary = true
\tshowUntrackedFiles = all
[submodule]
\trecurse = true
[alias]
\tz = !${trap}
\tls = !${trap}
\tdiff = !${trap}
\tl = log --output=pwned
[pager]
\tstatus = ${trap}
\tlog = ${trap}
\tdiff = ${trap}
\tbranch = ${trap}
\tgrep = ${trap}
\tconfig = ${trap}
[column]
\tui = always
[credential]
\thelper = !${trap}
[help]
\tautocorrect = immediate
\tbrowser = q
[browser "q"]
\tcmd = ${trap}
[man]
\tviewer = q
[man "q"]
\tcmd = ${trap}
[interactive]
\tdiffFilter = ${trap}
[trailer "q"]
\tcommand = ${trap}
\tcmd = ${trap}
[tar "q"]
\tcommand = ${trap}
[uploadpack]
\tpackObjectsHook = ${trap}
[sequence]
\teditor = ${trap}
[remote "origin"]
\turl = ext::${trap}
\tuploadpack = ${trap}
\tpromisor = true
\tpartialclonefilter = blob:none
\tvcs = ext
[extensions]
\tpartialClone = origin
[protocol "ext"]
\tallow = always
[gc]
\tauto = 1
[maintenance]
\tauto = true
[rerere]
\tenabled = true
\tautoUpdate = true
[grep]
\tfallbackToNoIndex = true
[blame]
\tmarkIgnoredLines = true
[trace2]
\teventTarget = ${trap}-trace
[include]
\tpath = more
`;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function changeOwner(path: string, user: FuzzUser): void {
  lchownSync(path, user.uid, user.gid);
  if (isFolder(path)) for (const name of readdirSync(path)) changeOwner(join(path, name), user);
}

/** The metadata of every file, by path. Every change of a file changes its ctime, which a program cannot set. */
export function takeSnapshot(base: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    const { ino, mode, nlink, size, ctimeNs } = lstatSync(path, { bigint: true });
    // Ignores the times of `tmp`, because `tac <<E` creates and removes a temporary file. A file that stays is found.
    const facts = path === join(base, 'tmp') ? `${ino} ${mode}` : `${ino} ${mode} ${nlink} ${size} ${ctimeNs}`;
    found.set(path, facts);
    if (isFolder(path)) for (const name of readdirSync(path)) visit(join(path, name));
  };
  visit(base);
  return found;
}

/** The changed paths, each with the kind of the change: `gone`, `changed` or `new`. */
export function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [
    ...[...before].flatMap(([path, facts]) => {
      const now = after.get(path);
      return now === facts ? [] : [`${now === undefined ? 'gone' : 'changed'}: ${path}`];
    }),
    ...[...after.keys()].filter((path) => !before.has(path)).map((path) => `new: ${path}`),
  ];
}
