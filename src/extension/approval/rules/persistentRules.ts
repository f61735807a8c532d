import type { PersistentRuleOffer } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import type { PathResolution } from '../../ports/workspace.ts';
import { decideApproval, type ApprovalConditions } from '../approval.ts';
import type { ApprovalCall } from '../approvalCall.ts';
import { mentionsCommand, parseCommandPattern, type CommandPart } from '../../shell/commandPattern.ts';
import { escapeGlob } from '../../text/search/glob.ts';
import { parsePermissions } from './permissionRules.ts';
import { isOrdinary } from './ruleMatching.ts';
import { parseWebAddress } from '../../text/webAddress.ts';

/** Per offer, because the user must be able to see all commands. */
const MAX_COMMANDS = 4;

/**
 * Returns the "Always…" offers of a card, the narrowest first. An offer is made only if the card can show its rules
 * exactly, and the rules would allow this call.
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
  // No rule for deleting or moving a file, because an `edit` rule would also allow other changes.
  const isEdit = tool.kind === 'edit' && !tool.record?.removesFiles;
  return isEdit && paths.length === 1 ? paths.flatMap(editOffers) : [];
}

function commandOffers(tool: string, parts: readonly CommandPart[]): PersistentRuleOffer[] {
  if (parts.length > MAX_COMMANDS || parts.some(neverGetsRule)) return [];
  const exact = parts.map(({ words }) => toPattern(words));
  const withArguments = parts.map((part, index) => toPatternWithArguments(part) ?? exact[index]);
  const offers = ([exact, withArguments] as const).flatMap((patterns, index): PersistentRuleOffer[] => {
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
 * Offers the file's own folder and the first folder of its path: `src/a/b/` and `src/` for `src/a/b/c.ts`. For a file
 * in the workspace folder itself, offers only the file, because a rule for that folder would allow as much as
 * `auto-edit` mode. Absolute paths restrict the rule to this workspace.
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

/** Undefined if a pattern cannot express exactly these words. */
function toPattern(words: readonly (string | null)[]): string | undefined {
  const quoted = words.map((word) => (word === null ? undefined : quote(word)));
  return quoted.includes(undefined) ? undefined : quoted.join(' ');
}

function quote(word: string): string | undefined {
  // In a pattern, `*` is always a wildcard, and a leading `~` is the home folder.
  if (/[*\p{Cc}]|^~/u.test(word)) return undefined;
  if (word !== '' && !/[\s"';&|<>]/.test(word)) return word;
  if (!word.includes('"')) return `"${word}"`;
  return word.includes("'") ? undefined : `'${word}'`;
}

/**
 * Returns a pattern with a final `*` for these two kinds of commands, and undefined for all others:
 * - An npm script whose name is followed by `--`. An option before `--`, such as `--prefix`, could run another
 *   project's script. `make` and `cargo` have such options too, so they get no pattern.
 * - A command that only reads (`git status *`): the pattern does not match arguments that make the command write.
 */
function toPatternWithArguments({ words, verdict, readingHeads = [] }: CommandPart): string | undefined {
  const [program, command, script] = words;
  const length = program !== 'npm' ? 0 : command === 'test' ? 2 : command === 'run' && /^\w/.test(script ?? '') ? 3 : 0;
  const scriptHead = length > 0 && words[length] === '--' ? length + 1 : undefined;
  const readerHead = verdict === 'read-only' ? readingHeads[0] : undefined;
  const head = scriptHead ?? readerHead;
  if (head === undefined) return undefined;
  const pattern = toPattern(words.slice(0, head));
  return pattern === undefined ? undefined : `${pattern} *`;
}

/** Whether a command never gets a persistent rule, because it is too dangerous or runs what the rule does not show. */
export function neverGetsRule(part: CommandPart): boolean {
  return NEVER_PERSISTENT.some((pattern) => mentionsCommand(pattern, part));
}

const NEVER_PERSISTENT = 'sudo doas su rm rmdir unlink shred dd mkfs* kill pkill killall chmod chown eval exec source .'
  .split(' ')
  .flatMap((name) => {
    const pattern = parseCommandPattern(name);
    return pattern ? [pattern] : [];
  });
