import { EncodedTokenMetadata, INITIAL, Registry, type IGrammar, type IRawGrammar } from '@shikijs/vscode-textmate';
import type { StateStack } from '@shikijs/vscode-textmate';
import { loadGrammars, type LanguageId } from './languages.ts';
import { createBudgetedRegexEngine, OutOfTime, type Budget } from './regexEngine.ts';
import { TOKEN_THEME, toRole } from './tokenTheme.ts';
import type { Token, TokenGroup, TokenRole } from './tokens.ts';

/** Milliseconds for one line, and how often it may take longer, for reasons of its own or of the machine's. */
const LINE_LIMIT = 30;
const MAX_LATE = 4;

/** Tokenizes a code group by group, in as many steps as it takes. */
export interface Tokenization {
  /** The next group's tokens once it is whole, null where the time was spent before. */
  next(group: string, budget: Budget): TokenGroup | null;
}

export interface Tokenizer {
  begin(language: LanguageId): Promise<Tokenization>;
}

export function createTokenizer(): Tokenizer {
  const known = new Map<string, IRawGrammar>();
  const grammars = new Map<LanguageId, Promise<IGrammar | null>>();
  let budget: Budget = { isSpent: () => false };
  const registry = new Registry({
    onigLib: createBudgetedRegexEngine({ isSpent: () => budget.isSpent() }),
    loadGrammar: (scope) => known.get(scope) ?? null,
    theme: TOKEN_THEME,
  });
  const roles = registry.getColorMap().map(toRole);

  async function load(language: LanguageId): Promise<IGrammar | null> {
    const loaded = await loadGrammars(language);
    for (const grammar of loaded) known.set(grammar.scopeName, grammar);
    return registry.loadGrammar(loaded.at(-1)?.scopeName ?? '');
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
  /** Tries that took too long for the line that is next. */
  let late = 0;
  /** Of the group that is begun. */
  let lines = 0;
  let tokens: Token[] = [];

  function tokenizeLine(line: string): boolean {
    const text = line.replace(/\n$/, '');
    const result = grammar.tokenizeLine2(text, stack, LINE_LIMIT);
    if (result.stoppedEarly) {
      late += 1;
      return false;
    }
    late = 0;
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
      const all = group.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      try {
        for (; lines < all.length; lines += 1) {
          // A line made to be slow: it and what follows stay plain.
          if (late >= MAX_LATE) append(tokens, all[lines] ?? '', 'plain');
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

/** Neighbours that look the same are one, and white space looks like any. */
function append(tokens: Token[], text: string, role: TokenRole): void {
  if (text === '') return;
  const last = tokens.at(-1);
  if (last && (last.role === role || text.trim() === ''))
    tokens[tokens.length - 1] = { ...last, text: last.text + text };
  else tokens.push({ text, role });
}
