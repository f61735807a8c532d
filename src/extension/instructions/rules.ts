import { instructionProblemTexts as texts } from '../base/texts/instructionTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { compileGlob } from '../text/search/glob.ts';
import { withLineEnding } from '../text/textFile.ts';
import { parseFrontMatter, textField } from './frontMatter.ts';
import { readIncludes } from './includes.ts';
import {
  toToolPath,
  type InstructionBase,
  type InstructionFile,
  type InstructionProblem,
  type InstructionReader,
  type InstructionScope,
} from './instructionFiles.ts';
import { RULE_PLACES, type Applies, type RulePlace } from './rulePlaces.ts';

/** A file with rules for agents. */
export interface Rule {
  readonly id: string;
  readonly scope: InstructionScope;
  readonly path: string;
  readonly display: string;
  /** Absolute: the folder to which the globs are relative. */
  readonly root: string;
  readonly description: string;
  readonly applies: Applies;
  /** Trimmed, and without front matter. A file that another rule includes keeps its front matter. */
  readonly text: string;
  /** For display: the rule that includes this file, directly or not. */
  readonly includedBy?: string;
  /**
   * Later rules with the same text. This rule also applies to the files that match their globs. Only in
   * `RuleSet.offered`.
   */
  readonly twins?: readonly Rule[];
}

/**
 * `offered`: the system prompt names the rule, without its text. `same`: another rule with the same text covers this
 * rule. `no-room`: the rule would exceed `MAX_RULE_TEXT`, so the system prompt only names the rule. `left-out`: the
 * system prompt contains neither the rule's name nor its text, because `MAX_OFFERED` rules are offered before it.
 * `manual`: the model gets the rule only if the user mentions its file.
 */
export type RuleUse =
  | { readonly kind: 'sent' }
  | { readonly kind: 'offered' }
  | { readonly kind: 'off' }
  | { readonly kind: 'same'; readonly as: string }
  | { readonly kind: 'no-room' }
  | { readonly kind: 'left-out' }
  | { readonly kind: 'manual' };

export interface RuleSet {
  /** In the order in which they are sent. */
  readonly rules: readonly { readonly rule: Rule; readonly use: RuleUse }[];
  /** The rules that every request contains. Their texts are cut to `MAX_TEXT`. */
  readonly sent: readonly Rule[];
  readonly offered: readonly Rule[];
}

/** Characters of one rule. Every request contains the rules, so a long rule would cost money every time. */
export const MAX_TEXT = 20_000;
/** Characters of all rules in a request, including those that `FileRules` adds. */
export const MAX_RULE_TEXT = 60_000;
export const MAX_OFFERED = 100;

export async function readRules(
  reader: InstructionReader,
  bases: readonly InstructionBase[],
  isOff: (id: string) => boolean,
  problems: InstructionProblem[],
  signal: AbortSignal,
): Promise<RuleSet> {
  // The user's rules come first, so that a repository's rules cannot use up the limits before them.
  const ordered = [...bases].sort((a, b) => Number(b.scope === 'user') - Number(a.scope === 'user'));
  const found: Rule[] = [];
  for (const base of ordered) {
    const places = await Promise.all(
      RULE_PLACES[base.scope].map(async (place) => {
        // Each place has a list of its own, so that the order of the problems is always the same.
        const own: InstructionProblem[] = [];
        return { rules: await readPlace(reader, base, place, isOff, own, signal), own };
      }),
    );
    for (const { own } of places) problems.push(...own);
    for (const rule of places.flatMap(({ rules }) => rules))
      if (found.every(({ id }) => id !== rule.id)) found.push(rule);
  }
  return select(found, isOff, problems);
}

/** Returns the rules of one place, each before the files that it includes. */
async function readPlace(
  reader: InstructionReader,
  base: InstructionBase,
  place: RulePlace,
  isOff: (id: string) => boolean,
  problems: InstructionProblem[],
  signal: AbortSignal,
): Promise<Rule[]> {
  const own = await readFiles(reader, base, place, problems, signal);
  const rules = own.flatMap((file) => {
    const rule = toRule(file, base, place);
    if (!('what' in rule)) return [{ rule, file }];
    problems.push(rule);
    return [];
  });
  if (!place.includes) return rules.map(({ rule }) => rule);
  const all: Rule[] = [];
  for (const { rule, file } of rules) {
    all.push(rule);
    const included = isOff(rule.id) ? [] : (await readIncludes(reader, base, file, problems, signal)).files;
    for (const each of included) all.push({ ...toPlainRule(each, base), includedBy: rule.display });
  }
  return all;
}

/** Returns the resolved paths of the files that rules include. Files that do not exist yet count too. */
export async function includedPaths(
  reader: InstructionReader,
  bases: readonly InstructionBase[],
  isOff: (id: string) => boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const paths: string[] = [];
  for (const base of bases) {
    for (const place of RULE_PLACES[base.scope].filter(({ includes }) => includes)) {
      for (const file of await readFiles(reader, base, place, [], signal)) {
        const isUsed = !isOff(toPlainRule(file, base).id);
        if (isUsed) paths.push(...(await readIncludes(reader, base, file, [], signal)).paths);
      }
    }
  }
  return paths;
}

async function readFiles(
  reader: InstructionReader,
  base: InstructionBase,
  { path, accepts }: RulePlace,
  problems: InstructionProblem[],
  signal: AbortSignal,
): Promise<InstructionFile[]> {
  if (accepts) return (await reader.readAll(base, path, { accepts }, problems, signal)).map(({ file }) => file);
  const file = await reader.read(base, path, problems, signal);
  return file ? [file] : [];
}

function toRule(file: InstructionFile, base: InstructionBase, place: RulePlace): Rule | InstructionProblem {
  const problem = (what: string): InstructionProblem => ({ path: toDisplayText(file.display), what });
  const parsed = parseFrontMatter(file.text);
  // AGENTS.md and similar files are plain Markdown, so a line `---` that does not begin valid front matter is text.
  const plain = { fields: new Map(), body: file.text };
  if (parsed.kind === 'malformed' && place.accepts) return problem(parsed.problem);
  const content = parsed.kind === 'malformed' ? plain : parsed;
  const applies = place.applies(content);
  if (applies.kind === 'wrong') return problem(texts.wrongType(applies.field));
  const text = content.body.trim();
  if (text === '') return problem(texts.empty());
  const bad = applies.kind === 'files' ? applies.globs.find((glob) => !compileGlob(glob)) : undefined;
  if (bad !== undefined) return problem(texts.badPattern(toDisplayText(bad)));
  const description = (textField(content, 'description') ?? '').replace(/\s+/g, ' ').slice(0, 300);
  return { ...toPlainRule(file, base), applies, description, text };
}

function toPlainRule({ scope, path, display, text }: InstructionFile, base: InstructionBase): Rule {
  return {
    id: `rule:${display}`,
    scope,
    path,
    display,
    root: base.path,
    description: '',
    applies: { kind: 'always' },
    text: text.trim(),
  };
}

/** Earlier rules use up the limits first. */
function select(found: readonly Rule[], isOff: (id: string) => boolean, problems: InstructionProblem[]): RuleSet {
  const { texts: sent, sentInstead } = selectSent(found.filter(({ id }) => !isOff(id)));
  const offered: Rule[] = [];
  /** For each text, the index in `offered` of the rule with this text that applies to certain files. */
  const forFiles = new Map<string, number>();
  const decide = (rule: Rule): RuleUse => {
    if (isOff(rule.id)) return { kind: 'off' };
    if (rule.applies.kind === 'never') return { kind: 'manual' };
    const path = toDisplayText(rule.display);
    const text = sent.get(rule);
    if (text !== undefined) {
      if (text !== rule.text) problems.push({ path, what: texts.cut(MAX_TEXT) });
      return { kind: 'sent' };
    }
    const key = keyOf(rule);
    const at = rule.applies.kind === 'files' ? forFiles.get(key) : undefined;
    const twin = at === undefined ? undefined : offered[at];
    const same = sentInstead(rule) ?? twin;
    if (at !== undefined && twin && same === twin) offered[at] = { ...twin, twins: [...(twin.twins ?? []), rule] };
    if (same) return { kind: 'same', as: same.display };
    if (offered.length >= MAX_OFFERED) {
      problems.push({ path, what: texts.notOffered(MAX_OFFERED) });
      return { kind: 'left-out' };
    }
    if (rule.applies.kind === 'files') forFiles.set(key, offered.length);
    offered.push(rule);
    if (rule.applies.kind === 'always') problems.push({ path, what: texts.noRoom(MAX_RULE_TEXT) });
    return { kind: rule.applies.kind === 'always' ? 'no-room' : 'offered' };
  };
  const rules = found.map((rule) => ({ rule, use: decide(rule) }));
  return { rules, sent: [...sent].map(([rule, text]) => ({ ...rule, text })), offered };
}

/**
 * Returns the rules that every request contains, with their cut texts. `sentInstead` returns the rule among them that
 * has the same text as the given rule and applies wherever the given rule applies.
 */
function selectSent(rules: readonly Rule[]): {
  readonly texts: ReadonlyMap<Rule, string>;
  readonly sentInstead: (rule: Rule) => Rule | undefined;
} {
  const cut = new Map<Rule, string>();
  const byText = new Map<string, Rule[]>();
  const sentInstead = (rule: Rule): Rule | undefined =>
    byText.get(keyOf(rule))?.find(({ scope, root }) => scope === 'user' || root === rule.root);
  let room = MAX_RULE_TEXT;
  for (const rule of rules) {
    if (rule.applies.kind !== 'always' || sentInstead(rule)) continue;
    const text = cutText(rule);
    if (text.length > room) continue;
    room -= text.length;
    cut.set(rule, text);
    byText.set(keyOf(rule), [...(byText.get(keyOf(rule)) ?? []), rule]);
  }
  return { texts: cut, sentInstead };
}

function keyOf({ text }: Rule): string {
  return withLineEnding(text, '\n');
}

export function cutText(rule: Pick<Rule, 'text' | 'scope' | 'path' | 'display'>): string {
  const { text } = rule;
  if (text.length <= MAX_TEXT) return text;
  const rest = text.length - MAX_TEXT;
  return `${text.slice(0, MAX_TEXT)}\n[Cut here: read ${toToolPath(rule)} for the other ${rest} characters.]`;
}
