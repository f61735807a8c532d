import { compileGlob } from '../../text/glob.ts';
import { parseCommandPattern } from '../../shell/commandPattern.ts';

/**
 * A persistent rule of the settings: a tool and, in parentheses, an optional pattern for a path (`edit(src/**)`), a
 * shell command (`run_shell_command(npm test *)`) or an address (`web_fetch(https://example.com/**)`).
 */
export interface PermissionRule {
  /** As written in the settings. */
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
  /** Rules that could not be parsed, for display; one sentence each. */
  readonly problems: readonly string[];
}

export const NO_RULES: PermissionRules = { allow: [], ask: [], deny: [] };

/**
 * Parses `premove.permissions` of the user's settings, and `premove.deny` of each level (user, workspace, folder). An
 * allow rule with an invalid pattern allows nothing. An ask or deny rule with an invalid pattern applies to everything
 * that its tool does, because a mistake must never guard less than the user meant. A rule whose tool cannot be parsed
 * has no effect. Each of these is reported in `problems`.
 */
export function parsePermissions(permissions: unknown, denials: readonly unknown[], home: string): ParsedPermissions {
  const problems: string[] = [];
  const lists = isRecord(permissions) ? permissions : {};
  if (permissions !== undefined && !isRecord(permissions)) {
    problems.push('premove.permissions is not an object with "allow", "ask" and "deny".');
  }
  const read = (name: string, value: unknown, widens: boolean): PermissionRule[] => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      problems.push(`${name} is not a list of rules.`);
      return [];
    }
    return value.flatMap((text: unknown) => {
      const rule = typeof text === 'string' ? toRule(text, home) : undefined;
      const problem = rule ? problemOf(rule) : 'that cannot be read';
      if (problem !== undefined) problems.push(`${name} has a rule ${problem}: ${JSON.stringify(text)}.`);
      if (rule && problem === undefined) return [rule];
      return rule && !widens ? [{ ...rule, pattern: undefined }] : [];
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

/** Parses `tool` or `tool(pattern)`; undefined if the text is neither. */
function toRule(text: string, home: string): PermissionRule | undefined {
  const [, tool, brackets, inner = ''] = /^([\w.:/-]+\*?|\*)\s*(\(([\s\S]*)\))?$/.exec(text.trim()) ?? [];
  if (tool === undefined) return undefined;
  const pattern = inner.trim().replace(/^~(?=\/|$)/, home.replaceAll('\\', '/'));
  return { text: text.trim(), tool, pattern: brackets === undefined ? undefined : pattern };
}

/** Why a pattern is invalid. A pattern may be compared with paths and commands, so it must be valid as both. */
function problemOf({ tool, pattern }: PermissionRule): string | undefined {
  if (pattern === undefined) return undefined;
  const words = parseCommandPattern(pattern);
  if (pattern === '' || compileGlob(pattern) === undefined || words === undefined) return 'that cannot be read';
  // A rule is compared with each command of a line, so a pattern with an operator would never match.
  const isStart = tool.endsWith('*') && 'run_shell_command'.startsWith(tool.slice(0, -1));
  const isOfCommands = isStart || tool === 'run_shell_command' || tool === 'execute';
  // A rule for `*` also applies to web tools, and addresses may contain these characters.
  const isAddress = tool === '*' && pattern.includes('://');
  return isOfCommands && !isAddress && OPERATOR.test(pattern.replace(/"[^"]*"|'[^']*'/g, ''))
    ? 'with an operator; write one rule for each command'
    : undefined;
}

const OPERATOR = /[;&|<>]/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
