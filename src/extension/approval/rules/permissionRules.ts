import { compileGlob } from '../../text/search/glob.ts';
import { ruleProblemTexts } from '../../base/texts/noticeTexts.ts';
import { parseCommandPattern } from '../../shell/commandPattern.ts';
import { namesTool } from '../../tools/externalServers.ts';
import type { Tool } from '../../tools/tool.ts';

/**
 * A rule of the settings: a tool and, in parentheses, an optional pattern for a path (`edit(src/**)`), a shell command
 * (`run_shell_command(npm test *)`) or an address (`web_fetch(https://example.com/**)`).
 */
export interface PermissionRule {
  readonly text: string;
  /** A tool's name, a prefix of names (`mcp__server__*`), a kind (`edit`: all tools that write files), or `*`. */
  readonly tool: string;
  /** Undefined if the rule applies to everything that the tool does. */
  readonly pattern: string | undefined;
}

/** Deny takes precedence over ask, and ask over allow, regardless of the order of the rules. */
export interface PermissionRules {
  readonly allow: readonly PermissionRule[];
  readonly ask: readonly PermissionRule[];
  readonly deny: readonly PermissionRule[];
}

export interface ParsedPermissions {
  readonly rules: PermissionRules;
  /** For the user; one sentence per problem. */
  readonly problems: readonly string[];
}

export const NO_RULES: PermissionRules = { allow: [], ask: [], deny: [] };

/**
 * Parses `premove.permissions` of the user's settings, and `premove.deny` of each level (user, workspace, folder). A
 * mistake never allows more than the user meant:
 * - An invalid allow rule allows nothing.
 * - An invalid ask or deny rule applies to its whole tool. It is ignored only if it does not begin with a tool.
 * - A single text in place of a list counts as a list with this rule. In place of an allow list, it allows nothing.
 */
export function parsePermissions(permissions: unknown, denials: readonly unknown[], home: string): ParsedPermissions {
  const problems: string[] = [];
  const lists = isRecord(permissions) ? permissions : {};
  if (permissions !== undefined && !isRecord(permissions)) problems.push(ruleProblemTexts.notAnObject());
  const read = (name: string, value: unknown, widens: boolean): PermissionRule[] => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) problems.push(ruleProblemTexts.notAList(name));
    const texts: unknown[] = Array.isArray(value) ? value : typeof value === 'string' && !widens ? [value] : [];
    return texts.flatMap((text) => {
      const rule = typeof text === 'string' ? toRule(text, home) : undefined;
      const problem = rule ? problemOf(rule) : ruleProblemTexts.unreadable;
      if (problem !== undefined) problems.push(problem(name, JSON.stringify(text)));
      if (rule && problem === undefined) return [rule];
      return widens || typeof text !== 'string' ? [] : toWholeTool(text);
    });
  };
  const rules = {
    allow: read('premove.permissions.allow', lists.allow, true),
    ask: read('premove.permissions.ask', lists.ask, false),
    deny: [
      ...read('premove.permissions.deny', lists.deny, false),
      ...denials.flatMap((denial) => read('premove.deny', denial, false)),
    ],
  };
  return { rules, problems };
}

export function isAbout(rule: PermissionRule, { tool }: { readonly tool: Pick<Tool, 'name' | 'kind'> }): boolean {
  return namesTool(rule.tool, tool.name) || rule.tool === tool.kind;
}

/** Parses `tool` or `tool(pattern)`; undefined if the text is neither. */
function toRule(text: string, home: string): PermissionRule | undefined {
  const [, tool, brackets, inner = ''] = /^([\w.:/-]+\*?|\*)\s*(\(([\s\S]*)\))?$/.exec(text.trim()) ?? [];
  if (tool === undefined) return undefined;
  const pattern = inner.trim().replace(/^~(?=\/|$)/, home.replaceAll('\\', '/'));
  return { text: text.trim(), tool, pattern: brackets === undefined ? undefined : pattern };
}

/**
 * Returns a rule about the whole tool that an invalid rule begins with. Empty if the invalid rule does not begin with a
 * tool.
 */
function toWholeTool(text: string): PermissionRule[] {
  // A `*` without parentheses may be the beginning of a file name, such as `*.env`.
  const [tool] = /^(?:[\w.:/-]*\w\*?|\*(?=\s*\())/.exec(text.trim()) ?? [];
  return tool === undefined ? [] : [{ text: text.trim(), tool, pattern: undefined }];
}

/** A pattern may be compared with paths and commands, so it must be valid as both. */
function problemOf({ tool, pattern }: PermissionRule): ProblemText | undefined {
  if (pattern === undefined) return undefined;
  const words = parseCommandPattern(pattern);
  if (pattern === '' || compileGlob(pattern) === undefined || words === undefined) return ruleProblemTexts.unreadable;
  // A rule is compared with each command of a line, so a pattern with an operator would never match.
  const isStart = tool.endsWith('*') && 'run_shell_command'.startsWith(tool.slice(0, -1));
  const isOfCommands = isStart || tool === 'run_shell_command' || tool === 'execute';
  // A rule for `*` also applies to web tools, and addresses may contain operators.
  const isAddress = tool === '*' && pattern.includes('://');
  return isOfCommands && !isAddress && OPERATOR.test(pattern.replace(/"[^"]*"|'[^']*'/g, ''))
    ? ruleProblemTexts.operator
    : undefined;
}

type ProblemText = (list: string, rule: string) => string;

const OPERATOR = /[;&|<>]/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
