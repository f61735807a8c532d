import { toDisplayText } from '../../shared/displayText.ts';
import { Emitter } from '../base/emitter.ts';
import { isWorkspaceError } from '../ports/workspace.ts';
import { compileGlob, type GlobMatcher } from '../text/search/glob.ts';
import { decodeText } from '../text/textFile.ts';
import { toSeenFile } from '../tools/seenFiles.ts';
import type { LineRange, SeenFile, SeenFiles, Tool, ToolContext, ToolOutcome } from '../tools/tool.ts';
import { quoteGuide } from './instructionText.ts';
import { cutText, MAX_RULE_TEXT, MAX_TEXT, type Rule } from './rules.ts';

/** `patterns` also has the globs of later rules with the same text (`Rule.twins`). */
interface FileRule {
  readonly rule: Rule;
  readonly patterns: readonly RootPatterns[];
}

interface RootPatterns {
  /** The folder to which the globs are relative. */
  readonly root: string;
  readonly matches: readonly GlobMatcher[];
}

export type RuleContext = Pick<ToolContext, 'workspace' | 'seen'>;

/**
 * The rules that are only for some files. The system prompt lists them by name. The first tool result or mention that
 * concerns a matching file gets the rule's text. Therefore the system prompt does not change, and the model need not
 * decide whether to read the rule. `RuleContext.seen` records which rules the model has in view, also after a
 * compression and in a speculation.
 *
 * All rules together have at most `MAX_RULE_TEXT` characters in view. If a rule has no room, the model and the user get
 * only the name of its file.
 */
export class FileRules {
  private rules: readonly FileRule[] = [];
  /** Characters of the rules in the system prompt. */
  private sentLength = 0;
  /** Paths of rules that had no room in the shown chat. */
  private readonly withoutRoom = new Set<string>();
  private readonly changed = new Emitter<void>();
  /**
   * The paths of the rules that are being read. Calls may run at the same time, but only one of them may add each rule.
   */
  private readonly adding = new WeakMap<SeenFiles, Set<string>>();

  readonly onDidChangeWithoutRoom = this.changed.event;

  /** Keeps only the rules that are for some files. */
  set(rules: readonly Rule[], sentLength: number): void {
    this.sentLength = sentLength;
    this.rules = rules.flatMap((rule) => {
      if (rule.applies.kind !== 'files') return [];
      return [{ rule, patterns: [rule, ...(rule.twins ?? [])].map(toPatterns) }];
    });
  }

  get rulesWithoutRoom(): readonly Rule[] {
    return this.rules.map(({ rule }) => rule).filter(({ path }) => this.withoutRoom.has(path));
  }

  /** Call when a chat is opened, because its record of seen files begins empty. */
  startChat(): void {
    this.withoutRoom.clear();
  }

  dispose(): void {
    this.changed.dispose();
  }

  /**
   * Returns the rules that match these files, except rules that the model already has in view; empty if no rule
   * remains. The names of the rules without room follow.
   */
  async textFor(paths: readonly string[], context: RuleContext, signal: AbortSignal): Promise<string> {
    if (this.rules.length === 0) return '';
    const { workspace, seen } = context;
    const adding = this.adding.get(seen) ?? new Set();
    this.adding.set(seen, adding);
    const places = await Promise.all(paths.map((path) => workspace.resolve(path)));
    const texts: string[] = [];
    const notAdded: Rule[] = [];
    let hasChanged = false;
    for (const { rule, patterns } of this.rules) {
      const concerns = places.some(
        ({ kind, path }) => kind === 'inside' && patterns.some((each) => isMatch(path, each)),
      );
      if (!concerns || adding.has(rule.path)) continue;
      adding.add(rule.path);
      try {
        const read = await this.readRule(rule, context, signal);
        if (typeof read === 'string') texts.push(read);
        if (read === NO_ROOM) notAdded.push(rule);
        const { size } = this.withoutRoom;
        if (read === NO_ROOM) this.withoutRoom.add(rule.path);
        else if (read !== undefined) this.withoutRoom.delete(rule.path);
        hasChanged ||= this.withoutRoom.size !== size;
      } finally {
        adding.delete(rule.path);
      }
    }
    if (hasChanged) this.changed.fire();
    return [...texts, ...(notAdded.length > 0 ? [describeNotAdded(notAdded)] : [])].join('\n\n');
  }

  /**
   * Returns the rule's text for the model, and records that the model has the rule in view. `NO_ROOM` if the text is
   * too long. Undefined if the model has this text in view, or if the file can no longer be read as text.
   */
  private async readRule(
    rule: Rule,
    { workspace, seen }: RuleContext,
    signal: AbortSignal,
  ): Promise<string | typeof NO_ROOM | undefined> {
    try {
      const { bytes } = await workspace.read(rule.path, signal);
      const now = toSeenFile(bytes);
      const decoded = decodeText(bytes);
      if (decoded.kind === 'binary') return undefined;
      const { last, unshown } = linesOfRule(decoded.text);
      if (isInView(seen.get(rule.path), now, last)) return undefined;
      const text = cutText({ ...rule, text: decoded.text.trim() });
      // Nothing is awaited from here to `seen.set`, so calls that run at the same time cannot use the same room.
      if (text.length > this.roomIn(seen, rule)) return NO_ROOM;
      seen.set(rule.path, { ...now, unshown });
      return quoteGuide(rule.display, text);
    } catch (error) {
      if (isWorkspaceError(error)) return undefined;
      throw error;
    }
  }

  /** Characters. An earlier text of the same rule does not count. */
  private roomIn(seen: SeenFiles, { path }: Rule): number {
    const others = this.rules.filter(({ rule }) => rule.path !== path);
    return others.reduce((room, { rule }) => room - lengthInView(rule, seen), MAX_RULE_TEXT - this.sentLength);
  }
}

const NO_ROOM = Symbol('no room');

function lengthInView(rule: Rule, seen: SeenFiles): number {
  const inView = seen.get(rule.path);
  if (!inView) return 0;
  return cutText({ ...rule, text: inView.text?.trim() ?? rule.text }).length;
}

/** `last`: the last line that is shown in full. `unshown`: the lines that are not shown in full. */
function linesOfRule(fileText: string): { readonly last: number; readonly unshown: readonly LineRange[] } {
  const end = fileText.trimEnd().length;
  const cut = fileText.length - fileText.trimStart().length + MAX_TEXT;
  if (end <= cut) return { last: lineAt(fileText, end), unshown: [] };
  const cutLine = lineAt(fileText, cut);
  return { last: cutLine - 1, unshown: [{ first: cutLine, last: lineAt(fileText, end) }] };
}

/** Counts lines from 1. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Whether the model has seen the current text up to line `last`, at once or in parts. */
function isInView(seen: SeenFile | undefined, now: SeenFile, last: number): boolean {
  return seen?.hash === now.hash && (seen.unshown ?? []).every(({ first }) => first > last);
}

function describeNotAdded(rules: readonly Rule[]): string {
  const names = rules.map(({ display }) => JSON.stringify(toDisplayText(display))).join(', ');
  return `[More guides for files like this one are in: ${names}. The guides are not added, because all guides together would be too long. Read them with read_file if your task needs them.]`;
}

/** The result of a successful call also contains the text of `FileRules.textFor`. */
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

function toPatterns({ root, applies }: Rule): RootPatterns {
  const globs = applies.kind === 'files' ? applies.globs : [];
  return { root, matches: globs.flatMap((glob) => compileGlob(toPattern(glob)) ?? []) };
}

function isMatch(path: string, { root, matches }: RootPatterns): boolean {
  const start = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(start) && matches.some((match) => match(path.slice(start.length)));
}

/** A glob that ends with a slash means everything below that folder. */
function toPattern(glob: string): string {
  return glob.replace(/^\.\//, '').replace(/\/$/, '/**');
}
