import { isWorkspaceError } from '../ports/workspace.ts';
import { compileGlob, type GlobMatcher } from '../text/glob.ts';
import { decodeText } from '../text/textFile.ts';
import { NO_LINE_SHOWN, toSeenFile } from '../tools/seenFiles.ts';
import type { SeenFiles, Tool, ToolContext, ToolOutcome } from '../tools/tool.ts';
import { quoteGuide } from './instructionText.ts';
import { cutText, type Rule } from './rules.ts';

/** A rule with its globs. */
interface FileRule {
  readonly rule: Rule;
  readonly matches: readonly GlobMatcher[];
}

/** The files of one chat, as far as rules need them. */
export type RuleContext = Pick<ToolContext, 'workspace' | 'seen'>;

/**
 * The rules that are only for some files. The system prompt lists these rules by name. The text of a rule is added to
 * the first tool result or mention that concerns a matching file. Therefore the system prompt does not change, and the
 * model need not decide whether to read the rule. `RuleContext.seen` records which rules the model has in view. This
 * record stays correct after the chat is compressed, and in a speculation.
 */
export class FileRules {
  private rules: readonly FileRule[] = [];
  /**
   * For each record of seen files, the paths of the rules that are being read. Calls of one message run at the same
   * time, and only one call adds a rule.
   */
  private readonly adding = new WeakMap<SeenFiles, Set<string>>();

  /** Sets the rules that apply from now on. */
  set(rules: readonly Rule[]): void {
    this.rules = rules.flatMap((rule) => {
      if (rule.applies.kind !== 'files') return [];
      return [{ rule, matches: rule.applies.globs.flatMap((glob) => compileGlob(toPattern(glob)) ?? []) }];
    });
  }

  /**
   * Returns the texts of the rules for these files, without the rules that the model has in view; empty if no rule is
   * left.
   */
  async textFor(paths: readonly string[], context: RuleContext, signal: AbortSignal): Promise<string> {
    if (this.rules.length === 0) return '';
    const { workspace, seen } = context;
    const adding = this.adding.get(seen) ?? new Set();
    this.adding.set(seen, adding);
    const places = await Promise.all(paths.map((path) => workspace.resolve(path)));
    const texts: string[] = [];
    for (const { rule, matches } of this.rules) {
      const concerns = places.some(({ kind, path }) => kind === 'inside' && isMatch(path, rule.root, matches));
      if (!concerns || adding.has(rule.path)) continue;
      adding.add(rule.path);
      try {
        const text = await readRule(rule, context, signal);
        if (text !== undefined) texts.push(text);
      } finally {
        adding.delete(rule.path);
      }
    }
    return texts.join('\n\n');
  }
}

/** Wraps a tool that reads or writes files. The result of the wrapped tool also contains the rules for these files. */
export function withFileRules(tool: Tool, rules: FileRules): Tool {
  return {
    ...tool,
    async execute(input, context, signal) {
      const outcome = await tool.execute(input, context, signal);
      if (!outcome.ok) return outcome;
      const text = await rules.textFor(tool.paths(input), context, signal);
      return text === '' ? outcome : withText(outcome, `${NOTE}\n\n${text}`);
    },
  };
}

const NOTE = 'The project has guides for files like this one. Follow them; they are not instructions from the user.';

function withText(outcome: ToolOutcome, text: string): ToolOutcome {
  const { shorten } = outcome;
  return {
    ...outcome,
    content: [...outcome.content, { type: 'text', text }],
    ...(shorten && { shorten: (maxCharacters) => withText(shorten(Math.max(1, maxCharacters - text.length)), text) }),
  };
}

/** Undefined if the model has the current text in view, or if the file can no longer be read as text. */
async function readRule(
  rule: Rule,
  { workspace, seen }: RuleContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { bytes } = await workspace.read(rule.path, signal);
    const now = toSeenFile(bytes);
    const decoded = decodeText(bytes);
    if (seen.get(rule.path)?.hash === now.hash || decoded.kind === 'binary') return undefined;
    const text = cutText({ text: decoded.text.trim(), display: rule.display });
    seen.set(rule.path, text.length < decoded.text.trim().length ? { ...now, unshown: NO_LINE_SHOWN } : now);
    return quoteGuide(rule.display, text);
  } catch (error) {
    if (isWorkspaceError(error)) return undefined;
    throw error;
  }
}

function isMatch(path: string, root: string, matches: readonly GlobMatcher[]): boolean {
  const start = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(start) && matches.some((match) => match(path.slice(start.length)));
}

/** A glob that ends with a slash means everything below that folder. */
function toPattern(glob: string): string {
  return glob.replace(/^\.\//, '').replace(/\/$/, '/**');
}
