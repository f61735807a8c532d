import type { PathResolution } from '../../ports/workspace.ts';
import { mayMatchAddress, namesAddress } from './addressPattern.ts';
import { matchesCommand, mentionsCommand, parseCommandPattern, type CommandPart } from '../../shell/commandPattern.ts';
import type { FileUse } from '../commandFiles.ts';
import { mayHideCommand, readsProgram } from '../../shell/hiddenCommands.ts';
import type { ApprovalCall } from '../approvalCall.ts';
import {
  bindsFiles,
  bindsReading,
  bindsWriting,
  forbidsPath,
  matchesPathExactly,
  mayMatchPath,
  compilePathPattern,
  READ_FILE,
} from './pathRules.ts';
import { isAbout, type PermissionRule } from './permissionRules.ts';
import { looksSecret } from '../../text/secretFiles.ts';
import { isSensitivePath } from '../sensitivePaths.ts';

/**
 * An allow rule covers only what its pattern certainly names. A deny or ask rule covers everything that its pattern
 * could mean.
 */

/** Returns the first of these deny or ask rules that applies to the call, or to a part of the call. */
export function findForbidding(rules: readonly PermissionRule[], call: ApprovalCall): PermissionRule | undefined {
  return rules.find(
    (rule) =>
      (isAbout(rule, call) || bindsRemoval(rule, call)) && (rule.pattern === undefined || touches(rule.pattern, call)),
  );
}

/**
 * Whether the call deletes or moves files, and the rule is about reading or writing files. Such a rule applies to the
 * call even if the rule is about another tool.
 */
function bindsRemoval(rule: PermissionRule, { tool, editTools }: ApprovalCall): boolean {
  return tool.record?.removesFiles !== undefined && bindsFiles(rule, editTools);
}

/**
 * True if rules name files, and the command may use undetermined files. For files that a command may write without
 * naming them, only rules about writing are considered.
 */
export function mayUseForbiddenFiles(rules: readonly PermissionRule[], { command, editTools }: ApprovalCall): boolean {
  if (!command) return false;
  const { reachable, hasUnknown, writesOthers } = command.files;
  const bindsWrites = (rule: PermissionRule): boolean => bindsWriting(rule, editTools);
  const binds = (rule: PermissionRule): boolean =>
    bindsReading(rule) || (command.verdict !== 'read-only' && bindsWrites(rule));
  return ((hasUnknown || reachable === null) && rules.some(binds)) || (writesOthers && rules.some(bindsWrites));
}

/**
 * True if rules name commands, and this command could not be parsed or may hide another command (`mayHideCommand`). A
 * read-only command starts only known commands.
 */
export function mayRunForbiddenCommand(rules: readonly PermissionRule[], call: ApprovalCall): boolean {
  const { command } = call;
  if (!command || command.verdict === 'read-only') return false;
  const patterns = rules.flatMap((rule) => (isAbout(rule, call) ? (rule.pattern ?? []) : []));
  if (patterns.length === 0) return false;
  const parsed = patterns.flatMap((pattern) => {
    const words = parseCommandPattern(pattern);
    return words ? [words] : [];
  });
  return command.parts === null || mayHideCommand(command.parts, parsed);
}

/**
 * Checks deny or ask rules against the files that the command names, and against other names (hard links) of files that
 * it may use. Rules without a pattern, such as `read_file`, do not apply to commands.
 */
export function findForbiddingFiles(
  rules: readonly PermissionRule[],
  { command, links, editTools }: ApprovalCall,
): PermissionRule | undefined {
  const files = command?.files.named ?? [];
  // `links` does not say which file has which other name. If the command may write one file, all hard links count as
  // written.
  const use = files.some((file) => MAY_WRITE.has(file.use)) ? 'write' : 'read';
  const others = command ? (links?.forbidden ?? []) : [];
  const named = [...files, ...others.map((path) => ({ path, use }) as const)];
  return rules.find((rule) =>
    named.some(
      ({ path, use }) =>
        (bindsReading(rule) || (MAY_WRITE.has(use) && bindsWriting(rule, editTools))) && forbidsPath(rule, path),
    ),
  );
}

const MAY_WRITE: ReadonlySet<FileUse> = new Set(['write', 'mention']);

/** Returns the first of these rules that applies to a file that the command can reach (`CommandFiles.reachable`). */
export function findForbiddenBelow(
  rules: readonly PermissionRule[],
  { command, editTools }: ApprovalCall,
): PermissionRule | undefined {
  const reachable = command?.files.reachable ?? [];
  if (reachable.length === 0) return undefined;
  return rules.find((rule) => {
    if (!bindsFiles(rule, editTools)) return false;
    const mayMatch = compilePathPattern(rule.pattern ?? '');
    return reachable.some(({ path, use }) => (bindsReading(rule) || MAY_WRITE.has(use)) && mayMatch(path));
  });
}

export function isAllowedByRules(rules: readonly PermissionRule[], call: ApprovalCall): boolean {
  const own = rules.filter((rule) => isAbout(rule, call));
  const patterns = own.flatMap((rule) => rule.pattern ?? []);
  const isWhole = own.some((rule) => rule.pattern === undefined);
  const { command, url, paths } = call;
  if (command) {
    if (paths.some((path) => path.kind === 'outside')) return false;
    // A rule about a command does not cover unknown files of a program that is known to read or write files.
    if (command.files.hasUnknown && command.parts?.some(({ verdict }) => verdict !== undefined)) return false;
    return isWhole || (command.parts !== null && command.parts.length > 0 && command.parts.every(isNamed));
  }
  if (url !== undefined) return isWhole || patterns.some((pattern) => namesAddress(pattern, url));
  if (paths.length === 0) return isWhole;
  return paths.every((path) => (isWhole && isOrdinary(path)) || patterns.some((pattern) => namesPath(pattern, path)));

  function isNamed(part: CommandPart): boolean {
    if (readsProgram(part)) return false;
    return patterns.some((pattern) => {
      const parsed = parseCommandPattern(pattern);
      return parsed !== undefined && matchesCommand(parsed, part);
    });
  }
}

/**
 * Whether a rule about `tool` or about `read_file` names `path`, a file that looks secret. The pattern must itself name
 * secret files, as `.env*` does but `src/**` does not.
 */
export function isNamedSecret(
  rules: readonly PermissionRule[],
  tool: ApprovalCall['tool'],
  path: PathResolution,
): boolean {
  return rules.some((rule) => {
    const { pattern } = rule;
    if (pattern === undefined || !(isAbout(rule, { tool }) || isAbout(rule, { tool: READ_FILE }))) return false;
    const names = ['', 'x'].map((filler) => withoutWildcards(pattern, path, filler));
    return names.some(looksSecret) && meansPath(pattern, path);
  });
}

/** Whether a path is in the workspace and not sensitive. To cover any other path, an allow rule must name the path. */
export function isOrdinary(path: PathResolution): boolean {
  return path.kind === 'inside' && !isSensitivePath(path);
}

function touches(pattern: string, { command, url, paths, links }: ApprovalCall): boolean {
  const parsed = parseCommandPattern(pattern);
  if (command?.parts?.some((part) => parsed && mentionsCommand(parsed, part))) return true;
  if (url !== undefined && mayMatchAddress(pattern, url)) return true;
  const others = command ? [] : (links?.forbidden ?? []);
  return [...paths, ...others].some((path) => mayMatchPath(pattern, path));
}

function namesPath(pattern: string, path: PathResolution): boolean {
  // The author of a pattern for everything probably did not think of sensitive paths or paths outside the workspace.
  if (!isOrdinary(path) && /^[*/]*$/.test(pattern)) return false;
  if (isSensitivePath(path) && !namesSensitive(pattern, path)) return false;
  return meansPath(pattern, path);
}

function meansPath(pattern: string, path: PathResolution): boolean {
  if (isAbsolutePattern(pattern)) return matchesPathExactly(pattern, path.path);
  return path.kind === 'inside' && matchesPathExactly(pattern, path.relative);
}

/**
 * True if the pattern itself names sensitive files: `.vscode/**`, `**\/package.json`. A file that instructions include
 * has an ordinary name, so only a pattern without wildcards names it.
 */
function namesSensitive(pattern: string, path: PathResolution): boolean {
  if (path.kind === 'inside' && path.isIncluded && !/[*?[\]{}\\]/.test(pattern)) return true;
  const relative = withoutWildcards(pattern, path, 'x');
  return isSensitivePath({ kind: 'inside', path: relative, relative, display: relative });
}

/** Replaces each wildcard with `filler`, and makes the pattern relative to the root of `path`. */
function withoutWildcards(pattern: string, path: PathResolution, filler: string): string {
  const root = path.kind === 'inside' ? path.path.slice(0, path.path.length - path.relative.length) : '';
  const own = pattern.startsWith(root) ? pattern.slice(root.length) : pattern;
  return own.replace(/^\/+/, '').replace(/[*?]/g, filler);
}

function isAbsolutePattern(pattern: string): boolean {
  return pattern.startsWith('/') || /^[a-z]:\//i.test(pattern);
}
