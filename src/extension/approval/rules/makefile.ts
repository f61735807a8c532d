interface MakeRule {
  readonly prerequisites: string[];
  readonly recipe: string[];
}

/** By target, in the order of the file. */
type MakeRules = ReadonlyMap<string, MakeRule>;

export interface Makefile {
  readonly targets: readonly string[];
  /**
   * The lines of the recipes that `make` runs for a target, or for the default target if `target` is missing. Undefined
   * if the target has no rule, or if it is not clear to which rules the lines of the file belong.
   */
  readonly recipesFor: (target?: string) => readonly string[] | undefined;
}

/** Rules with a `%` that are compared with the name of a target. */
const MAX_PATTERNS = 200;
/** Characters of a script, after which no more recipes are added. */
export const MAX_SCRIPT = 2_000;

/** The start of a rule, but not of an assignment: `name := value`, `name ::= value`. */
const RULE = /^([^\s:=#][^:=#]*):(?!:?:?=)/;

/** Variables and included files are not resolved. */
export function readMakefile(text: string): Makefile {
  const { rules, isClear } = readRules(text);
  const recipesOf = createRecipes(rules);
  const first = defaultTarget(text);
  return {
    targets: [...rules.keys()],
    recipesFor(target = first) {
      if (target === undefined || !isClear) return undefined;
      const lines = recipesOf(target);
      return rules.has(target) || lines.length > 0 ? lines : undefined;
    },
  };
}

/** A line such as `ifdef X` or `else`. make accepts spaces before it, but no tab. */
const CONDITION = /^ *(?:(if)n?(?:eq|def)|else|(endif))(?:\s|#|$)/;

/** Reads the rules in all branches of a condition. `isClear`: all lines of recipes were understood. */
function readRules(text: string): { readonly rules: MakeRules; readonly isClear: boolean } {
  const rules = new Map<string, MakeRule>();
  let isClear = !text.includes('RECIPEPREFIX');
  let current: readonly MakeRule[] = [];
  let depth = 0;
  /** The depth of the branch with the last rule or variable. Infinite if the branch has ended. */
  let ownDepth = 0;
  for (const line of linesOf(text)) {
    const condition = CONDITION.exec(line);
    if (condition) {
      const [, start, end] = condition;
      if (start === undefined && ownDepth >= depth) ownDepth = Infinity;
      depth += start === undefined ? (end === undefined ? 0 : -1) : 1;
      continue;
    }
    if (definesLines(line)) isClear = false;
    if (line.startsWith('\t')) {
      // If the branch of the last rule is not taken, the line belongs to an earlier rule.
      if (ownDepth > depth) isClear = false;
      for (const { recipe } of current) recipe.push(withoutPrefix(line.trim()));
      continue;
    }
    if (/^\s*(?:#|$)/.test(line)) continue;
    ownDepth = depth;
    const [start = '', targets = ''] = RULE.exec(line) ?? [];
    current = wordsOf(targets).map((target) => {
      const rule = rules.get(target) ?? { prerequisites: [], recipe: [] };
      rules.set(target, rule);
      return rule;
    });
    addToRules(current, line.slice(start.length));
  }
  return { rules, isClear };
}

/** Whether the line begins a variable with several lines: `define X`. */
function definesLines(line: string): boolean {
  return wordsOf(line).find((word) => !MODIFIERS.has(word)) === 'define';
}

const MODIFIERS = new Set(['export', 'unexport', 'override', 'private']);

/** A line that ends with `\` continues on the next line. */
function linesOf(text: string): string[] {
  return text.replaceAll(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/);
}

/** Undefined if not known, for example if a line before the first rule, such as `include`, may define other targets. */
function defaultTarget(text: string): string | undefined {
  if (/\.DEFAULT_GOAL|\$[({]eval\s/.test(text)) return undefined;
  let depth = 0;
  let isInRule = false;
  for (const line of linesOf(text)) {
    if (isInRule && line.startsWith('\t')) continue;
    const [first = '#'] = wordsOf(line);
    if (first.startsWith('#') || first === 'else') continue;
    const [start = '', targets = ''] = RULE.exec(line) ?? [];
    if (start !== '') {
      const names = wordsOf(targets);
      isInRule = !isVariable(prerequisitesIn(line.slice(start.length)));
      // Special targets and patterns are not built by default.
      if (!isInRule || names.every((name) => /^\.[^/]*$|%/.test(name))) continue;
      return depth === 0 && names.length === 1 && !targets.includes('$') ? names[0] : undefined;
    }
    if (/^if(?:n?eq|n?def)\b/.test(first)) {
      depth += 1;
    } else if (first === 'endif') {
      depth -= 1;
    } else if (isVariable(line) && !line.startsWith('\t')) {
      isInRule = false;
    } else {
      return undefined;
    }
  }
  return undefined;
}

/** Adds the rest of a target's line, such as `main.o | folder ; echo done`. */
function addToRules(rules: readonly MakeRule[], rest: string): void {
  const names = prerequisitesIn(rest);
  if (isVariable(names)) return;
  const at = rest.indexOf(';');
  const command = at < 0 ? '' : rest.slice(at + 1).trim();
  for (const { prerequisites, recipe } of rules) {
    // A static pattern has another colon. Normal and order-only prerequisites are separated by `|`.
    for (const name of wordsOf(names.replaceAll(/[:|]/g, ' '))) prerequisites.push(name);
    if (command !== '') recipe.push(withoutPrefix(command));
  }
}

/** The part before a recipe on the same line, and before a comment. */
function prerequisitesIn(rest: string): string {
  return rest.split(/[;#]/, 1)[0] ?? '';
}

/**
 * make does not pass these marks to the shell: `@` hides the line, `-` ignores its failure, `+` runs it in a dry run
 * too.
 */
function withoutPrefix(line: string): string {
  return line.replace(/^[@+\s-]+/, '');
}

/** Whether a line, or the text after a target, sets a variable: `CFLAGS = -O2`, `export CFLAGS += -g`. */
function isVariable(text: string): boolean {
  const at = text.indexOf('=');
  if (at < 0) return false;
  const name = text.slice(0, at).replaceAll(/[:?+!]/g, ' ');
  return wordsOf(name).filter((word) => !['export', 'override', 'private'].includes(word)).length === 1;
}

/**
 * Returns a function that returns the lines of the recipes that `make` runs for a target. The recipes of the
 * prerequisites come first. A prerequisite with a variable, such as `$(X)`, adds the line `make $(X)`, because
 * variables are not resolved.
 */
function createRecipes(rules: MakeRules): (target: string) => string[] {
  const patterns = [...rules].filter(([name]) => name.includes('%')).slice(0, MAX_PATTERNS);
  const known = new Map<string, MakeRule>();
  const ruleFor = (name: string): MakeRule => {
    const rule = known.get(name) ?? findRule(name, rules, patterns);
    known.set(name, rule);
    return rule;
  };
  return (target) => {
    const lines: string[] = [];
    let length = 0;
    const seen = new Set([target]);
    // Not recursive, because a hostile file may have a very long chain.
    const open = [{ rule: ruleFor(target), next: 0 }];
    for (let top = open.at(-1); top && length < MAX_SCRIPT; top = open.at(-1)) {
      const name = top.rule.prerequisites[top.next];
      top.next += 1;
      if (name === undefined) {
        lines.push(...top.rule.recipe);
        length += top.rule.recipe.reduce((sum, line) => sum + line.length, 0);
        open.pop();
      } else if (!seen.has(name)) {
        seen.add(name);
        open.push({ rule: ruleFor(name), next: 0 });
      }
    }
    return lines;
  };
}

/** If the target's own rule has no recipe, adds the rule whose pattern matches. */
function findRule(name: string, rules: MakeRules, patterns: readonly (readonly [string, MakeRule])[]): MakeRule {
  const own = rules.get(name) ?? { prerequisites: [], recipe: name.includes('$') ? [`make ${name}`] : [] };
  if (own.recipe.length > 0) return own;
  const [, other] = patterns.find(([pattern]) => isMatch(name, pattern)) ?? [];
  if (!other) return own;
  return { prerequisites: [...own.prerequisites, ...other.prerequisites], recipe: other.recipe };
}

function isMatch(name: string, pattern: string): boolean {
  const [before = '', after = ''] = pattern.split('%', 2);
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
