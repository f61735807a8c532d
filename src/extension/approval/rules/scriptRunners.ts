import { commandName, isStarter, redirectsRunner, type CommandPart } from '../../shell/commandPattern.ts';
import type { Makefile } from './makefile.ts';

type Words = CommandPart['words'];

export interface ProjectScripts {
  readonly scripts: ReadonlyMap<string, string>;
  readonly makefile: Makefile;
}

/**
 * Finds scripts of package.json (`npm run build`, `yarn build`, `npm ci`) and recipes (`make all`). Null if it is not
 * known which scripts the command runs, or if it may run a script of another folder.
 */
export function findScripts(words: Words, project: ProjectScripts): readonly string[] | null {
  if (words.some((word, at) => word !== null && runsUnknown(word, words.slice(at + 1)))) return null;
  const starter = words.findIndex((word) => word !== null && startsOthers(word));
  const found: string[] = [];
  for (const [at, word] of words.entries()) {
    const mayRun = at === 0 || (starter >= 0 && at > starter);
    if (word === null || !mayRun || !isRunner(word)) continue;
    const scripts = words.slice(0, at).some(namesFolder) ? null : scriptsOf(word, words.slice(at + 1), project);
    if (scripts === null) return null;
    found.push(...scripts);
  }
  return found;
}

const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const MAKES = new Set(['make', 'gmake']);

export function namesRunner(words: Words): boolean {
  return words.some((word) => word !== null && isRunner(word));
}

function isRunner(word: string): boolean {
  const name = programOf(word);
  return MANAGERS.has(name) || MAKES.has(name);
}

/** Programs that choose scripts of package.json by patterns or options of their own: `run-s lint:*`. */
const OTHER_RUNNERS = new Set(['npm-run-all', 'npm-run-all2', 'run-s', 'run-p', 'concurrently']);

function runsUnknown(word: string, args: Words): boolean {
  const name = programOf(word);
  return OTHER_RUNNERS.has(name) || (name === 'node' && args.some((arg) => /^--run(?:=|$)/.test(arg ?? '')));
}

function programOf(word: string): string {
  return commandName(word).toLowerCase();
}

/** Whether the word is a flag that makes the next program run in another folder: `env -C sub npm test`. */
function namesFolder(word: string | null): boolean {
  return word !== null && /^(?:-\w*C|--chdir|--cwd|--dir|--prefix)/.test(word);
}

/**
 * Whether the word may start another program: `cross-env` in `cross-env A=b npm test`, `exec` in `pnpm exec npm test`.
 */
function startsOthers(word: string): boolean {
  const name = programOf(word);
  return !MANAGERS.has(name) && (isStarter(word) || /env|exec|^(?:x|dlx|corepack)$/.test(name));
}

function scriptsOf(runner: string, args: Words, project: ProjectScripts): readonly string[] | null {
  const program = programOf(runner);
  if (args.length === 1 && /^(?:-h|-v|--help|--version)$/.test(args[0] ?? '')) return [];
  if (MAKES.has(program)) return recipesOfMake(args, project.makefile);
  return scriptsOfManager(program, args, project.scripts);
}

type Scripts = ProjectScripts['scripts'];

function scriptsOfManager(manager: string, args: Words, scripts: Scripts): readonly string[] | null {
  const isElsewhere = namesOtherPackage(manager, args);
  if (manager === 'yarn' && args.every((arg) => arg?.startsWith('-') === true)) {
    return isElsewhere ? null : installScripts(args, scripts);
  }
  const [command, ...others] = withoutOutputFlags(args);
  if (command === undefined) return [];
  // An unknown flag before the command may name another folder or package.
  if (command === null || command.startsWith('-') || OTHER_PACKAGES.has(command)) return null;
  if (INSTALLS.has(command)) return isElsewhere ? null : installScripts(others, scripts);
  const isRun = RUNS.has(command);
  const name = isRun ? withoutOutputFlags(others)[0] : shortName(manager, command, scripts);
  if (name === undefined) return isRun || runsNoScripts(manager, command, others) ? [] : null;
  if (name === null || name.startsWith('-') || isElsewhere) return null;
  if (scripts.has(name)) return withPreAndPost(name === 'restart' ? ['stop', name, 'start'] : [name], scripts);
  // `bun run` also runs files.
  return manager === 'bun' && /[./]/.test(name) ? [] : null;
}

const RUNS = new Set(['run', 'run-script', 'rum', 'urn']);
/** Commands that run a script in other packages of the workspace. */
const OTHER_PACKAGES = new Set(['workspace', 'workspaces', 'recursive', 'multi', 'm']);
const STANDARD_SCRIPTS = new Set(['test', 'start', 'stop', 'restart']);
const SHORT_FOR_TEST = new Set(['t', 'tst']);

/** The script that a command names without `run`: `npm t` names `test`. Undefined if the command names none. */
function shortName(manager: string, command: string, scripts: Scripts): string | undefined {
  if ((manager === 'npm' || manager === 'pnpm') && SHORT_FOR_TEST.has(command)) return 'test';
  // `bun test` and `bun build` are bun's own commands.
  if (manager === 'bun' && (command === 'test' || command === 'build')) return undefined;
  const isScript = STANDARD_SCRIPTS.has(command) || (manager !== 'npm' && scripts.has(command));
  return isScript ? command : undefined;
}

/** `exec`, `x` and `dlx` run a program, which is examined separately. */
const NO_SCRIPTS = new Set('audit outdated ls list view info config why explain exec dlx x'.split(' '));

/** True only if the command is known to run no scripts of package.json. */
function runsNoScripts(manager: string, command: string, args: Words): boolean {
  // `bun test` and `bun build` are bun's own commands. bun also runs files.
  if (manager === 'bun' && (command === 'test' || command === 'build' || /[./]/.test(command))) return true;
  // `npm audit fix` installs packages.
  return NO_SCRIPTS.has(command) && !(command === 'audit' && args.some((arg) => arg === null || arg.includes('fix')));
}

const OUTPUT_FLAGS = new Set(['-s', '--silent', '-q', '--quiet', '--verbose', '--if-present', '--color', '--no-color']);

/** Omits leading flags that only change the output or allow a missing script (`--if-present`). */
function withoutOutputFlags(args: Words): Words {
  const start = args.findIndex((arg) => arg === null || !OUTPUT_FLAGS.has(arg));
  return start < 0 ? [] : args.slice(start);
}

/** Whether a flag selects another folder or package, or changes the shell or other settings of the script. */
function namesOtherPackage(manager: string, args: Words): boolean {
  if (redirectsRunner(manager, args)) return true;
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return manager === 'npm' && own.some((arg) => arg !== null && /^(?:-i?w|--work)/.test(arg));
}

/** Adds the scripts `pre<name>` and `post<name>`. Some package managers run them too, so the user must see them. */
function withPreAndPost(names: readonly string[], scripts: Scripts): string[] {
  return names.flatMap((name) => [`pre${name}`, name, `post${name}`]).flatMap((name) => scripts.get(name) ?? []);
}

const INSTALLS = new Set(['install', 'i', 'ci', 'clean-install']);

function installScripts(args: Words, scripts: Scripts): readonly string[] {
  const isGlobal = args.includes('-g') || args.includes('--global');
  const hasNames = args.some((arg) => arg !== null && !arg.startsWith('-'));
  if ((hasNames && isGlobal) || args.at(-1) === '--ignore-scripts') return [];
  // For named packages, only the script `dependencies` runs. After a leading flag, a word may be the flag's value
  // instead of a package, so all scripts are returned.
  const installsPackages = hasNames && !(args[0]?.startsWith('-') ?? true);
  const others = installsPackages ? [] : ['install', 'prepublish', 'prepare'];
  return withPreAndPost([...others, 'dependencies'], scripts);
}

/** Flags of make that select neither another Makefile nor another folder. */
const MAKE_FLAG = /^-(?:[jkswBinO]+\d*|-(?:jobs(?:=\d+)?|silent|quiet|keep-going|always-make|no-print-directory))$/;
/** An assignment of one plain word. Names that may select another Makefile or another shell are excluded. */
const PLAIN_VARIABLE = /^(?!MAKE|SHELL)\w+=[\w.-]*$/;

function recipesOfMake(args: Words, { recipesFor }: Makefile): readonly string[] | null {
  const targets = args.filter((arg, at) => {
    const isNumber = /^\d+$/.test(arg ?? '') && /^(?:-\w*j|--jobs)$/.test(args[at - 1] ?? '');
    return arg === null || !(isNumber || MAKE_FLAG.test(arg) || PLAIN_VARIABLE.test(arg));
  });
  if (targets.length === 0) return recipesFor() ?? null;
  const found = targets.map((target) => {
    // Other flags and assignments may name another Makefile or folder, or contain a command.
    const isTarget = target !== null && !/^-|=/.test(target);
    return isTarget ? recipesFor(target) : undefined;
  });
  const recipes = found.filter((each) => each !== undefined);
  return recipes.length < found.length ? null : recipes.flat();
}
