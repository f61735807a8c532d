import type { CommandEffect } from '../../shared/chatState.ts';
import type { PathResolution, Workspace } from '../ports/workspace.ts';
import type { NamedFiles } from '../shell/shellSafety.ts';
import { findCommandFiles, type CommandFiles } from './commandFiles.ts';
import type { CommandPart } from '../shell/commandPattern.ts';
import type { Git } from '../shell/hardening/hardenedShell.ts';
import { findHardLinks, type HardLinks } from './hardLinks.ts';
import type { PermissionRules } from './rules/permissionRules.ts';
import { SKIPPED_FOLDERS } from '../text/searchLimits.ts';
import type { Tool } from '../tools/tool.ts';

/** All that the decision on a call goes by. Paths come resolved: a link or another spelling must not get past it. */
export interface ApprovalCall {
  readonly tool: Pick<Tool, 'name' | 'kind' | 'record'>;
  readonly paths: readonly PathResolution[];
  readonly command?: ApprovalCommand;
  readonly url?: string;
  /** Addresses of schemas that an edit adds, which VS Code downloads when the file is opened; missing if there are none. */
  readonly schemas?: readonly string[];
  /** Of the paths, and of the files that the command names. */
  readonly links?: HardLinks;
}

export interface ApprovalCommand {
  readonly text: string;
  /** Where it runs: the path that a grant is about. */
  readonly directory: string;
  /** The same for people: empty for the root of the only folder, null where there is no folder. */
  readonly folder: string | null;
  /** Its simple commands; null where it could not be taken apart. */
  readonly parts: readonly CommandPart[] | null;
  readonly finding: CommandFinding;
  readonly files: CommandFiles;
  /** For its label; it decides nothing. */
  readonly effect: CommandEffect;
}

/** The verdict of `judgeShellScript`, for a shell in which it holds. */
export type CommandFinding = 'read-only' | 'write' | 'unknown';

/** What is known of a command line by its text alone. */
export interface CommandFacts {
  readonly verdict: CommandFinding;
  readonly effect: CommandEffect;
  /** Its simple commands, wherever they stand in it; null if it could not be taken apart. */
  readonly parts: readonly CommandPart[] | null;
  readonly files: NamedFiles;
}

/** Judges a shell command before anything of it runs. */
export interface ShellJudge {
  readonly git: Git;
  examine(command: string): Promise<CommandFacts>;
}

/**
 * Resolves what a call is about. Nothing is read for it but names of files, and nothing is run. `rules` say which files
 * are compared with those that have several names.
 */
export async function toApprovalCall(
  tool: Tool,
  input: unknown,
  workspace: Workspace,
  { shell, rules }: { readonly shell: ShellJudge; readonly rules: PermissionRules },
  signal: AbortSignal,
): Promise<ApprovalCall> {
  const paths = await Promise.all(tool.paths(input).map((path) => workspace.resolve(path)));
  const subject = tool.subject?.(input);
  if (subject?.kind === 'url') return { tool, paths, url: subject.url };
  const forbidding = [...rules.deny, ...rules.ask];
  if (subject?.kind !== 'command') {
    return { tool, paths, links: await findHardLinks(paths, forbidding, workspace, signal) };
  }
  const { command: text, directory } = subject;
  const where = directory === undefined ? undefined : await workspace.resolve(directory);
  const { parts, verdict, effect, files: named } = await shell.examine(text);
  const root = workspace.roots[0]?.path ?? '';
  const inRoot = where?.display ?? root;
  const sources = { workspace, git: shell.git, rules: forbidding };
  const files = await findCommandFiles(named, where?.path ?? root, sources, signal);
  const below = (files.below ?? []).filter(({ path }) => verdict === 'read-only' || !isSkipped(path));
  const used = [...files.named, ...below].map(({ path }) => path);
  return {
    tool,
    links: await findHardLinks(used, forbidding, workspace, signal),
    paths: where ? [...paths, where] : paths,
    command: { text, directory: inRoot, folder: toFolder(where, workspace), parts, finding: verdict, files, effect },
  };
}

/** Installed packages may be any number of hard links, and `findHardLinks` looks for no names there. */
function isSkipped({ path }: PathResolution): boolean {
  return SKIPPED_FOLDERS.some((folder) => path.includes(`/${folder}/`));
}

/** A root is named only where there are several. */
function toFolder(where: PathResolution | undefined, { roots }: Workspace): string | null {
  const isSingle = roots.length === 1;
  if (!where) return isSingle ? '' : (roots[0]?.name ?? null);
  return isSingle && where.kind === 'inside' && where.relative === '' ? '' : where.display;
}
