import { toDisplayText } from '../../../shared/displayText.ts';
import { isWorkspaceError, type Workspace } from '../../ports/workspace.ts';
import { joinPath } from '../../text/paths.ts';
import { decodeText } from '../../text/textFile.ts';
import type { Tool } from '../../tools/tool.ts';
import { decideApproval, type ApprovalConditions, type ApprovalPolicy } from '../approval.ts';
import { toApprovalCall } from '../approvalCall.ts';
import { readMakefile } from './makefile.ts';
import { offerPersistentRules } from './persistentRules.ts';
import {
  ciCommands,
  makeCommands,
  packageCommands,
  readPackageScripts,
  type PackageManager,
} from './projectCommands.ts';
import { createExamination, type Refusal } from './scriptExamination.ts';
import type { ProjectScripts } from './scriptRunners.ts';

/** `leftOut`: commands that the user sees without an offer, each with its reason. */
export interface ProjectRules {
  readonly offers: readonly ProjectRuleOffer[];
  readonly leftOut: readonly LeftOutCommand[];
}

/** An allow rule for exactly one command of the project. */
export interface ProjectRuleOffer {
  readonly rule: string;
  readonly command: string;
  /** All scripts and recipe lines that the command runs now, one per line; may be empty. */
  readonly script: string;
  /** The file that has the command, for display. */
  readonly source: string;
}

export interface LeftOutCommand extends Refusal {
  readonly command: string;
}

/** Bytes; a larger file is not read. */
const MAX_BYTES = 500_000;
const MAX_OFFERS = 300;
const MAX_CI_FILES = 30;

export interface ProjectRuleSources {
  readonly workspace: Workspace;
  readonly tool: Tool;
  readonly policy: ApprovalPolicy;
}

/**
 * Offers rules for the commands of the project's package.json, Makefile and CI files, in this order. Neither list of
 * the result contains commands that a single rule cannot express, that never get a rule, or about which other rules
 * already decide.
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
    const { scripts: all, refusal } = await examine(command);
    if (refusal) {
      leftOut.set(rule, { command: shown, ...refusal });
      continue;
    }
    const script = all.map((each) => toDisplayText(each.replace(/\s+/g, ' ').trim())).join('\n');
    offers.set(rule, { rule, command: shown, script, source: toDisplayText(source) });
  }
  return { offers: [...offers.values()], leftOut: [...leftOut.values()] };
}

interface FoundCommand {
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
    // make reads only the first of these files, even if Premove cannot read that file.
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
  /** For display. */
  readonly display: string;
}

/** Undefined if the file is not text, cannot be read, is larger than `MAX_BYTES`, or is a link out of the workspace. */
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

export function toScriptRow(script: string): { readonly text: string; readonly isCut: boolean } {
  const line = script.replaceAll('\n', '; ');
  const isCut = line.length > MAX_ROW;
  return { text: isCut ? line.slice(0, MAX_ROW) : line, isCut };
}

/** Characters; VS Code's list shows about as many without cutting the line. */
const MAX_ROW = 80;
