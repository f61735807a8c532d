import type { ApprovalMode } from '../../shared/chatState.ts';
import type { PathResolution } from '../ports/workspace.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { NO_HARD_LINKS, type HardLinks } from '../approval/hardLinks.ts';
import type { PermissionRules } from '../approval/rules/permissionRules.ts';
import { findForbidding } from '../approval/rules/ruleMatching.ts';
import { isSensitivePath } from '../approval/sensitivePaths.ts';
import { shownSecrets } from '../approval/shownSecrets.ts';
import type { SpeculativeUse, Tool, ToolKind } from '../tools/tool.ts';

/** The reasons why a speculation stops and leaves the rest to the user (seed 001, tool gate). */
export type BoundaryType =
  | 'plan-mode'
  | 'rule'
  | 'sensitive-path'
  | 'secret-file'
  | 'remote-schema'
  | 'outside-workspace'
  | 'stale-view'
  | 'shell'
  | 'network'
  | 'interactive'
  | 'foreign'
  | 'unknown-tool';

export type GateDecision =
  /** Run the call; it sees files through the overlay. */
  | { readonly kind: 'allow' }
  /** Run the call; its writes stay in the overlay. */
  | { readonly kind: 'redirect' }
  /** Do not run the call; the speculation stops. `detail` is the path or tool concerned, for display. */
  | { readonly kind: 'boundary'; readonly boundary: BoundaryType; readonly detail: string };

export interface GatedCall {
  /** Undefined if no tool of this name is registered. */
  readonly tool: Pick<Tool, 'name' | 'kind' | 'record'> | undefined;
  /** The tool name in the model's call. */
  readonly name: string;
  /** Every path of the call, resolved. */
  readonly paths: readonly PathResolution[];
  /** Addresses of schemas that an edit adds; missing if there are none. */
  readonly schemas?: readonly string[];
  readonly links?: HardLinks;
  readonly mode: ApprovalMode;
  /** Calls that these rules deny or ask about are never speculated. */
  readonly rules: PermissionRules;
  readonly overlayHasChanges: boolean;
}

/** The kind that a tool must have, so that its record's permission is valid. */
const KINDS: Readonly<Record<Exclude<SpeculativeUse, 'boundary'>, ToolKind>> = {
  read: 'read',
  'read-disk': 'read',
  write: 'edit',
};

const BOUNDARIES: Readonly<Record<ToolKind, BoundaryType>> = {
  read: 'unknown-tool',
  edit: 'unknown-tool',
  execute: 'shell',
  network: 'network',
  interactive: 'interactive',
  foreign: 'foreign',
  plan: 'interactive',
};

/**
 * In `default` mode edits are redirected, although the seed makes them a boundary: they are not applied before the user
 * has seen the diff. Sensitive files stay a boundary in every mode, because the user is asked about each of them.
 */
const EDITS: Readonly<Record<ApprovalMode, 'redirect' | 'plan-mode'>> = {
  plan: 'plan-mode',
  default: 'redirect',
  'auto-edit': 'redirect',
  yolo: 'redirect',
};

/** Decides on one call. Pure; neither reads nor changes the call's arguments. */
export function gateCall({
  tool,
  name,
  paths,
  links = NO_HARD_LINKS,
  schemas = [],
  mode,
  rules,
  overlayHasChanges,
}: GatedCall): GateDecision {
  if (!tool) return stop('unknown-tool', name);
  const forbidding = findForbidding([...rules.deny, ...rules.ask], { tool, paths, links });
  if (forbidding) return stop('rule', forbidding.text);
  if (links.isIncomplete) return stop('rule', links.linked[0]?.display ?? '');
  const use = tool.record?.speculation ?? 'boundary';
  if (use === 'boundary' || KINDS[use] !== tool.kind) return stop(BOUNDARIES[tool.kind], tool.name);
  const outside = paths.find((path) => path.kind === 'outside');
  if (outside) return stop('outside-workspace', outside.display);
  const [secret] = shownSecrets(tool, paths);
  if (secret) return stop('secret-file', secret.display);
  if (use === 'read') return { kind: 'allow' };
  if (use === 'read-disk') return overlayHasChanges ? stop('stale-view', tool.name) : { kind: 'allow' };
  if (EDITS[mode] === 'plan-mode') return stop('plan-mode', tool.name);
  const sensitive = links.linked[0] ?? paths.find(isSensitivePath);
  if (sensitive) return stop('sensitive-path', sensitive.display);
  const [schema] = schemas;
  return schema === undefined ? { kind: 'redirect' } : stop('remote-schema', schema);
}

function stop(boundary: BoundaryType, detail: string): GateDecision {
  return { kind: 'boundary', boundary, detail: toDisplayText(detail) };
}
