import { isPlainAwkProgram, isPlainSedScript } from './safety/readingScripts.ts';
import {
  commandName,
  isStarter,
  mayMention,
  namesIn,
  redirectsRunner,
  RUNNER_PROGRAM_FLAGS,
  type CommandPart,
  type CommandPattern,
} from './commandPattern.ts';

/**
 * Whether a command of the line may run another command that rules cannot find in the line's words. The first case that
 * applies decides:
 * - Yes: the command may set a variable that names a program, or its program is known only at run time.
 * - No: the command runs no program or only reads.
 * - Yes: the program or a flag runs a text, a file or a command (`eval`, a shell, `python -c`, `xargs`).
 * - No: the program never runs its arguments (`HARMLESS`, `HARMLESS_COMMANDS`).
 * - Yes: a word is unknown or may compose a command's name (`$(echo r)m`), except for `sed`, `awk`, and an interpreter
 *   that runs a file.
 * - Yes: the words call a shell, give an interpreter a program text, or start another program that hides a command.
 * - Yes: the words or the input mention a command of `patterns` (from deny and ask rules), which an unlisted flag could
 *   run.
 * - No in all other cases.
 *
 * Commands that a program runs by itself (`npm test`, `make`) do not count as hidden, because any program may run other
 * commands.
 */
export function mayHideCommand(parts: readonly CommandPart[], patterns: readonly CommandPattern[]): boolean {
  const mentions = (names: readonly string[]): boolean => {
    const each = [...new Set(names)];
    return patterns.some((pattern) => mayMention(pattern, each));
  };
  // Many commands of a line share one input.
  const inputs = [...new Set(parts.map(({ input = [] }) => input))];
  const mentioning = new Set(inputs.filter((input) => mentions(input.flatMap(namesIn).flat())));
  return parts.some((part) => partHidesCommand(part, mentions, part.input !== undefined && mentioning.has(part.input)));
}

function partHidesCommand(
  part: CommandPart,
  mentions: (names: readonly string[]) => boolean,
  inputMentions: boolean,
): boolean {
  const { words, setsVariables, verdict } = part;
  const [first, ...args] = words;
  if (setsVariables === true || first === null) return true;
  if (first === undefined || verdict === 'read-only') return false;
  if (args.some((arg) => arg !== null && RUNNING_FLAG.test(arg)) || programHidesCommand(first, args)) return true;
  if (looksHarmless(first, args)) return false;
  const name = commandName(first).toLowerCase();
  const texts = part.texts === undefined ? args : part.texts;
  const given = texts?.filter((text) => text === null || !isPlainScript(name, text)) ?? [null];
  const mayBeComposed = given.some((text) => text === null || COMPOSED.test(text));
  if (mayBeComposed && !isOwnLanguage(name, args)) return true;
  const lines = given.flatMap((text) => (text === null ? [] : namesIn(text)));
  const starter = words.findIndex((word) => word !== null && isStarter(word));
  return (
    (starter >= 0 &&
      words.some(
        (word, at) => at > starter && word !== null && word !== '.' && programHidesCommand(word, words.slice(at + 1)),
      )) ||
    [args, ...lines].some(callsShell) ||
    inputMentions ||
    mentions(lines.flat())
  );
}

/** Syntax with which a shell could compose a command's name: `$(echo r)m`, `r{m,n}`. */
const COMPOSED = /[$`]|\[:|\w\{(?!\})|(?<!\{)\}\w/;

/** Programs that never run their arguments. Lists only those that often get texts or unknown words. */
const HARMLESS = new Set(
  [
    'echo printf true false : test [ [[ cd pushd popd exit return shift break continue export readonly local declare',
    'typeset read mapfile readarray unset let set shopt sleep kill pwd ls cat head tail wc grep egrep fgrep cut tr uniq',
    'cmp comm diff stat file du tree basename dirname realpath readlink which date seq tee touch mkdir rmdir rm cp mv ln',
    'chmod chown truncate jq curl',
  ]
    .join(' ')
    .split(' '),
);

/** For each program, the subcommands that never run the arguments after them. */
const HARMLESS_COMMANDS = new Map(
  Object.entries({
    git: 'add commit status diff log show checkout switch branch tag stash restore reset mv rm rev-parse blame',
    gh: 'pr issue release run api',
    npm: 'test t run run-script start install i ci add remove uninstall',
    pnpm: 'test t run start install i add remove',
    yarn: 'test start install add remove',
    bun: 'test install add remove',
  }),
);

function looksHarmless(program: string, args: Words): boolean {
  if (HARMLESS.has(program)) return true;
  const [command] = program === 'git' ? gitCommand(args) : args;
  // `npm run env -- rm` runs `env rm`.
  if (typeof command !== 'string' || (program !== 'git' && args.includes('env'))) return false;
  return HARMLESS_COMMANDS.get(program)?.split(' ').includes(command) ?? false;
}

/** Git's arguments without the known harmless flags before the command. */
function gitCommand(args: Words): Words {
  const [first, second] = args;
  if (first === '--no-pager') return gitCommand(args.slice(1));
  const isOption = first === '-C' || (first === '-c' && HARMLESS_SETTING.test(second ?? ''));
  return isOption ? gitCommand(args.slice(2)) : args;
}

function isPlainScript(name: string, text: string): boolean {
  if (/^g?sed$/.test(name)) return isPlainSedScript(text);
  return /^[gmn]?awk$/.test(name) && isPlainAwkProgram(text);
}

/**
 * Whether the arguments are in a language other than the shell's. `sed` and `awk` run a shell only in ways that
 * `hidesInSed` and `hidesInAwk` find, and the arguments after `python3 x.py` belong to the script.
 */
function isOwnLanguage(name: string, [file]: Words): boolean {
  if (/^(g?sed|[gmn]?awk)$/.test(name)) return true;
  return typeof file === 'string' && !file.startsWith('-') && INTERPRETERS.some(([names]) => names.test(name));
}

function callsShell(words: Words): boolean {
  return words.some((word, at) => {
    const name = word === null ? '' : commandName(word).toLowerCase();
    if (SHELLS.has(name)) return at + 1 < words.length;
    const inline = INTERPRETERS.find(([names]) => names.test(name))?.[1];
    return inline !== undefined && at + 1 < words.length && runsText(words.slice(at + 1), inline);
  });
}

/**
 * Whether a command may run its standard input. A shell or an interpreter may do so if it gets neither a file nor a
 * program text, or if an argument makes it read its input (`-`, `-s`).
 */
export function readsProgram({ words }: CommandPart): boolean {
  return words.some((word, at) => {
    const name = word === null ? '' : commandName(word).toLowerCase();
    const isInterpreter = SHELLS.has(name) || INTERPRETERS.some(([names]) => names.test(name));
    const isProgram = at === 0 || words.slice(0, at).some((before) => before !== null && isStarter(before));
    const args = words.slice(at + 1);
    if (!isInterpreter || !isProgram || onlyAsksForHelp(args) || runsTests(args)) return false;
    const isGiven = args.some((arg, index) => {
      if (arg === null || INPUTS.test(arg)) return false;
      return !arg.startsWith('-') || (/^-[a-z]*[ce]$|^--eval$|^-m$/i.test(arg) && index + 1 < args.length);
    });
    return !isGiven || args.some((arg) => arg !== null && (INPUTS.test(arg) || /^-[a-z]*s$/.test(arg)));
  });
}

const INPUTS = /^-$|^\/dev\/(stdin|fd\/)|^\/proc\/self\/fd\//;

type Words = readonly (string | null)[];

function programHidesCommand(word: string, args: Words): boolean {
  const name = commandName(word).toLowerCase();
  if (HIDERS.has(name)) return !onlyAsksForHelp(args);
  if (name === 'node' && runsTests(args)) return false;
  const inline = INTERPRETERS.find(([names]) => names.test(name))?.[1];
  if (inline) return !onlyAsksForHelp(args) && runsText(args, inline);
  return (
    hasLetter(args, LETTERS.get(name)) ||
    redirectsRunner(name, args, RUNNER_PROGRAM_FLAGS) ||
    (HIDING_CHECKS.get(name)?.(args) ?? false)
  );
}

const SHELLS = new Set(
  (
    'bash sh zsh dash ash ksh mksh rbash yash posh hush lksh osh ysh fish csh tcsh nu elvish xonsh pwsh powershell cmd ' +
    'tclsh wish irb jshell gnuplot m4 dc'
  ).split(' '),
);

/**
 * Programs that hide commands, unless their arguments only ask for the version or help. For example, `bash script.sh`
 * may run a file that was written a moment ago.
 */
const HIDERS = new Set(
  [
    ...SHELLS,
    'eval source . trap compgen alias hash enable xargs parallel sem watch at batch script expect osascript',
    'ssh slogin rsh mosh su runuser gdb lldb ed ex vi vim nvim view gvim vimdiff emacs sg screen tmux concurrently hyperfine nix-shell',
  ]
    .join(' ')
    .split(' '),
);

/** Flags with which various programs run a command: `tar --to-command`, `fd --exec`. */
const RUNNING_FLAG =
  /^--(exec|exec-batch|to-command|checkpoint-action|com[a-z]*-prog[a-z]*|use-compress-program|pre|rsh|call|split-string|upload-pack|receive-pack|ext-diff|textconv|open-files-in-pager|hostname-bin|info-script|rsh-command|rmt-command|unzip-command|script-shell|to-cmd|cc-cmd)(=|$)/;

/** Interpreters, and their flags that take a program text. */
const INTERPRETERS: readonly (readonly [names: RegExp, inline: RegExp])[] = [
  [/^(i?python|pypy)[\d.]*$/, /^-[a-z]*c/i],
  // The value of `-M` can contain a program text as well.
  [/^perl[\d.]*$/, /^-[a-z0-9]*[em]/i],
  [
    /^(ruby|lua|luajit|julia|elixir|groovy|scala|r|rscript|guile|ghc|runghc|racket|clojure|clj|swift)[\d.]*$/,
    /^-[a-z0-9]*e/i,
  ],
  [/^(node|nodejs|bun|deno|tsx|ts-node)$/, /^(-[a-z]*[ep]|--eval|--print)(=|$|\b)|^(eval|repl)$/],
  [/^php[\d.]*$/, /^-[a-z]*[rbe]/i],
];

/** Whether Node's arguments start its own test runner, without a flag that names a program. */
function runsTests(args: Words): boolean {
  return args[0] === '--test' && args.every((arg) => arg !== null && (!arg.startsWith('-') || TEST_FLAG.test(arg)));
}

const TEST_FLAG = /^--(?:test|watch|test-only|test-name-pattern=.*|test-concurrency=\d+|test-timeout=\d+)$/s;

function onlyAsksForHelp(args: Words): boolean {
  return args.length > 0 && args.every((arg) => arg === '--version' || arg === '--help');
}

/** Python modules that run a program text or their input. */
const RUNS_TEXT = /^(timeit|pdb|code|asyncio|IPython)$/;

/** Whether an interpreter runs a program text or its standard input. */
function runsText(args: Words, inline: RegExp): boolean {
  if (args.some((arg) => /(^|=)data:/.test(arg ?? ''))) return true;
  for (const [at, arg] of args.entries()) {
    if (arg === null || INPUTS.test(arg) || inline.test(arg)) return true;
    // After a flag, a word may be the flag's value instead of the file.
    if (!arg.startsWith('-') && !args[at - 1]?.startsWith('-')) return false;
    if (arg === '-m') return RUNS_TEXT.test(args[at + 1] ?? '');
  }
  return args.every((arg) => arg?.startsWith('-'));
}

/** Programs that hide commands only with some arguments. */
const HIDING_CHECKS: ReadonlyMap<string, (args: Words) => boolean> = new Map([
  ...['awk', 'gawk', 'mawk', 'nawk'].map((name) => [name, hidesInAwk] as const),
  ...['sed', 'gsed'].map((name) => [name, hidesInSed] as const),
  ['git', hidesInGit],
]);

/** Letters of flags that take a command. */
const LETTERS = toLetters('env:S tar:IF bsdtar:IF rsync:e scp:So sftp:So man:PH npm:c pnpm:c npx:c flock:c fd:xX');
const GIT_LETTERS = toLetters('clone:uc grep:O rebase:x');

function toLetters(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(' ').map((entry) => entry.split(':') as [string, string]));
}

/** Whether a flag with one of these letters is present, also among other letters after one dash. */
function hasLetter(args: Words, letters: string | undefined): boolean {
  return letters !== undefined && args.some((arg) => new RegExp(`^-\\w*[${letters}]`).test(arg ?? ''));
}

function hidesInAwk(args: Words): boolean {
  return args.some(
    (arg) =>
      arg === null ||
      /^-\w*f|^-W|^--(file|load|exec)/.test(arg) ||
      (/system|getline|\|/.test(arg) && !isPlainAwkProgram(arg)),
  );
}

/**
 * Whether sed may run a program: with the command `e`, or with the flag `e` of `s`. Also true if the script is unknown
 * or in a file.
 */
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
    if (/^(filter-branch|difftool|mergetool|send-email|instaweb|web--browse|hook|foreach)$/.test(arg)) return true;
    const rest = args.slice(at + 1);
    if (/^(clone|init)$/.test(arg) && rest.some((flag) => /^--(te|co)/.test(flag ?? ''))) return true;
    if (hasLetter(rest, GIT_LETTERS.get(arg))) return true;
    if (arg === 'config') return !rest.some((word) => word !== null && HARMLESS_SETTING.test(`${word}=`));
    return arg === 'bisect' && next === 'run';
  });
}

const HARMLESS_SETTING = /^(user|color|advice|init|commit|push|pull)\.[a-z]+=|^core\.(quotepath|autocrlf|abbrev)=/i;
