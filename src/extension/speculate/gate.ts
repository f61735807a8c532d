import type { ApprovalMode } from '../../shared/chatState.ts';
import type { ApprovalReason } from '../../shared/toolBlock.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { decideApproval, findDenial, type Refusal } from '../approval/approval.ts';
import type { ApprovalCall } from '../approval/approvalCall.ts';
import { NO_HARD_LINKS } from '../approval/hardLinks.ts';
import type { PermissionRules } from '../approval/rules/permissionRules.ts';
import { findForbidding } from '../approval/rules/ruleMatching.ts';
import { isSensitivePath } from '../approval/sensitivePaths.ts';
import { removedSecrets, shownSecrets } from '../approval/shownSecrets.ts';
import type { SpeculativeUse, Tool, ToolKind } from '../tools/tool.ts';

/** Why a speculation stops and leaves the rest to the user. */
export type BoundaryType =
  /** Checked before each request. */
  | 'cost-limit'
  | 'plan-mode'
  | 'default-mode'
  | 'rule'
  | 'sensitive-path'
  | 'secret-file'
  | 'remote-schema'
  | 'permanent-delete'
  | 'outside-workspace'
  | 'stale-view'
  | 'shell'
  | 'network'
  | 'interactive'
  | 'foreign'
  | 'agent'
  | 'unknown-tool';

export type GateDecision =
  /** The call only reads: the disk for commands and `read-disk` tools, the overlay for others. */
  | { readonly kind: 'allow' }
  /** The writes of the call stay in the overlay. */
  | { readonly kind: 'redirect' }
  /** The model gets the refusal as the call's result, and the speculation continues. */
  | Refusal
  /** The speculation stops. `detail` is for display: for example the path, tool or rule; can be empty. */
  | { readonly kind: 'boundary'; readonly boundary: BoundaryType; readonly detail: string };

export interface GatedCall extends Omit<ApprovalCall, 'tool'> {
  /** Undefined if no tool of this name is registered. */
  readonly tool: Pick<Tool, 'name' | 'kind' | 'record'> | undefined;
  readonly name: string;
  readonly mode: ApprovalMode;
  /** `preview` if missing. */
  readonly defaultMode?: DefaultModeEdits;
  readonly rules: PermissionRules;
  readonly overlayHasChanges: boolean;
}

/** Whether edits in `default` mode are prepared for a preview or stop the speculation. */
export type DefaultModeEdits = 'preview' | 'boundary';

/** The kind that a tool must have for each value of `speculation` in its record. Otherwise its calls are boundaries. */
const KINDS: Readonly<Record<Exclude<SpeculativeUse, 'boundary'>, ToolKind>> = {
  read: 'read',
  'read-disk': 'read',
  write: 'edit',
  command: 'execute',
};

const BOUNDARIES: Readonly<Record<ToolKind, BoundaryType>> = {
  read: 'unknown-tool',
  edit: 'unknown-tool',
  execute: 'shell',
  network: 'network',
  interactive: 'interactive',
  foreign: 'foreign',
  plan: 'interactive',
  agent: 'agent',
};

/** Pure. Decides by the facts in `call`, which do not include the raw arguments. */
export function gateCall(call: GatedCall): GateDecision {
  const { tool, name, paths, links = NO_HARD_LINKS, schemas = [], permanentDeletes = [] } = call;
  const { rules, overlayHasChanges } = call;
  if (!tool) return stop('unknown-tool', name);
  const denial = findDenial({ ...call, tool }, rules);
  if (denial) return denial;
  const asking = findForbidding(rules.ask, { ...call, tool });
  if (asking) return stop('rule', asking.text);
  // Not all hard links could be checked, so a rule may forbid a file under another name.
  if (links.isIncomplete) return stop('rule', '');
  const use = tool.record?.speculation ?? 'boundary';
  if (use === 'boundary' || KINDS[use] !== tool.kind) return stop(BOUNDARIES[tool.kind], tool.name);
  const outside = paths.find((path) => path.kind === 'outside');
  if (outside) return stop('outside-workspace', outside.display);
  const [secret] = shownSecrets(tool, paths);
  if (secret) return stop('secret-file', secret.display);
  if (use === 'read') return { kind: 'allow' };
  if (use === 'command') return gateCommand({ ...call, tool });
  if (use === 'read-disk') return overlayHasChanges ? stop('stale-view', tool.name) : { kind: 'allow' };
  const boundary = boundaryOfEdits(call);
  if (boundary) return stop(boundary, paths[0]?.display ?? tool.name);
  // Sensitive files are a boundary in every mode, even in `yolo`, in which a live turn edits most of them without
  // asking.
  const sensitive = links.linked[0] ?? paths.find(isSensitivePath) ?? removedSecrets(tool, paths)[0];
  if (sensitive) return stop('sensitive-path', sensitive.display);
  const [permanent] = permanentDeletes;
  if (permanent) return stop('permanent-delete', permanent.display);
  // If both paths are the same file, the move changes only the spelling of its name, which the overlay cannot
  // represent.
  if (new Set(paths.map(({ path }) => path)).size < paths.length) return stop('stale-view', tool.name);
  const [schema] = schemas;
  return schema === undefined ? { kind: 'redirect' } : stop('remote-schema', schema);
}

/**
 * A command acts on the disk, so it must only read, in every mode. It runs only if a live turn would run it without
 * asking under three conditions: `default` mode, `premove.readOnlyCommands` set to `allow`, and no allow rules or
 * grants of the user. Commands do not see the overlay. If the overlay has changes, the command's output must not
 * depend on the work tree.
 */
function gateCommand({ overlayHasChanges, mode, rules, ...call }: GatedCall & ApprovalCall): GateDecision {
  const { tool, command, paths } = call;
  if (!command || command.verdict !== 'read-only') return stop('shell', tool.name);
  if (mode === 'plan') return stop('plan-mode', tool.name);
  const need = decideApproval(call, { ...DEFAULT_MODE_POLICY, rules: { ...rules, allow: [] } });
  if (need.kind === 'refuse') return need;
  if (need.kind === 'ask') {
    const [reason] = need.reasons;
    return stop((reason && BOUNDARY_OF_REASON[reason.kind]) ?? 'shell', reason?.detail ?? tool.name);
  }
  // The overlay may have changed the command's folder, unless it is a root of the workspace.
  const avoidsOverlay = command.avoidsWorkTree && paths.every((path) => path.kind === 'inside' && path.relative === '');
  return overlayHasChanges && !avoidsOverlay ? stop('stale-view', command.text) : { kind: 'allow' };
}

const DEFAULT_MODE_POLICY = {
  mode: 'default',
  isTrusted: true,
  readOnlyCommands: 'allow',
  granted: new Set<string>(),
} as const;

const BOUNDARY_OF_REASON: Readonly<Partial<Record<ApprovalReason['kind'], BoundaryType>>> = {
  rule: 'rule',
  'reaches-denied': 'rule',
  outside: 'outside-workspace',
  'reads-secrets': 'secret-file',
};

/**
 * The boundary at which the approval mode stops edits; null if the mode does not stop them. In `default` mode, edits
 * may go to the overlay, because they are applied only after the user has seen the diff.
 */
function boundaryOfEdits({ mode, defaultMode = 'preview' }: GatedCall): BoundaryType | null {
  if (mode === 'plan') return 'plan-mode';
  return mode === 'default' && defaultMode === 'boundary' ? 'default-mode' : null;
}

function stop(boundary: BoundaryType, detail: string): GateDecision {
  return { kind: 'boundary', boundary, detail: toDisplayText(detail) };
}
