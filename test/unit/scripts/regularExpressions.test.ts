import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';

/*
 * Nearly all text that our expressions run on is hostile: answers, files, output, pages. An expression whose time grows
 * faster than the text can block the extension host for minutes. scslre finds expressions that are slow on a repeated
 * character. It does not find those that are slow on a repeated word only, as `/\bfoo\b.*\bbar\b/` is.
 */

interface Exception {
  readonly expression: RegExp;
  /** What keeps the text short or the expression from failing. */
  readonly because: string;
}

const MARKDOWN_OF_SUGGESTION = 'whyBadShape (filter.ts) looks at 100 code points at most';
const OMITTED_LINE = 'findOmission (omissions.ts) passes over lines of more than 120 characters';

/** Expressions that may take quadratic time. */
const EXCEPTIONS: readonly Exception[] = [
  {
    expression: /(?<=\S)[!?؟۔।॥։።]+["'»”’)\]]*\s+["'«“‘(¿¡]*[\p{L}\p{N}/]/u,
    because: MARKDOWN_OF_SUGGESTION,
  },
  { expression: /(?:^|\s)__[^\s_][^_]*\s[^_]*__(?:\s|$)/, because: MARKDOWN_OF_SUGGESTION },
  { expression: /\[[^\]]+\]\([^)\s]+\)/, because: MARKDOWN_OF_SUGGESTION },
  { expression: /^<(\p{L}+)[^>]*>.*<\/\1>$/u, because: MARKDOWN_OF_SUGGESTION },
  {
    expression: /^(?:\{?\/\*+|\/\/+!?|#+|<!--|--|;+|%+|\*(?!\*))\s*(.*?)\s*(?:\*+\/\}?|-->)?$/,
    because: OMITTED_LINE,
  },
  { expression: /^[([]\s*(.*?)\s*[)\]]$/, because: OMITTED_LINE },
  { expression: /^(?:\.{3,}|…)\s*|\s*(?:\.{3,}|…)$/g, because: OMITTED_LINE },
  {
    expression: /\\.|\[[!^]?\]?[^\]]*\]|\[/gs,
    because: 'compileSearchGlob (glob.ts) takes patterns of 1,000 characters at most',
  },
];

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);

/** Modules that build expressions out of what they are given, with the reason why these take no time. */
const BUILT_LATER: Readonly<Record<string, string>> = {
  'src/extension/text/lineMatcher.ts': 'runs under a time limit',
  'src/extension/text/glob.ts': 'takes one character',
  'src/extension/shell/hiddenCommands.ts': 'begins at the start of a word and repeats one class of characters',
};

describe('regular expressions', () => {
  it('take linear time, but for those with an exception', async () => {
    const found = [...SOURCES.flatMap(literalsOf), ...(await builtExpressions())];
    expect(found.length).toBeGreaterThan(500);
    const slow = new Set(found.filter(isSlow).map(String));
    const accepted = EXCEPTIONS.map(({ expression }) => String(expression));
    // Both ways: an exception that is not needed any more has to go.
    expect([...slow].sort()).toEqual([...accepted].sort());
  });

  it.each([/\r+\n/, / +$/, /(?:a+)+$/, /\s*(.*?)\s*$/])('the checker finds %s', (expression) => {
    expect(isSlow(expression)).toBe(true);
  });
});

function isSlow({ source, flags }: RegExp): boolean {
  // The flag `d` changes what a match tells, not how it is found.
  const literal = { source, flags: flags.replace('d', '') };
  return analyse(literal, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.length > 0;
}

function literalsOf(path: string): RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path));
  return found;
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
}

/** The expressions that modules build out of strings while they are loaded. */
async function builtExpressions(): Promise<RegExp[]> {
  const built: RegExp[] = [];
  const recording = new Proxy(RegExp, {
    construct(target, [pattern, flags]: [string | RegExp, string?]) {
      const expression = new target(pattern, flags);
      built.push(expression);
      return expression;
    },
  });
  const uses = (path: string): number => readFileSync(path, 'utf8').split('new RegExp(').length - 1;
  const building = SOURCES.filter((path) => uses(path) > 0 && !(path in BUILT_LATER));
  vi.resetModules();
  vi.stubGlobal('RegExp', recording);
  try {
    for (const path of building) await import(pathToFileURL(path).href);
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
  const expected = building.map(uses).reduce((total, each) => total + each, 0);
  expect(built.length).toBeGreaterThanOrEqual(expected);
  return built;
}
