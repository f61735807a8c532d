import type { CommandEffect } from '../../shared/chatState.ts';
import type { PathResolution, Workspace } from '../ports/workspace.ts';
import type { CommandPart } from './commandPattern.ts';
import type { Tool } from './tool.ts';

/** All that the decision on a call goes by. Paths come resolved: a link or another spelling must not get past it. */
export interface ApprovalCall {
  readonly tool: Pick<Tool, 'name' | 'kind'>;
  readonly paths: readonly PathResolution[];
  readonly command?: ApprovalCommand;
  readonly url?: string;
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
  /** For its label; it decides nothing. */
  readonly effect: CommandEffect;
}

/** As `classifyShellCommand` finds. */
export type CommandFinding = 'read-only' | 'write' | 'unknown';

/** What is known of shell commands; a command is judged before anything of it runs. */
export interface ShellJudge {
  judge(command: string): Promise<{ readonly verdict: CommandFinding; readonly effect: CommandEffect }>;
  /** The simple commands of a command line, wherever they stand in it; null where it could not be taken apart. */
  parse(command: string): Promise<readonly CommandPart[] | null>;
}

/** Resolves what a call is about. Nothing is read or run for it. */
export async function toApprovalCall(
  tool: Tool,
  input: unknown,
  workspace: Workspace,
  shell: ShellJudge,
): Promise<ApprovalCall> {
  const paths = await Promise.all(tool.paths(input).map((path) => workspace.resolve(path)));
  const subject = tool.subject?.(input);
  if (subject?.kind === 'url') return { tool, paths, url: subject.url };
  if (subject?.kind !== 'command') return { tool, paths };
  const { command: text, directory } = subject;
  const where = directory === undefined ? undefined : await workspace.resolve(directory);
  const [parts, { verdict, effect }] = await Promise.all([shell.parse(text), shell.judge(text)]);
  const inRoot = where?.display ?? workspace.roots[0]?.path ?? '';
  return {
    tool,
    paths: where ? [...paths, where] : paths,
    command: { text, directory: inRoot, folder: toFolder(where, workspace), parts, finding: verdict, effect },
  };
}

/** A root is named only where there are several. */
function toFolder(where: PathResolution | undefined, { roots }: Workspace): string | null {
  const isSingle = roots.length === 1;
  if (!where) return isSingle ? '' : (roots[0]?.name ?? null);
  return isSingle && where.kind === 'inside' && where.relative === '' ? '' : where.display;
}
