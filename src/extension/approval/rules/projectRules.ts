import { toDisplayText } from '../../../shared/displayText.ts';
import { isWorkspaceError, type Workspace } from '../../ports/workspace.ts';
import { joinPath } from '../../text/paths.ts';
import { decodeText } from '../../text/textFile.ts';
import type { CommandPart } from '../../shell/commandPattern.ts';
import type { Tool } from '../../tools/tool.ts';
import { decideApproval, type ApprovalConditions, type ApprovalPolicy } from '../approval.ts';
import { toApprovalCall, type ShellJudge } from '../approvalCall.ts';
import { MAX_SCRIPT, readMakefile } from './makefile.ts';
import { isNeverPersistent, offerPersistentRules } from './persistentRules.ts';
import {
  ciCommands,
  makeCommands,
  packageCommands,
  readPackageScripts,
  type PackageManager,
} from './projectCommands.ts';
import { findScripts, namesRunner, type ProjectScripts } from './scriptRunners.ts';

/** The commands of a project for which a rule is offered, and those that are left out with a reason. */
export interface ProjectRules {
  readonly offers: readonly ProjectRuleOffer[];
  readonly leftOut: readonly LeftOutCommand[];
}

/** An allow rule for exactly one command of the project. */
export interface ProjectRuleOffer {
  readonly rule: string;
  /** The command that the rule allows. */
  readonly command: string;
  /**
   * The scripts and lines of recipes that the command runs now, directly or through other scripts, one per line. Empty
   * if the command runs none.
   */
  readonly script: string;
  /** The file that has the command, for display. */
  readonly source: string;
}

export interface LeftOutCommand {
  readonly command: string;
  readonly reason: LeftOutReason;
}

/**
 * `dangerous`: the command or its scripts delete, publish, run downloaded code, or run a command that never gets a
 * rule. `unclear`: a script cannot be parsed or is not found, or the name of a program is only known when it runs.
 * `long`: the scripts are too long to be shown.
 */
export type LeftOutReason = 'dangerous' | 'unclear' | 'long';

/** Bytes; a larger file is not read. */
const MAX_BYTES = 500_000;
const MAX_OFFERS = 300;
const MAX_CI_FILES = 30;

export interface ProjectRuleSources {
  readonly workspace: Workspace;
  /** The tool that runs commands. */
  readonly tool: Tool;
  readonly policy: ApprovalPolicy;
}

/**
 * The rules that would allow the commands of the project's package.json, Makefile and CI files, in this order. Each
 * allows one command exactly as it is shown. A command is not mentioned if a single rule cannot express it, if it never
 * gets a rule (see `offerPersistentRules`), if other rules ask about it, or if it is allowed already.
 */
export async function offerProjectRules(sources: ProjectRuleSources, signal: AbortSignal): Promise<ProjectRules> {
  const { workspace, tool, policy } = sources;
  const conditions: ApprovalConditions = {
    // The current mode does not matter, because the rules stay when the mode changes.
    mode: 'default',
    isTrusted: policy.isTrusted(),
    rules: policy.rules(),
    readOnlyCommands: 'ask',
    granted: new Set(),
  };
  const offers = new Map<string, ProjectRuleOffer>();
  const leftOut = new Map<string, LeftOutCommand>();
  const { commands, scripts } = await readProject(workspace, signal);
  const examine = createExamination(policy.shell, scripts);
  for (const { command, source } of commands) {
    if (offers.size + leftOut.size >= MAX_OFFERS) break;
    const call = await toApprovalCall(tool, { command }, workspace, { ...policy, ...conditions }, signal);
    if (decideApproval(call, conditions).kind === 'allow') continue;
    const exact = offerPersistentRules(call, conditions).find(({ kind }) => kind === 'command');
    const [rule, ...others] = exact?.rules ?? [];
    if (rule === undefined || others.length > 0 || offers.has(rule) || leftOut.has(rule)) continue;
    const shown = exact?.subjects[0] ?? command;
    const { scripts: all, reason } = await examine(command);
    if (reason) {
      leftOut.set(rule, { command: shown, reason });
      continue;
    }
    const script = all.map((each) => toDisplayText(each.replace(/\s+/g, ' ').trim())).join('\n');
    offers.set(rule, { rule, command: shown, script, source: toDisplayText(source) });
  }
  return { offers: [...offers.values()], leftOut: [...leftOut.values()] };
}

/**
 * The scripts that a command runs, in the order in which they are found. If the command gets no rule, `reason` says
 * why. If the command is dangerous, `scripts` is empty.
 */
interface Examined {
  readonly scripts: readonly string[];
  readonly reason?: LeftOutReason;
}

/**
 * Returns a function that examines a command, its scripts, and the scripts that these run. Each line is judged by
 * itself, so that a quote in one line cannot hide the next line. Other files that a script runs are not read.
 */
function createExamination(shell: ShellJudge, project: ProjectScripts): (command: string) => Promise<Examined> {
  const known = new Map<string, Promise<ExaminedLine>>();
  const examineOnce = (line: string): Promise<ExaminedLine> => {
    const examined = known.get(line) ?? examineLine(line, shell, project);
    known.set(line, examined);
    return examined;
  };
  return async (command) => {
    // Grows during the loop. As a set, it has each line once, so scripts that run each other do not repeat forever.
    const lines = new Set([command]);
    let length = command.length;
    let isUnclear = false;
    for (const line of lines) {
      const { isDangerous, isUnclear: isLineUnclear, scripts } = await examineOnce(line);
      if (isDangerous) return { scripts: [], reason: 'dangerous' };
      isUnclear ||= isLineUnclear;
      if (length >= MAX_SCRIPT) continue;
      for (const script of scripts) lines.add(script);
      // Counts repeated lines too, because `Makefile.recipesFor` counts them and then leaves out further recipes.
      length += scripts.reduce((sum, script) => sum + script.length, 0);
    }
    const reason = length >= MAX_SCRIPT ? 'long' : isUnclear ? 'unclear' : undefined;
    return { scripts: [...lines].slice(1), ...(reason && { reason }) };
  };
}

interface ExaminedLine {
  readonly isDangerous: boolean;
  readonly isUnclear: boolean;
  /** The scripts that the line runs directly. */
  readonly scripts: readonly string[];
}

async function examineLine(line: string, shell: ShellJudge, project: ProjectScripts): Promise<ExaminedLine> {
  const { parts, effect } = await shell.examine(line);
  const isDangerous =
    effect === 'deletes-or-publishes' ||
    parts?.some(isNeverPersistent) === true ||
    (effect === 'network' && parts?.some(mayRunInput) === true);
  if (isDangerous || !parts) return { isDangerous, isUnclear: !parts, scripts: [] };
  const found = await findScriptsOf(parts, shell, project);
  const isUnclear = found.includes(null) || parts.some(({ words }) => words[0] === null);
  return { isDangerous, isUnclear, scripts: found.flatMap((scripts) => scripts ?? []) };
}

/**
 * The scripts of each of these commands, and of the texts in their words (`sh -c "npm test"`). Null for scripts that
 * are not known.
 */
async function findScriptsOf(
  parts: readonly CommandPart[],
  shell: ShellJudge,
  project: ProjectScripts,
): Promise<readonly (readonly string[] | null)[]> {
  const all = [...parts];
  for (const { words, verdict } of parts) {
    // A program with a known verdict, such as `echo`, does not run its texts.
    const texts = verdict === undefined ? words.filter((word) => word !== null) : [];
    for (const text of texts.filter((each) => /\s/.test(each))) {
      all.push(...((await shell.examine(text)).parts ?? []));
    }
  }
  const found = all.map(({ words }) => findScripts(words, project));
  // In another folder, the same command runs other scripts.
  const isElsewhere = all.some(changesFolder) && all.some((part) => !changesFolder(part) && namesRunner(part.words));
  return isElsewhere ? [null] : found;
}

function changesFolder({ words: [program] }: CommandPart): boolean {
  return program === 'cd' || program === 'pushd' || program === 'popd';
}

/** Whether a program may run a text that it reads or gets from another command: `sh`, `bash -c "$(…)"`. */
function mayRunInput({ words: [program, ...args] }: CommandPart): boolean {
  const name = program?.slice(program.lastIndexOf('/') + 1);
  return name !== undefined && INTERPRETERS.has(name) && args.every((arg) => arg === null || arg.startsWith('-'));
}

const INTERPRETERS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh ash fish pwsh python python3 node bun deno ruby perl php'.split(' '),
);

interface FoundCommand {
  /** As it is typed in a shell. */
  readonly command: string;
  /** The file that has the command, for display. */
  readonly source: string;
}

interface Project {
  readonly commands: readonly FoundCommand[];
  readonly scripts: ProjectScripts;
}

async function readProject(workspace: Workspace, signal: AbortSignal): Promise<Project> {
  const commands: FoundCommand[] = [];
  let scripts: ProjectScripts = { scripts: new Map(), makefile: readMakefile('') };
  // Only the first root is searched, because commands run there by default and a rule cannot name a folder.
  const [root] = workspace.roots;
  if (!root) return { commands, scripts };
  const read = (path: string): Promise<TextFile | undefined> => readText(workspace, joinPath(root.path, path), signal);
  const add = (file: TextFile, found: readonly string[]): void => {
    commands.push(...found.map((command) => ({ command, source: file.display })));
  };
  const manifest = await read('package.json');
  if (manifest) {
    scripts = { ...scripts, scripts: readPackageScripts(manifest.text) };
    add(manifest, packageCommands(scripts.scripts, await packageManagerOf(workspace, root.path, signal)));
  }
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    // make reads only the first of these files, also if Premove cannot read it.
    if (!(await workspace.stat(joinPath(root.path, name), signal))) continue;
    const file = await read(name);
    if (!file) break;
    scripts = { ...scripts, makefile: readMakefile(file.text) };
    add(file, makeCommands(scripts.makefile));
    break;
  }
  const workflows = await listNames(workspace, joinPath(root.path, '.github/workflows'), signal);
  const ciFiles = workflows.filter((each) => /\.ya?ml$/.test(each)).slice(0, MAX_CI_FILES);
  for (const path of [
    ...ciFiles.map((name) => `.github/workflows/${name}`),
    '.gitlab-ci.yml',
    '.circleci/config.yml',
  ]) {
    const file = await read(path);
    if (file) add(file, ciCommands(file.text));
  }
  return { commands, scripts };
}

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

async function packageManagerOf(workspace: Workspace, folder: string, signal: AbortSignal): Promise<PackageManager> {
  for (const [name, manager] of LOCK_FILES) {
    if (await workspace.stat(joinPath(folder, name), signal)) return manager;
  }
  return 'npm';
}

interface TextFile {
  readonly text: string;
  /** The file's path for display. */
  readonly display: string;
}

/**
 * Reads a text file. Undefined if there is no such text file, if it cannot be read or is larger than `MAX_BYTES`, or if
 * a link leads out of the workspace.
 */
async function readText(workspace: Workspace, path: string, signal: AbortSignal): Promise<TextFile | undefined> {
  const place = await workspace.resolve(path);
  if (place.kind === 'outside') return undefined;
  try {
    const found = await workspace.stat(place.path, signal);
    if (found?.type !== 'file' || found.size > MAX_BYTES) return undefined;
    const decoded = decodeText((await workspace.read(place.path, signal)).bytes);
    return decoded.kind === 'binary' ? undefined : { text: decoded.text, display: place.display };
  } catch (error) {
    if (isWorkspaceError(error)) return undefined;
    throw error;
  }
}

async function listNames(workspace: Workspace, folder: string, signal: AbortSignal): Promise<string[]> {
  try {
    return (await workspace.list(folder, signal)).filter(({ type }) => type === 'file').map(({ name }) => name);
  } catch (error) {
    if (isWorkspaceError(error)) return [];
    throw error;
  }
}

/** A script on one line, and whether the line has only its beginning. */
export function toScriptRow(script: string): { readonly text: string; readonly isCut: boolean } {
  const line = script.replaceAll('\n', '; ');
  const isCut = line.length > MAX_ROW;
  return { text: isCut ? line.slice(0, MAX_ROW) : line, isCut };
}

/** Characters; VS Code's list shows about as many without cutting the line. */
const MAX_ROW = 80;
