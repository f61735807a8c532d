import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from '@shikijs/engine-javascript';
import type { IOnigLib, OnigScanner } from '@shikijs/vscode-textmate';

/** The time left for a step of tokenizing. */
export interface Budget {
  isSpent(): boolean;
}

/** Thrown through the tokenizer, which cannot resume within a line, so the line must then be tokenized again. */
export class OutOfTime extends Error {}

/**
 * Compiles the regular expressions of grammars, which are written for Oniguruma, to JavaScript when they are first
 * used. Compiling the expressions for the first line of code takes a quarter of a second. Therefore compiling stops
 * with `OutOfTime` when the budget is spent, and the next try continues. A try after an `OutOfTime` does at least one
 * step, so the number of tries is limited.
 */
export function createBudgetedRegexEngine(budget: Budget): IOnigLib {
  const engine = createJavaScriptRegexEngine();
  const compiled = new Map<string, RegExp>();
  const unfinished = new Map<string, Compilation>();
  let stepsInTry = 0;

  function get(pattern: string): RegExp {
    const known = compiled.get(pattern);
    if (known) return known;
    const compilation = unfinished.get(pattern) ?? compile(pattern);
    unfinished.set(pattern, compilation);
    for (;;) {
      if (stepsInTry > 0 && budget.isSpent()) {
        stepsInTry = 0;
        throw new OutOfTime();
      }
      stepsInTry += 1;
      const step = compilation.next();
      if (!step.done) continue;
      unfinished.delete(pattern);
      compiled.set(pattern, step.value);
      return step.value;
    }
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

/** Yields between its three steps, which each take about a third of the time. */
type Compilation = Generator<undefined, RegExp>;

/** Patterns that JavaScript cannot express never match; the rest of the grammar works. */
function* compile(pattern: string): Compilation {
  try {
    const regexp = defaultJavaScriptRegexConstructor(pattern, { target: 'ES2024' });
    // V8 compiles an expression at its first match, and again, to machine code, at its second.
    for (let times = 0; times < 2; times += 1) {
      yield;
      regexp.lastIndex = 0;
      regexp.exec(' ');
    }
    return regexp;
  } catch {
    return NEVER;
  }
}
