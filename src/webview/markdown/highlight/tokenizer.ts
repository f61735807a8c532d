import { EncodedTokenMetadata, INITIAL, Registry, type IGrammar } from '@shikijs/vscode-textmate';
import type { StateStack } from '@shikijs/vscode-textmate';
import { loadGrammars, type LanguageId } from './languages.ts';
import { createBudgetedRegexEngine, OutOfTime, type Budget } from './regexEngine.ts';
import { TOKEN_THEME, toRole } from './tokenTheme.ts';
import type { Token, TokenGroup, TokenRole } from './tokens.ts';

/** Milliseconds per line. */
const LINE_LIMIT_MS = 30;
/** After this many slow lines, or slow tries at a line, the rest of the code stays plain. */
const MAX_SLOW_TRIES = 8;
/**
 * Characters; a longer line stays plain. Some patterns take quadratic time, and a single match has no time limit: 2,000
 * brackets would block the page for a quarter of a second.
 */
const MAX_COLORED_LINE = 400;

/** Tokenizes one code block group by group. */
export interface Tokenization {
  /**
   * The tokens of the whole group. Null if the budget was spent or a line took too long; the call must then be
   * repeated.
   */
  next(group: string, budget: Budget): TokenGroup | null;
}

export interface Tokenizer {
  begin(language: LanguageId): Promise<Tokenization>;
}

export function createTokenizer(): Tokenizer {
  const known = new Map<string, IGrammar>();
  const grammars = new Map<LanguageId, Promise<IGrammar | null>>();
  let budget: Budget = { isSpent: () => false };
  const registry = new Registry({
    onigLib: createBudgetedRegexEngine({ isSpent: () => budget.isSpent() }),
    // Embedded grammars that no loaded module contains are ignored.
    loadGrammar: () => null,
    theme: TOKEN_THEME,
  });
  const roles = registry.getColorMap().map(toRole);

  async function load(language: LanguageId): Promise<IGrammar | null> {
    const loaded = await loadGrammars(language);
    for (const grammar of loaded) {
      if (known.has(grammar.scopeName)) continue;
      const injections = loaded.filter(({ injectTo }) => injectTo?.includes(grammar.scopeName));
      const names = injections.map(({ scopeName }) => scopeName);
      known.set(grammar.scopeName, registry.addGrammar(grammar, names));
    }
    return known.get(loaded.at(-1)?.scopeName ?? '') ?? null;
  }

  return {
    async begin(language) {
      let grammar = grammars.get(language);
      if (!grammar) grammars.set(language, (grammar = load(language)));
      const loaded = await grammar;
      if (!loaded) throw new Error(`There is no grammar for ${language}.`);
      return createTokenization(loaded, roles, (next) => (budget = next));
    },
  };
}

function createTokenization(
  grammar: IGrammar,
  roles: readonly TokenRole[],
  setBudget: (budget: Budget) => void,
): Tokenization {
  let stack: StateStack = INITIAL;
  let slowTries = 0;
  /** Finished lines of the current group. */
  let lines = 0;
  let tokens: Token[] = [];

  function tokenizeLine(line: string): boolean {
    const text = line.replace(/\n$/, '');
    if (text.length > MAX_COLORED_LINE) {
      append(tokens, line, 'plain');
      return true;
    }
    const start = performance.now();
    const result = grammar.tokenizeLine2(text, stack, LINE_LIMIT_MS);
    if (performance.now() - start > LINE_LIMIT_MS) slowTries += 1;
    if (result.stoppedEarly) return false;
    for (let index = 0; index < result.tokens.length; index += 2) {
      const end = result.tokens[index + 2] ?? text.length;
      const color = EncodedTokenMetadata.getForeground(result.tokens[index + 1] ?? 0);
      append(tokens, text.slice(result.tokens[index], end), roles[color] ?? 'plain');
    }
    if (text !== line) append(tokens, '\n', 'plain');
    stack = result.ruleStack;
    return true;
  }

  return {
    next(group, budget) {
      setBudget(budget);
      const all = group.match(/[^\n]+\n?|\n/g) ?? [];
      try {
        for (; lines < all.length; lines += 1) {
          if (slowTries >= MAX_SLOW_TRIES) append(tokens, all[lines] ?? '', 'plain');
          else if (budget.isSpent() || !tokenizeLine(all[lines] ?? '')) return null;
        }
      } catch (error) {
        if (error instanceof OutOfTime) return null;
        throw error;
      }
      const done = tokens;
      lines = 0;
      tokens = [];
      return done;
    },
  };
}

function append(tokens: Token[], text: string, role: TokenRole): void {
  if (text === '') return;
  const last = tokens.at(-1);
  if (last && (last.role === role || text.trim() === ''))
    tokens[tokens.length - 1] = { ...last, text: last.text + text };
  else tokens.push({ text, role });
}
