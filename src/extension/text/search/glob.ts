import { foldName } from '../alikeNames.ts';
import { GlobAutomaton, type GlobStep } from './globAutomaton.ts';

/** Case-sensitive globs with ripgrep's syntax: `*`, `?`, `**`, `[a-z]`, `[!a]`, `{a,b}`, and `\` as escape. */

export type GlobMatcher = (relativePath: string) => boolean;

/** Characters. */
export const MAX_GLOB_LENGTH = 1000;
/** Maximum number of nested braces. */
export const MAX_GLOB_DEPTH = 5;

/**
 * The matcher takes `/`-separated paths relative to the searched folder. A pattern without a slash matches only the
 * name, at any depth; a leading slash only anchors the pattern. Undefined if the pattern is malformed, too long, or too
 * deeply nested. The time of a match is bounded by the lengths of pattern and path.
 */
export function compileGlob(pattern: string): GlobMatcher | undefined {
  const steps = pattern.length <= MAX_GLOB_LENGTH ? toSteps(pattern.replace(/^\//, '')) : undefined;
  if (!steps) return undefined;
  const automaton = new GlobAutomaton(steps);
  if (pattern.includes('/')) return (path) => automaton.matches(path);
  return (path) => automaton.matches(path.slice(path.lastIndexOf('/') + 1));
}

/**
 * Like `compileGlob`, for finding files. A class in brackets also matches its own text, so that `src/[id]/*.ts` finds a
 * framework's folder `[id]`. Names that look the same also match (see `foldName`). Extra results are rare.
 */
export function compileSearchGlob(pattern: string): GlobMatcher | undefined {
  if (pattern.length > MAX_GLOB_LENGTH) return undefined;
  const folded = foldName(pattern);
  const matches = compileGlob(withLiteralBrackets(folded)) ?? compileGlob(folded);
  return matches && ((path) => matches(foldName(path)));
}

function withLiteralBrackets(pattern: string): string {
  return pattern.replace(/\\.|\[[!^]?\]?[^\]]*\]|\[/gs, (part) => {
    if (part.startsWith('\\')) return part;
    return compileGlob(part) ? `{${part},${escapeGlob(part)}}` : escapeGlob(part);
  });
}

export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}!,]/g, '\\$&');
}

/** The step before the alternatives, and the end step of each alternative except the last. */
interface Braces {
  readonly start: GlobStep;
  readonly ends: GlobStep[];
}

/** Compiles a pattern to steps; undefined if it is malformed. */
function toSteps(pattern: string): readonly GlobStep[] | undefined {
  const steps: GlobStep[] = [];
  const open: Braces[] = [];
  const add = (...added: readonly GlobStep[]): number => steps.push(...added);
  for (let index = 0; index < pattern.length;) {
    const rest = pattern.slice(index);
    const [char = ''] = rest;
    const braces = open.at(-1);
    let length = char.length;
    if (char === '{') {
      const start = { forks: [steps.length + 1] };
      if (open.push({ start, ends: [] }) > MAX_GLOB_DEPTH) return undefined;
      add(start);
    } else if (char === ',' && braces) {
      const end = { forks: [] };
      braces.ends.push(end);
      braces.start.forks.push(add(end));
    } else if (char === '}' && braces) {
      for (const end of braces.ends) end.forks.push(steps.length);
      open.pop();
    } else {
      const token = nextToken(rest, index === 0 || pattern[index - 1] === '/', steps.length);
      if (!token) return undefined;
      add(...token.steps);
      length = token.length;
    }
    index += length;
  }
  return open.length === 0 ? steps : undefined;
}

interface Token {
  readonly length: number;
  readonly steps: readonly GlobStep[];
}

/**
 * Compiles the first token of `rest`; undefined if the token is malformed. `at`: the index of the token's first step.
 */
function nextToken(rest: string, atSegmentStart: boolean, at: number): Token | undefined {
  const [char = ''] = rest;
  switch (char) {
    case '\\': {
      const [, escaped] = [...rest.slice(0, 3)];
      return escaped === undefined ? undefined : { length: 1 + escaped.length, steps: [literal(escaped)] };
    }
    case '*': {
      const stars = /^\*+/.exec(rest)?.[0].length ?? 1;
      const after = rest[stars];
      const isDeep = stars === 2 && atSegmentStart;
      if (isDeep && after === '/') return { length: 3, steps: folders(at) };
      return { length: stars, steps: many(isDeep && after === undefined ? () => true : isNoSlash, at) };
    }
    case '?':
      return { length: 1, steps: [consumes(isNoSlash)] };
    case '[': {
      const [all, negation, inner] = /^\[([!^]?)(\]?[^\]]*)\]/.exec(rest) ?? [];
      const isMember = inner && all ? toCharacterClass(inner) : undefined;
      if (!isMember || !all) return undefined;
      return {
        length: all.length,
        steps: [consumes((each) => isNoSlash(each) && isMember(each) !== (negation !== ''))],
      };
    }
    default:
      return { length: char.length, steps: [literal(char)] };
  }
}

function consumes(test: (character: string) => boolean): GlobStep {
  return { consumes: test, forks: [] };
}

function literal(character: string): GlobStep {
  return consumes((each) => each === character);
}

function isNoSlash(character: string): boolean {
  return character !== '/';
}

/** Steps for any number of characters that pass the test. `at`: the index of the first step. */
function many(test: (character: string) => boolean, at: number): GlobStep[] {
  return [{ forks: [at + 1, at + 3] }, consumes(test), { forks: [at] }];
}

/** Steps for any number of folders, each with its slash. `at`: the index of the first step. */
function folders(at: number): GlobStep[] {
  return [{ forks: [at + 1, at + 5] }, consumes(isNoSlash), { forks: [at + 1, at + 3] }, literal('/'), { forks: [at] }];
}

/** Returns a test for the characters of a class; undefined if the class is malformed, such as `[z-a]`. */
function toCharacterClass(text: string): ((character: string) => boolean) | undefined {
  const body = text.replace(/[\\[\]^&~]/g, '\\$&');
  try {
    const expression = new RegExp(`^[${body}]$`, 'u');
    return (character) => expression.test(character);
  } catch {
    return undefined;
  }
}
