import type { CommandEffect } from '../../shared/toolBlock.ts';
import type { PathResolution, Workspace } from '../ports/workspace.ts';
import type { NamedFiles } from '../shell/shellSafety.ts';
import { findCommandFiles, type CommandFiles } from './commandFiles.ts';
import type { CommandPart } from '../shell/commandPattern.ts';
import type { Git } from '../shell/hardening/hardenedShell.ts';
import { findHardLinks, type HardLinks } from './hardLinks.ts';
import type { EditTools } from './rules/pathRules.ts';
import type { PermissionRules } from './rules/permissionRules.ts';
import { SKIPPED_FOLDERS } from '../text/search/searchLimits.ts';
import type { Tool } from '../tools/tool.ts';

/**
 * The facts that the decision on a call depends on. Paths are resolved, so that a link or another spelling cannot evade
 * the rules.
 */
export interface ApprovalCall {
  readonly tool: Pick<Tool, 'name' | 'kind' | 'record'>;
  /** Rules about these tools also apply to commands, and to calls that delete or move files. */
  readonly editTools: EditTools;
  readonly paths: readonly PathResolution[];
  readonly command?: ApprovalCommand;
  readonly url?: string;
  /** Addresses of schemas that an edit adds. VS Code downloads them when the file is opened. */
  readonly schemas?: readonly string[];
  /**
   * Hard links of the paths, or of a command's `named` and `reachable` files (`CommandFiles`). Unless the command only
   * reads, reachable files in `SKIPPED_FOLDERS` are left out. Missing for a call about an address.
   */
  readonly links?: HardLinks;
  /** See `findPermanentDeletes`. */
  readonly permanentDeletes?: readonly PathResolution[];
}

export interface ApprovalCommand {
  readonly text: string;
  /** The directory in which the command runs, as grants store it. */
  readonly grantDirectory: string;
  /**
   * The same directory, for display. Empty for the root of the only workspace folder. Null if no folder is
   * open, and the call names no directory.
   */
  readonly displayDirectory: string | null;
  readonly parts: readonly CommandPart[] | null;
  readonly verdict: CommandVerdict;
  readonly files: CommandFiles;
  readonly avoidsWorkTree?: boolean;
  /** Only for the label of the card, never for a decision. */
  readonly effect: CommandEffect;
}

/**
 * The verdict of `judgeShellScript`, but `unknown` if the command could not be parsed or the shell is not bash. Never
 * `read-only` for a git command if git cannot be hardened.
 */
export type CommandVerdict = 'read-only' | 'write' | 'unknown';

/** Facts from the command line, not from the files that it names. The verdict also depends on `Git.canHarden`. */
export interface CommandFacts {
  readonly verdict: CommandVerdict;
  readonly effect: CommandEffect;
  /** The simple commands at every level of nesting; null if the text could not be parsed or the shell is not bash. */
  readonly parts: readonly CommandPart[] | null;
  readonly files: NamedFiles;
  /** The command only reads, and its output does not depend on the files of the work tree. */
  readonly avoidsWorkTree?: boolean;
}

/** Judges a shell command before any part of it runs. */
export interface ShellJudge {
  readonly git: Git;
  examine(command: string): Promise<CommandFacts>;
}

export interface CallSources {
  readonly shell: ShellJudge;
  readonly editTools: EditTools;
  /**
   * Resolves to a function that returns whether an instruction file includes the file at a path. Missing if instruction
   * files are not read, as in the tour.
   */
  readonly findIncluded?: (signal: AbortSignal) => Promise<(path: string) => boolean>;
}

/**
 * Collects the facts about a call, except `schemas` and `permanentDeletes`. Reads file names, metadata and (through
 * `findIncluded`) instruction files. Runs only ripgrep, and git for queries.
 */
export async function toApprovalCall(
  tool: Tool,
  input: unknown,
  workspace: Workspace,
  { shell, editTools, findIncluded, rules }: CallSources & { readonly rules: PermissionRules },
  signal: AbortSignal,
): Promise<ApprovalCall> {
  const mayWrite = tool.kind === 'edit' || tool.kind === 'execute';
  const isIncluded = (mayWrite && (await findIncluded?.(signal))) || (() => false);
  const mark = (path: PathResolution): PathResolution =>
    path.kind === 'inside' && isIncluded(path.path) ? { ...path, isIncluded: true } : path;
  const paths = await Promise.all(tool.paths(input).map(async (path) => mark(await workspace.resolve(path))));
  const subject = tool.subject?.(input);
  if (subject?.kind === 'url') return { tool, editTools, paths, url: subject.url };
  const forbidding = [...rules.deny, ...rules.ask];
  if (subject?.kind !== 'command') {
    return { tool, editTools, paths, links: await findHardLinks(paths, forbidding, workspace, signal) };
  }
  const { command: text, directory } = subject;
  const where = directory === undefined ? undefined : await workspace.resolve(directory);
  const { parts, verdict, effect, files: named, avoidsWorkTree = false } = await shell.examine(text);
  const rootPath = workspace.roots[0]?.path ?? '';
  const directoryPath = where?.display ?? rootPath;
  const sources = { workspace, git: shell.git, rules: forbidding, editTools, mark };
  const files = await findCommandFiles(named, where?.path ?? rootPath, sources, signal);
  const reachable = (files.reachable ?? []).filter(({ path }) => verdict === 'read-only' || !isSkipped(path));
  const used = [...files.named, ...reachable].map(({ path }) => path);
  return {
    tool,
    editTools,
    links: await findHardLinks(used, forbidding, workspace, signal),
    paths: where ? [...paths, where] : paths,
    command: {
      text,
      grantDirectory: directoryPath,
      displayDirectory: toFolder(where, workspace),
      parts,
      verdict,
      files,
      avoidsWorkTree,
      effect,
    },
  };
}

/**
 * Whether a file is in one of `SKIPPED_FOLDERS`. `findHardLinks` does not search these folders, because files of
 * installed packages may have many hard links.
 */
function isSkipped({ path }: PathResolution): boolean {
  return SKIPPED_FOLDERS.some((folder) => path.includes(`/${folder}/`));
}

/** Returns `ApprovalCommand.displayDirectory`. With several roots, the text begins with the root's name. */
function toFolder(where: PathResolution | undefined, { roots }: Workspace): string | null {
  const isSingle = roots.length === 1;
  if (!where) return isSingle ? '' : (roots[0]?.name ?? null);
  return isSingle && where.kind === 'inside' && where.relative === '' ? '' : where.display;
}
