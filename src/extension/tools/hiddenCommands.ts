import { commandName, isStarter, type CommandPart } from './commandPattern.ts';
import { isPlainAwkProgram } from '../shell/readingScripts.ts';

/**
 * Commands in which another one may hide, so that no rule can say that it is not there: what runs a text (`eval`, a
 * shell, `python -c`), what takes its command from elsewhere (`xargs`, `source`), and what is named only when it runs.
 * What a program does by itself (`npm test`, `make`) is not hidden: nobody can say that of any program.
 */
export function isHidden({ words, setsVariables }: CommandPart): boolean {
  const [first] = words;
  if (setsVariables === true || first === null) return true;
  if (first === undefined) return false;
  const starter = words.findIndex((word) => word !== null && isStarter(word));
  if (hides(first, words.slice(1))) return true;
  if (starter < 0) return false;
  const others = words.slice(starter + 1);
  // What stands behind flags may be one's value or the program itself.
  const program = others.findIndex((word) => word === null || !/^-|^\w+=/.test(word));
  return (
    others[program] === null ||
    others.some((word, at) => word !== null && word !== '.' && hides(word, others.slice(at + 1)))
  );
}

/** Whether a command may take what it runs from its input: a shell or an interpreter that is given no file and no text. */
export function readsProgram({ words }: CommandPart): boolean {
  return words.some((word, at) => {
    const name = word === null ? '' : commandName(word).toLowerCase();
    const isInterpreter = SHELLS.has(name) || INTERPRETERS.some(([names]) => names.test(name));
    const isProgram = at === 0 || words.slice(0, at).some((before) => before !== null && isStarter(before));
    const args = words.slice(at + 1);
    if (!isInterpreter || !isProgram || isAboutItself(args) || runsTests(args)) return false;
    const isGiven = args.some((arg, index) => {
      if (arg === null || INPUTS.test(arg)) return false;
      return !arg.startsWith('-') || (/^-[a-z]*[ce]$|^--eval$|^-m$/i.test(arg) && index + 1 < args.length);
    });
    return !isGiven || args.some((arg) => arg !== null && (INPUTS.test(arg) || /^-[a-z]*s$/.test(arg)));
  });
}

const INPUTS = /^-$|^\/dev\/(stdin|fd\/)|^\/proc\/self\/fd\//;

type Words = readonly (string | null)[];

function hides(word: string, args: Words): boolean {
  const name = commandName(word).toLowerCase();
  if (args.some((arg) => arg !== null && RUNNING_FLAG.test(arg))) return true;
  if (HIDERS.has(name)) return !isAboutItself(args);
  if (name === 'node' && runsTests(args)) return false;
  const inline = INTERPRETERS.find(([names]) => names.test(name))?.[1];
  if (inline) return !isAboutItself(args) && runsText(args, inline);
  return HIDDEN_IN[name]?.(args) ?? false;
}

const SHELLS = new Set('bash sh zsh dash ash ksh mksh rbash fish csh tcsh pwsh powershell cmd'.split(' '));

/** Whatever they are given, for `bash script.sh` may run what was written a moment ago. */
const HIDERS = new Set(
  [
    'bash sh zsh dash ash ksh mksh rbash fish csh tcsh pwsh powershell cmd',
    'eval source . trap compgen alias hash enable xargs parallel sem watch at batch script expect osascript',
    'ssh slogin rsh mosh su runuser gdb lldb ed ex vi vim nvim emacs sg screen tmux concurrently hyperfine nix-shell',
  ]
    .join(' ')
    .split(' '),
);

/** Of many programs: `tar --to-command`, `fd --exec`, `sort --compress-program`. */
const RUNNING_FLAG =
  /^--(exec|exec-batch|to-command|checkpoint-action|com[a-z]*-prog[a-z]*|use-compress-program|pre|rsh|call|split-string|upload-pack|receive-pack|ext-diff|textconv|open-files-in-pager|hostname-bin|info-script|rsh-command|rmt-command|unzip-command|script-shell|to-cmd|cc-cmd)(=|$)/;

/** Interpreters, with the flags that are followed by a program. */
const INTERPRETERS: readonly (readonly [names: RegExp, inline: RegExp])[] = [
  [/^(python|pypy)[\d.]*$/, /^-[a-z]*c/i],
  [/^(perl|ruby|lua|julia|elixir|groovy|scala|rscript|guile)[\d.]*$/, /^-[a-z0-9]*e/i],
  [/^(node|nodejs|bun|deno)$/, /^(-[a-z]*[ep]|--eval|--print)(=|$|\b)|^(eval|repl)$/],
  [/^php[\d.]*$/, /^-[a-z]*[rbe]/i],
];

/** Node's own test runner, without a flag that names a program. */
function runsTests(args: Words): boolean {
  return args[0] === '--test' && args.every((arg) => arg !== null && (!arg.startsWith('-') || TEST_FLAG.test(arg)));
}

const TEST_FLAG = /^--(?:test|watch|test-only|test-name-pattern=.*|test-concurrency=\d+|test-timeout=\d+)$/s;

/** `--version`, `--help` and nothing else. */
function isAboutItself(args: Words): boolean {
  return args.length > 0 && args.every((arg) => arg === '--version' || arg === '--help');
}

/** A program on the command line or on the standard input, where the interpreter is not given a file. */
function runsText(args: Words, inline: RegExp): boolean {
  for (const [at, arg] of args.entries()) {
    if (arg === null || arg === '-' || inline.test(arg)) return true;
    // A flag may be followed by its value, so only what follows none is the file for certain.
    if (!arg.startsWith('-') && !args[at - 1]?.startsWith('-')) return false;
    if (arg === '-m') return false;
  }
  return args.every((arg) => arg?.startsWith('-'));
}

const HIDDEN_IN: Readonly<Partial<Record<string, (args: Words) => boolean>>> = {
  env: (args) => args.some((arg) => arg === null || /^-\w*S/.test(arg)),
  tar: (args) => hasLetter(args, 'IF'),
  bsdtar: (args) => hasLetter(args, 'IF'),
  rsync: (args) => hasLetter(args, 'e'),
  scp: (args) => hasLetter(args, 'So'),
  sftp: (args) => hasLetter(args, 'So'),
  zip: (args) => args.includes('-TT'),
  split: (args) => args.some((arg) => arg?.startsWith('--filter') ?? false),
  man: (args) => hasLetter(args, 'PH') || args.some((arg) => /^--(pager|html)/.test(arg ?? '')),
  less: (args) => args.some((arg) => /^\+.*!/.test(arg ?? '')),
  make: (args) => args.some((arg) => /^--ev|^(SHELL|CC|MAKE[A-Z]*)[:+?]?=/.test(arg ?? '')),
  npm: (args) => /^(exec|x)$/.test(args[0] ?? '') && hasLetter(args, 'c'),
  pnpm: (args) => /^(exec|dlx)$/.test(args[0] ?? '') && hasLetter(args, 'c'),
  ...Object.fromEntries('gcc g++ cc c++ clang clang++'.split(' ').map((name) => [name, wrapsCompiler])),
  wait: (args) => hasLetter(args, 'p'),
  flock: (args) => args.includes('-c') || args.includes('--command'),
  npx: (args) => args.includes('-c'),
  fd: (args) => args.some((arg) => arg !== null && /^-\w*[xX]/.test(arg)),
  awk: hidesInAwk,
  gawk: hidesInAwk,
  mawk: hidesInAwk,
  nawk: hidesInAwk,
  sed: hidesInSed,
  gsed: hidesInSed,
  git: hidesInGit,
};

/** One of the letters among those of a word with one dash: each takes a program. */
function hasLetter(args: Words, letters: string): boolean {
  return args.some((arg) => arg !== null && new RegExp(`^-\\w*[${letters}]`).test(arg));
}

function wrapsCompiler(args: Words): boolean {
  return args.some((arg) => /^-(wrapper|fplugin|B)/.test(arg ?? ''));
}

function hidesInAwk(args: Words): boolean {
  return args.some(
    (arg) =>
      arg === null ||
      /^-\w*f|^-W|^--(file|load|exec)/.test(arg) ||
      (/system|getline|\|/.test(arg) && !isPlainAwkProgram(arg)),
  );
}

/** The command `e`, and the flag `e` of `s`, run a program. */
function hidesInSed(args: Words): boolean {
  return args.some((arg) => {
    if (arg === null || /^-[a-zA-Z]*f|^--file/.test(arg)) return true;
    if (/^-[a-zA-Z]+$/.test(arg)) return false;
    return (
      /(^|[;{}\n])[^\S\n]*(\d+|\$)(,(\d+|\$))?[^\S\n]*!?e/.test(arg) ||
      /(^|[;{}\n!\d$/,])[^\S\n]*e(\s|$|[;}])/.test(arg) ||
      /((?<![gpimIM\d])[gpimIM]*\d|[^A-Za-z\s\d])[gpimIM\d]*e[gpimIM\d]*\s*([;}\n]|$)/.test(arg)
    );
  });
}

function hidesInGit(args: Words): boolean {
  return args.some((arg, at) => {
    const next = args[at + 1];
    if (arg === null) return false;
    if (arg === '-c') return next === null || !HARMLESS_SETTING.test(next ?? '');
    if (/^--(config-env|exec-path)/.test(arg)) return true;
    if (/^(filter-branch|difftool|mergetool|send-email|instaweb|web--browse)$/.test(arg)) return true;
    if (/^(clone|fetch|pull|ls-remote|push|fetch-pack|send-pack)$/.test(arg))
      return hasLetter(args.slice(at), 'u') || hasExec(args.slice(at));
    if (arg === 'grep' && hasLetter(args.slice(at), 'O')) return true;
    if (arg === 'config') return !args.slice(at + 1).some((word) => word !== null && HARMLESS_SETTING.test(`${word}=`));
    if (arg === 'rebase') return args.slice(at).some((flag) => flag !== null && /^(-\w*x|--exec)/.test(flag));
    return (arg === 'bisect' && next === 'run') || (arg === 'submodule' && next === 'foreach');
  });
}

function hasExec(args: Words): boolean {
  return args.some((arg) => arg?.startsWith('--exec') ?? false);
}

const HARMLESS_SETTING = /^(user|color|advice|init|commit|push|pull)\.[a-z]+=|^core\.(quotepath|autocrlf|abbrev)=/i;
