import type { ApprovalMode } from '../../shared/chatState.ts';
import type { PathResolution } from '../ports/workspace.ts';
import { isSensitivePath } from './sensitivePaths.ts';
import type { Tool } from './tool.ts';

/** The mode and what the user has allowed in this chat. The mode is asked for anew at each call. */
export interface ApprovalPolicy {
  mode(): ApprovalMode;
  readonly rules: ApprovalRules;
}

/** Grants of "Allow for this chat", as `grantsFor` writes them. */
export interface ApprovalRules {
  readonly granted: Set<string>;
}

export type ApprovalNeed =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask' }
  /** Refused without asking; the text is for the model. */
  | { readonly kind: 'refuse'; readonly text: string };

export type ApprovalDecision = 'allow-once' | 'allow-for-chat' | 'deny';

export function createApprovalRules(): ApprovalRules {
  return { granted: new Set() };
}

/**
 * What must happen before a call may run. Paths come resolved, because a link or another spelling must not get past
 * the table of sensitive files.
 */
export function needsApproval(
  tool: Pick<Tool, 'name' | 'kind'>,
  paths: readonly PathResolution[],
  mode: ApprovalMode,
  rules: ApprovalRules,
): ApprovalNeed {
  if (tool.kind === 'read' || tool.kind === 'interactive') return { kind: 'allow' };
  if (mode === 'plan') {
    const text = `Plan mode allows reading only, so ${tool.name} was not run. Describe the change instead of making it.`;
    return { kind: 'refuse', text };
  }
  // VS Code asks for those itself, in whatever mode: a card on top would be the same question twice.
  if (mode === 'yolo' || tool.kind === 'foreign') return { kind: 'allow' };
  if (grantsFor(tool, paths).every((grant) => rules.granted.has(grant))) return { kind: 'allow' };
  if (mode === 'auto-edit' && tool.kind === 'edit' && !paths.some(isSensitivePath)) return { kind: 'allow' };
  return { kind: 'ask' };
}

/** What "Allow for this chat" grants on a call: the tool, but a sensitive file only by its own path. */
export function grantsFor(tool: Pick<Tool, 'name'>, paths: readonly PathResolution[]): string[] {
  const sensitive = paths.filter(isSensitivePath);
  return sensitive.length > 0 ? sensitive.map(({ path }) => `${tool.name} ${path}`) : [tool.name];
}
