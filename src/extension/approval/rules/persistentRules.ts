import type { PersistentRuleOffer } from '../../../shared/chatState.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import type { PathResolution } from '../../ports/workspace.ts';
import { decideApproval, type ApprovalConditions } from '../approval.ts';
import type { ApprovalCall } from '../approvalCall.ts';
import { mentionsCommand, parseCommandPattern, type CommandPart } from '../../shell/commandPattern.ts';
import { escapeGlob } from '../../text/glob.ts';
import { parsePermissions } from './permissionRules.ts';
import { isOrdinary } from './ruleMatching.ts';
import { parseWebAddress } from '../../text/webAddress.ts';

/** Maximum number of commands in one offer: the user must be able to see them all. */
const MAX_COMMANDS = 4;

/**
 * Returns the offers of "Always…" on a card, the narrowest first. An offer is made only if a rule can express it
 * exactly: never for a command that could not be parsed or writes into a file, a path outside the workspace, or a file
 * that can start programs. Each offer must allow this very call, so that the user is not asked again.
 */
export function offerPersistentRules(call: ApprovalCall, conditions: ApprovalConditions): PersistentRuleOffer[] {
  if (!call.paths.every(isOrdinary)) return [];
  return candidates(call).filter(({ rules }) => {
    const { rules: parsed, problems } = parsePermissions({ allow: rules }, [], '');
    const allow = [...conditions.rules.allow, ...parsed.allow];
    const isExact = problems.length === 0 && rules.every((rule) => toDisplayText(rule) === rule);
    return isExact && decideApproval(call, { ...conditions, rules: { ...conditions.rules, allow } }).kind === 'allow';
  });
}

function candidates({ tool, paths, command, url }: ApprovalCall): PersistentRuleOffer[] {
  if (command) return commandOffers(tool.name, command.parts ?? []);
  if (url !== undefined) return siteOffers(tool.name, url);
  // A rule about edits says more than a card about deleting or moving a file.
  const isEdit = tool.kind === 'edit' && !tool.record?.removesFiles;
  return isEdit && paths.length === 1 ? paths.flatMap(editOffers) : [];
}

function commandOffers(tool: string, parts: readonly CommandPart[]): PersistentRuleOffer[] {
  if (parts.length > MAX_COMMANDS || parts.some(isNeverPersistent)) return [];
  const exact = parts.map(({ words }) => toPattern(words));
  const open = parts.map((part, index) => toOpenPattern(part) ?? exact[index]);
  const offers = ([exact, open] as const).flatMap((patterns, index): PersistentRuleOffer[] => {
    const known = [...new Set(patterns)].filter((pattern) => pattern !== undefined);
    if (known.length === 0 || patterns.includes(undefined)) return [];
    const kind = index === 0 ? 'command' : 'command-with-arguments';
    return [{ kind, subjects: known, rules: known.map((pattern) => `${tool}(${pattern})`) }];
  });
  const isSame = offers[0]?.rules.join('\n') === offers[1]?.rules.join('\n');
  return isSame ? offers.slice(0, 1) : offers;
}

function siteOffers(tool: string, url: string): PersistentRuleOffer[] {
  const address = parseWebAddress(url);
  if (!(address instanceof URL)) return [];
  return [{ kind: 'site', subjects: [address.origin], rules: [`${tool}(${address.origin})`] }];
}

/**
 * Uses the absolute path, so that the rule applies to this workspace only. A file at the top is offered alone: its
 * folder would be the whole workspace, which is what modes are for.
 */
function editOffers(path: PathResolution): PersistentRuleOffer[] {
  if (path.kind !== 'inside' || !path.display.endsWith(path.relative)) return [];
  const { relative, display } = path;
  const root = path.path.slice(0, path.path.length - relative.length);
  const shown = display.slice(0, display.length - relative.length);
  const folders = relative.split('/').slice(0, -1);
  if (folders.length === 0) {
    return [{ kind: 'file', subjects: [display], rules: [`edit(${escapeGlob(path.path)})`] }];
  }
  const offered = [...new Set([folders.join('/'), folders[0] ?? ''])];
  return offered.map((folder) => ({
    kind: 'folder',
    subjects: [`${shown}${folder}/`],
    rules: [`edit(${escapeGlob(root + folder)}/**)`],
  }));
}

/** A pattern for exactly these words; undefined if none can express them. */
function toPattern(words: readonly (string | null)[]): string | undefined {
  const quoted = words.map((word) => (word === null ? undefined : quote(word)));
  return quoted.includes(undefined) ? undefined : quoted.join(' ');
}

function quote(word: string): string | undefined {
  // A star is always a wildcard, and a leading tilde is the user's home.
  if (/[*\p{Cc}]|^~/u.test(word)) return undefined;
  if (word !== '' && !/[\s"';&|<>]/.test(word)) return word;
  if (!word.includes('"')) return `"${word}"`;
  return word.includes("'") ? undefined : `'${word}'`;
}

/**
 * Returns a pattern that leaves the arguments open, for two kinds of commands. The project's own scripts: only
 * arguments after `--`, because those before it go to npm, which an option can redirect (`--prefix`), as with `make`
 * and `cargo` (`-C`, `--manifest-path`). And commands that only read (`git status *`), because such a rule does not
 * allow arguments with which they write.
 */
function toOpenPattern({ words, verdict, readingHeads = [] }: CommandPart): string | undefined {
  const [program, command, script] = words;
  const length = program !== 'npm' ? 0 : command === 'test' ? 2 : command === 'run' && /^\w/.test(script ?? '') ? 3 : 0;
  const ofScript = length > 0 && words[length] === '--' ? length + 1 : undefined;
  const ofReader = verdict === 'read-only' ? readingHeads[0] : undefined;
  const head = ofScript ?? ofReader;
  if (head === undefined) return undefined;
  const pattern = toPattern(words.slice(0, head));
  return pattern === undefined ? undefined : `${pattern} *`;
}

/** The effect of these commands depends on the directory or user that they run with, which a rule cannot express. */
function isNeverPersistent(part: CommandPart): boolean {
  return NEVER_LASTING.some((pattern) => mentionsCommand(pattern, part));
}

const NEVER_LASTING = 'sudo doas su rm rmdir unlink shred dd mkfs* kill pkill killall chmod chown eval exec source .'
  .split(' ')
  .flatMap((name) => {
    const pattern = parseCommandPattern(name);
    return pattern ? [pattern] : [];
  });
