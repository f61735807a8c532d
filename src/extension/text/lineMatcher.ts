import { createContext, Script } from 'node:vm';
import { WorkspaceError, type GrepLine, type GrepMatch } from '../ports/workspace.ts';
import { linesOf } from './textFile.ts';

/**
 * Finds lines with a JavaScript regular expression. Patterns come from models, and a match can take exponential time,
 * so V8 enforces a time limit for each text.
 */
export interface LineMatcher {
  /** Throws a `WorkspaceError` of kind `bad-pattern` if the pattern takes too long. */
  match(text: string): MatchedLine[];
}

export type MatchedLine = Omit<GrepMatch, 'path'>;

/** Characters. */
const MAX_LINE_LENGTH = 1000;
const TIME_LIMIT_MS = 1000;

/** Throws a `WorkspaceError` of kind `bad-pattern` if the pattern is malformed. */
export function createLineMatcher(query: { pattern: string; caseSensitive: boolean; context?: number }): LineMatcher {
  const { context = 0 } = query;
  const { source, flags } = fromRipgrep(query.pattern);
  const expression = compile(source, query.caseSensitive ? flags : 'i');
  const withTimeLimit = createTimeLimit(query.pattern);
  return {
    match: (text) =>
      withTimeLimit(() => {
        const found: MatchedLine[] = [];
        const lines = linesOf(text);
        for (const [index, line] of lines.entries()) {
          if (!expression.test(line)) continue;
          const around = context > 0 ? { around: linesAround(lines, index, context) } : {};
          found.push({ line: index + 1, text: cutLine(line), ...around });
        }
        return found;
      }),
  };
}

export function cutLine(line: string): string {
  return line.length > MAX_LINE_LENGTH ? line.slice(0, MAX_LINE_LENGTH) : line;
}

function linesAround(lines: readonly string[], index: number, context: number): GrepLine[] {
  const first = Math.max(0, index - context);
  return lines
    .slice(first, index + context + 1)
    .map((text, at) => ({ line: first + at + 1, text: cutLine(text) }))
    .filter(({ line }) => line !== index + 1);
}

/** Converts leading flags and named groups, which ripgrep and JavaScript spell differently. */
function fromRipgrep(pattern: string): { source: string; flags: string } {
  const leading = /^\(\?([ims]+)\)/.exec(pattern);
  const source = pattern.slice(leading?.[0].length ?? 0).replaceAll('(?P<', '(?<');
  return { source, flags: leading?.[1]?.includes('i') ? 'i' : '' };
}

/** Uses Unicode mode, like ripgrep, unless only the old mode accepts the pattern. */
function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, `${flags}u`);
  } catch {
    try {
      return new RegExp(pattern, flags);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new WorkspaceError('bad-pattern', '', reason);
    }
  }
}

const script = new Script('run()');

/**
 * Returns a function that runs code under the time limit. All runs use one V8 context, because creating one takes half
 * a millisecond. If the machine was too busy for a meaningful limit, the code runs again.
 */
function createTimeLimit(pattern: string): <T>(run: () => T) => T {
  const sandbox: { run?: () => unknown } = {};
  const context = createContext(sandbox);
  return <T>(run: () => T): T => {
    sandbox.run = run;
    for (;;) {
      const before = process.cpuUsage();
      try {
        return script.runInContext(context, { timeout: TIME_LIMIT_MS }) as T;
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        if (!wasStarved(before)) {
          throw new WorkspaceError('bad-pattern', '', `The pattern ${pattern} takes too long to match.`);
        }
      }
    }
  };
}

/** Whether this process got so little processor time that V8's limit, which is elapsed time, is not meaningful. */
function wasStarved(before: NodeJS.CpuUsage): boolean {
  return process.cpuUsage(before).user / 1000 < TIME_LIMIT_MS / 4;
}
