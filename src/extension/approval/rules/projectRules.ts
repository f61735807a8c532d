import { toDisplayText } from '../../../shared/displayText.ts';
import { isWorkspaceError, type Workspace } from '../../ports/workspace.ts';
import { joinPath } from '../../text/paths.ts';
import { decodeText } from '../../text/textFile.ts';
import type { CommandPart } from '../../shell/commandPattern.ts';
import type { Tool } from '../../tools/tool.ts';
import { decideApproval, type ApprovalConditions, type ApprovalPolicy } from '../approval.ts';
import { toApprovalCall, type ShellJudge } from '../approvalCall.ts';
import {
  ciCommands,
  makeCommands,
  packageCommands,
  type PackageManager,
  type ProjectCommand,
} from './projectCommands.ts';
import { MAX_SCRIPT } from './makefile.ts';
import { isNeverPersistent, offerPersistentRules } from './persistentRules.ts';

/** The commands of a project: those for which a rule is offered, and those for which no rule is offered. */
export interface ProjectRules {
  readonly offers: readonly ProjectRuleOffer[];
  readonly leftOut: readonly LeftOutCommand[];
}

/** An allow rule for exactly one command of the project. */
export interface ProjectRuleOffer {
  readonly rule: string;
  /** The command that the rule allows. */
  readonly command: string;
  /** The scripts that the command runs now, one per line; empty for a command of a CI file. */
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
 * rule. `unclear`: a script cannot be parsed, or the name of a program is only known when it runs. `long`: the scripts
 * are too long to be shown.
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
  for (const { command, scripts, source } of await findCommands(workspace, signal)) {
    if (offers.size + leftOut.size >= MAX_OFFERS) break;
    const call = await toApprovalCall(tool, { command }, workspace, { ...policy, ...conditions }, signal);
    if (decideApproval(call, conditions).kind === 'allow') continue;
    const exact = offerPersistentRules(call, conditions).find(({ kind }) => kind === 'command');
    const [rule, ...others] = exact?.rules ?? [];
    if (rule === undefined || others.length > 0 || offers.has(rule) || leftOut.has(rule)) continue;
    const shown = exact?.subjects[0] ?? command;
    const reason = await reasonAgainst([command, ...scripts], policy.shell);
    if (reason) {
      leftOut.set(rule, { command: shown, reason });
      continue;
    }
    const script = scripts.map((each) => toDisplayText(each.replace(/\s+/g, ' ').trim())).join('\n');
    offers.set(rule, { rule, command: shown, script, source: toDisplayText(source) });
  }
  return { offers: [...offers.values()], leftOut: [...leftOut.values()] };
}

/**
 * Why a command gets no rule. Each line is judged by itself, so that a quote in one line cannot hide the next line. The
 * files that a script runs are not read.
 */
async function reasonAgainst(lines: readonly string[], shell: ShellJudge): Promise<LeftOutReason | undefined> {
  let reason: LeftOutReason | undefined;
  if (lines.reduce((sum, line) => sum + line.length, 0) >= MAX_SCRIPT) reason = 'long';
  for (const line of lines) {
    const { parts, effect } = await shell.examine(line);
    if (effect === 'deletes-or-publishes' || parts?.some(isNeverPersistent)) return 'dangerous';
    if (effect === 'network' && parts?.some(mayRunInput)) return 'dangerous';
    if (!parts || parts.some(({ words }) => words[0] === null)) reason ??= 'unclear';
  }
  return reason;
}

/** Whether a program may run a text that it reads or gets from another command: `sh`, `bash -c "$(…)"`. */
function mayRunInput({ words: [program, ...args] }: CommandPart): boolean {
  const name = program?.slice(program.lastIndexOf('/') + 1);
  return name !== undefined && INTERPRETERS.has(name) && args.every((arg) => arg === null || arg.startsWith('-'));
}

const INTERPRETERS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh ash fish pwsh python python3 node bun deno ruby perl php'.split(' '),
);

interface FoundCommand extends ProjectCommand {
  readonly source: string;
}

async function findCommands(workspace: Workspace, signal: AbortSignal): Promise<FoundCommand[]> {
  const found: FoundCommand[] = [];
  // Only the first root is searched, because commands run there by default and a rule cannot name a folder.
  const [root] = workspace.roots;
  if (!root) return found;
  const add = async (path: string, parse: (text: string) => readonly ProjectCommand[]): Promise<void> => {
    const file = await readText(workspace, joinPath(root.path, path), signal);
    if (file) found.push(...parse(file.text).map((command) => ({ ...command, source: file.display })));
  };
  const manager = await packageManagerOf(workspace, root.path, signal);
  await add('package.json', (text) => packageCommands(text, manager));
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) await add(name, makeCommands);
  const workflows = await listNames(workspace, joinPath(root.path, '.github/workflows'), signal);
  for (const name of workflows.filter((each) => /\.ya?ml$/.test(each)).slice(0, MAX_CI_FILES)) {
    await add(`.github/workflows/${name}`, ciCommands);
  }
  for (const path of ['.gitlab-ci.yml', '.circleci/config.yml']) await add(path, ciCommands);
  return found;
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

/**
 * The text of a file, and its path for display. Undefined if there is no such text file, if it cannot be read or is
 * larger than `MAX_BYTES`, or if a link leads out of the workspace.
 */
async function readText(
  workspace: Workspace,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly display: string } | undefined> {
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
