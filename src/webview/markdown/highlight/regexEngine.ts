import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from '@shikijs/engine-javascript';
import type { IOnigLib, OnigScanner } from '@shikijs/vscode-textmate';

/** Time that regular expressions may still be made in. A first use costs up to 30 ms for some of them. */
export interface Budget {
  isSpent(): boolean;
}

/** Thrown through the tokenizer, which has no other way out of a line; the line is then to be asked for again. */
export class OutOfTime extends Error {}

/**
 * Regular expressions of grammars (Oniguruma's) as JavaScript's, made when they are first needed. A grammar wants some
 * hundreds of them at its first line, which together take a quarter of a second: so the work stops with `OutOfTime` when
 * the budget is spent, and what is made is kept for the next try. Every try makes at least one, so it comes to an end.
 */
export function createBudgetedRegexEngine(budget: Budget): IOnigLib {
  const engine = createJavaScriptRegexEngine();
  const made = new Map<string, RegExp>();
  let madeInTry = 0;

  function get(pattern: string): RegExp {
    const known = made.get(pattern);
    if (known) return known;
    if (madeInTry > 0 && budget.isSpent()) {
      madeInTry = 0;
      throw new OutOfTime();
    }
    madeInTry += 1;
    const regexp = make(pattern);
    made.set(pattern, regexp);
    return regexp;
  }

  return {
    createOnigString: (text) => engine.createString(text),
    createOnigScanner(patterns): OnigScanner {
      let scanner: OnigScanner | undefined;
      return {
        findNextMatchSync(text, start, options) {
          scanner ??= engine.createScanner(
            patterns.map((pattern) => (typeof pattern === 'string' ? get(pattern) : pattern)),
          );
          return scanner.findNextMatchSync(text, start, options);
        },
      };
    },
  };
}

const NEVER = /(?!)/dg;

/** A few patterns cannot be said in JavaScript: the rest of the grammar works without them. */
function make(pattern: string): RegExp {
  try {
    const regexp = defaultJavaScriptRegexConstructor(pattern, { target: 'ES2024' });
    // V8 compiles at the first match and once more, to machine code, at the second.
    for (let times = 0; times < 2; times += 1) {
      regexp.lastIndex = 0;
      regexp.exec(' ');
    }
    return regexp;
  } catch {
    return NEVER;
  }
}
