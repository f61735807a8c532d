import type { ApprovalMode } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { ApprovalReason } from '../../shared/toolBlock.ts';
import type { PathResolution } from '../ports/workspace.ts';
import type { EditReview } from '../ports/editReview.ts';
import type { ApprovalCall, CallSources } from './approvalCall.ts';
import type { PermissionRule, PermissionRules } from './rules/permissionRules.ts';
import { isExemptFile } from './exemptFiles.ts';
import type { HardLinks } from './hardLinks.ts';
import { mayReadWithoutQuestion, reasonToAsk } from './readOnlyCommand.ts';
import {
  findForbiddenBelow,
  findForbidding,
  findForbiddingFiles,
  isAllowedByRules,
  isNamedSecret,
  isOrdinary,
  mayRunForbiddenCommand,
  mayUseForbiddenFiles,
} from './rules/ruleMatching.ts';
import { instructsAgents, sensitivityOf } from './sensitivePaths.ts';
import { removedSecrets, shownSecrets } from './shownSecrets.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

export interface ApprovalConditions {
  readonly mode: ApprovalMode;
  readonly isTrusted: boolean;
  /** True for a sub-agent that may only read, because of its role or because of plan mode. */
  readonly readsOnly?: boolean;
  readonly rules: PermissionRules;
  /** The setting `premove.readOnlyCommands`. */
  readonly readOnlyCommands: ReadOnlyCommands;
  /** See `grantsFor`. */
  readonly granted: ReadonlySet<string>;
}

export type ReadOnlyCommands = 'ask' | 'allow';

/** The conditions for the decisions of one chat, read again for each call. */
export interface ApprovalPolicy extends CallSources {
  mode(): ApprovalMode;
  isTrusted(): boolean;
  /** Whether the sub-agent may only read. Missing for the chat's own calls. */
  readsOnly?(): boolean;
  rules(): PermissionRules;
  readOnlyCommands(): ReadOnlyCommands;
  readonly granted: Set<string>;
  /** Undefined if there is no editor that can show a proposed edit. */
  readonly review?: EditReview;
  /** Missing if rules cannot be saved. */
  readonly saveRules?: (rules: readonly string[]) => void;
}

export type ApprovalNeed =
  | { readonly kind: 'allow' }
  | {
      readonly kind: 'ask';
      /** Why the user is asked, if the mode alone does not explain it. */
      readonly reasons: readonly ApprovalReason[];
      /** Empty if the user must decide on this call every time. */
      readonly grants: readonly string[];
    }
  | Refusal;

/** `text` is for the model, `summary` for the call's row. */
export interface Refusal {
  readonly kind: 'refuse';
  readonly text: string;
  readonly summary: string;
  /** For the row: what the summary does not say. */
  readonly userText?: string;
}

/**
 * Decides whether a call may run, needs the user's answer, or is refused. Model output, files and a repository's
 * settings can never make the decision less strict. Deny rules come before everything else, and a stricter mode never
 * allows a call that a looser mode asks about.
 */
export function decideApproval(call: ApprovalCall, conditions: ApprovalConditions): ApprovalNeed {
  const { tool, paths } = call;
  const { mode, isTrusted, rules, granted } = conditions;
  const denial = findDenial(call, rules);
  if (denial) return denial;
  if (tool.kind === 'plan') return mode === 'plan' ? asked([], []) : refuseOutsidePlanMode();
  if (tool.kind === 'interactive') return allowed;

  const outside = paths.filter((path) => path.kind === 'outside');
  const onlyReads = tool.kind === 'read' || tool.kind === 'agent';
  if (!isTrusted && (!onlyReads || outside.length > 0)) return refuseUntrusted(tool.name);
  if (conditions.readsOnly && !isReading(call)) return refuseReadOnlyAgent(tool.name);
  if (mode === 'plan' && !isReading(call)) return refuseInPlanMode(tool.name);

  const reached = findForbiddenBelow(rules.deny, call);
  if (reached) return asked([{ kind: 'reaches-denied', detail: reached.text }], []);
  const rule = findForbiddingAny(rules.ask, call) ?? findForbiddenBelow(rules.ask, call);
  if (rule) return asked([{ kind: 'rule', detail: rule.text }], []);
  const forbidding = [...rules.deny, ...rules.ask];
  if (mayRunForbiddenCommand(forbidding, call)) return asked([{ kind: 'hidden-command', detail: '' }], []);
  if (mayUseForbiddenFiles(forbidding, call)) return asked([{ kind: 'unknown-files', detail: '' }], []);
  if (call.links?.isIncomplete) {
    return asked(call.links.linked.map(toReason('hard-linked')).slice(0, MAX_REASONS), []);
  }

  const { permanentDeletes = [] } = call;
  if (permanentDeletes.length > 0) return asked(permanentDeletes.map(toReason('permanent-delete')), []);

  const grants = grantsFor(call);
  if (grants.every((grant) => granted.has(grant))) return allowed;
  const fileReasons = [
    ...reasonsOfFiles(call, mode),
    ...writtenLinks(call).map(toReason('hard-linked')),
    ...(mode === 'yolo' ? [] : reasonsOfContents(call, rules)),
  ];
  if (fileReasons.length > 0)
    return asked([...outside.map(toReason('outside')), ...fileReasons].slice(0, MAX_REASONS), grants);
  if (isAllowedByRules(rules.allow, call)) return allowed;
  const allowsReadOnly = conditions.readOnlyCommands === 'allow';
  if (allowsReadOnly && mayReadWithoutQuestion(call, rules.deny)) return allowed;
  const readingReason = allowsReadOnly && call.command?.verdict === 'read-only' ? reasonToAsk(call, rules.deny) : null;
  const isWriting = tool.kind === 'edit';
  const sensitive = isWriting ? paths.flatMap(toSensitiveReason(mode)) : [];
  const ask = asked(
    [...outside.map(toReason('outside')), ...sensitive, ...(readingReason ? [readingReason] : [])],
    grants,
  );
  if (outside.length > 0) return ask;
  // Also asks in `yolo` mode, in which `sensitive` has only files that instruct agents. A fact that the tool saves
  // (`changesInstructions`) instructs the model too, in all later requests.
  if (sensitive.length > 0 || (isWriting && tool.record?.changesInstructions)) return ask;
  if (mode === 'yolo' || onlyReads || tool.kind === 'foreign') return allowed;
  return isWriting && mode === 'auto-edit' ? allowed : ask;
}

/** Undefined if no deny rule forbids the call. */
export function findDenial(call: ApprovalCall, { deny }: PermissionRules): Refusal | undefined {
  const rule = findForbiddingAny(deny, call);
  return rule && refuseByRule(call.tool.name, rule);
}

/**
 * Returns the grants of "Allow for this chat". A grant covers one command (its exact text and directory), all
 * pages of a site, the download of one schema (`ApprovalCall.schemas`), or a tool on all ordinary files. Other files,
 * such as secrets and files outside the workspace, are granted by their own paths.
 */
export function grantsFor({ tool, paths, command, url, schemas = [], links }: ApprovalCall): string[] {
  if (command) return [`${tool.name} ${JSON.stringify([command.grantDirectory, command.text])}`];
  if (url !== undefined) return [`${tool.name} ${URL.canParse(url) ? new URL(url).origin : url}`];
  const secrets = [...shownSecrets(tool, paths), ...removedSecrets(tool, paths)];
  const special = paths.filter((path) => {
    if (secrets.includes(path)) return true;
    return tool.kind === 'read' ? path.kind === 'outside' : isSpecial(path) || isLinked(path, links);
  });
  const own = special.map(({ path }) => `${tool.name} ${path}`);
  const downloads = schemas.map((url) => `${tool.name} ${url}`);
  return [...(own.length === paths.length && own.length > 0 ? own : [tool.name, ...own]), ...downloads];
}

/**
 * Whether a call reads files or web pages, searches the web, starts a sub-agent, or runs a command that only reads. In
 * plan mode, and for a sub-agent that may only read, all other calls are refused. Exceptions are `interactive` tools,
 * and in plan mode the plan itself.
 */
function isReading({ tool: { kind }, command }: ApprovalCall): boolean {
  const reads = kind === 'read' || kind === 'network' || kind === 'agent';
  return reads || (kind === 'execute' && command?.verdict === 'read-only');
}

/**
 * Returns the reasons to ask about a command because of its files. They apply even if a rule allows the command. An
 * unknown file that the command certainly opens is a reason, because the file may be anywhere.
 */
function reasonsOfFiles({ command }: ApprovalCall, mode: ApprovalMode): ApprovalReason[] {
  const reasons = (command?.files.named ?? []).flatMap(({ path, use }) => {
    if (use === 'unnamed') return [];
    if (path.kind === 'outside') return isExemptFile(path, 'temporary') ? [] : [toReason('outside')(path)];
    return use === 'write' ? toSensitiveReason(mode)(path) : [];
  });
  const distinct = [...new Map(reasons.map((reason) => [`${reason.kind} ${reason.detail}`, reason])).values()];
  const unknown = command?.files.opensUnknownFile ? [{ kind: 'unknown-files', detail: '' } as const] : [];
  return [...unknown, ...distinct].slice(0, MAX_REASONS);
}

/** Returns the hard-linked files that a call may write. A write changes such a file under all its names. */
function writtenLinks({ tool, paths, command, links }: ApprovalCall): PathResolution[] {
  const used = (command?.files.named ?? []).flatMap(({ path, use }) => (use === 'write' ? [path] : []));
  const written = tool.kind === 'edit' ? paths : used;
  return written.filter((path) => isLinked(path, links));
}

function isLinked({ path }: PathResolution, links: HardLinks | undefined): boolean {
  return links?.linked.some((each) => each.path === path) ?? false;
}

/**
 * Returns the reasons to ask because of secrets in files or because of remote schemas. An allow rule covers a secret
 * file only if its pattern names the file, because the author of a broader rule probably did not think of secrets.
 */
function reasonsOfContents(call: ApprovalCall, { allow }: PermissionRules): ApprovalReason[] {
  const { tool, paths, command } = call;
  const isUnnamed = (path: PathResolution): boolean => !isNamedSecret(allow, tool, path);
  const shown = shownSecrets(tool, paths, command?.files.named).filter(isUnnamed);
  const removed = removedSecrets(tool, paths).filter(isUnnamed);
  const schemas = downloadsOf(call).filter((download) => !isAllowedByRules(allow, download));
  return [
    ...shown.map(toReason('reads-secrets')),
    ...removed.map(toReason('holds-secrets')),
    ...schemas.map(({ url = '' }) => ({ kind: 'remote-schema', detail: url }) as const),
  ];
}

/** Returns the downloads that an edit causes, as calls, so that rules about web pages apply to these downloads. */
function downloadsOf({ editTools, schemas = [] }: ApprovalCall): ApprovalCall[] {
  return schemas.map((url) => ({ tool: { name: 'web_fetch', kind: 'network' }, editTools, paths: [], url }));
}

function findForbiddingAny(rules: readonly PermissionRule[], call: ApprovalCall): PermissionRule | undefined {
  const own = findForbidding(rules, call) ?? findForbiddingFiles(rules, call);
  const [other] = downloadsOf(call).flatMap((download) => findForbidding(rules, download) ?? []);
  return own ?? other;
}

/** Per card. Users would not read a longer list. */
const MAX_REASONS = 5;

function isSpecial(path: PathResolution): boolean {
  return !isOrdinary(path);
}

function toReason(kind: ApprovalReason['kind']): (path: PathResolution) => ApprovalReason {
  return ({ display }) => ({ kind, detail: display });
}

function toSensitiveReason(mode: ApprovalMode): (path: PathResolution) => ApprovalReason[] {
  return (path) => {
    if (path.kind !== 'inside') return [];
    if (mode === 'yolo') return instructsAgents(path) ? [{ kind: 'instructs-agents', detail: path.display }] : [];
    const kind = sensitivityOf(path);
    return kind ? [{ kind, detail: path.display }] : [];
  };
}

const allowed: ApprovalNeed = { kind: 'allow' };

function asked(reasons: readonly ApprovalReason[], grants: readonly string[]): ApprovalNeed {
  return { kind: 'ask', reasons, grants };
}

function refuseByRule(name: string, { text }: PermissionRule): Refusal {
  return {
    kind: 'refuse',
    text: `A rule in the settings denies this (${text}), so ${name} was not run. Do not try it in another way.`,
    summary: resultTexts.deniedByRule(),
    userText: resultTexts.deniedByRuleDetail(toDisplayText(text)),
  };
}

function refuseUntrusted(name: string): ApprovalNeed {
  return {
    kind: 'refuse',
    text: `The user has not trusted this workspace, so tools can only read its files. ${name} was not run.`,
    summary: resultTexts.untrusted(),
  };
}

function refuseReadOnlyAgent(name: string): ApprovalNeed {
  return {
    kind: 'refuse',
    text: `You can only read, so ${name} was not run. Instead, report what should be changed.`,
    summary: resultTexts.readsOnly(),
  };
}

function refuseInPlanMode(name: string): ApprovalNeed {
  return {
    kind: 'refuse',
    text:
      `Plan mode is read-only, so ${name} was not run. Find out what is needed, then present a plan with ` +
      'exit_plan_mode. You can make changes after the user accepts it.',
    summary: resultTexts.planModeOn(),
  };
}

function refuseOutsidePlanMode(): ApprovalNeed {
  return {
    kind: 'refuse',
    text: 'Plan mode is off, so plans need no approval. Continue with the task.',
    summary: resultTexts.planModeOff(),
  };
}
