import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';

/*
 * Nearly all text that the expressions run on is hostile: answers, files, output, pages. An expression whose time grows
 * faster than the text can block the extension host for minutes. scslre finds expressions that are slow on a repeated
 * character. It does not find expressions that are slow only on a repeated word, such as `/\bfoo\b.*\bbar\b/`.
 */

interface Exception {
  readonly expression: RegExp;
  /** Why the expression is fast enough: the text is short, or the match cannot fail. */
  readonly because: string;
}

const MARKDOWN_OF_SUGGESTION = 'findShapeProblem (filter.ts) looks at 100 code points at most';
const OMITTED_LINE = 'findOmission (omissions.ts) skips lines of more than 120 characters';

const SCREEN_LINE = 'readScreen (extract.ts) cuts lines at 1,500 characters, and a screen is 400 columns wide';

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
  { expression: /["“„«»「『`].*["”“»«」』`]/u, because: SCREEN_LINE },
  { expression: /[\s,，;；]+$/u, because: SCREEN_LINE },
  { expression: /^(.{40,}?\s{4,})(?:Context|[\d,.]+ tokens|\d+% used|• OpenCode \d\S*)$/u, because: SCREEN_LINE },
  { expression: /^\s*(?:[❯›>$#%]|>>>|\S+@\S+[:~].*[$#]) \S/u, because: SCREEN_LINE },
  {
    expression: /\\.|\[[!^]?\]?[^\]]*\]|\[/gs,
    because: 'compileSearchGlob (glob.ts) takes patterns of 1,000 characters at most',
  },
];

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);

/** Modules that build expressions from their arguments, with the reason why these expressions are fast enough. */
const BUILT_FROM_ARGUMENTS: Readonly<Record<string, string>> = {
  'src/extension/text/lineMatcher.ts': 'runs under a time limit',
  'src/extension/text/search/glob.ts': 'is matched against one character',
  'src/extension/shell/hiddenCommands.ts': 'begins at the start of a word and repeats one class of characters',
};

describe('regular expressions', () => {
  it('take linear time, except for the listed exceptions', async () => {
    const found = [...SOURCES.flatMap(literalsOf), ...(await builtExpressions())];
    expect(found.length).toBeGreaterThan(500);
    const slow = new Set(found.filter(isSlow).map(String));
    const accepted = EXCEPTIONS.map(({ expression }) => String(expression));
    // An exception that is no longer needed also fails the test.
    expect([...slow].sort()).toEqual([...accepted].sort());
  });

  it.each([/\r+\n/, / +$/, /(?:a+)+$/, /\s*(.*?)\s*$/])('the checker finds %s', (expression) => {
    expect(isSlow(expression)).toBe(true);
  });
});

function isSlow({ source, flags }: RegExp): boolean {
  // The flag `d` adds indexes to the match, but does not change how the match is found.
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

/** The expressions that modules build from strings while they are loaded. */
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
  const building = SOURCES.filter((path) => uses(path) > 0 && !(path in BUILT_FROM_ARGUMENTS));
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
