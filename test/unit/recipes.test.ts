import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../src/extension/model/providers/providerList.ts';
import { PRODUCT_TOOLS } from '../support/productTools.ts';
import { SLASH_COMMANDS } from '../../src/extension/panel/commands/commandList.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A recipe of ARCHITECTURE.md, with the paths and the identifiers in its text. */
interface Recipe {
  readonly title: string;
  readonly paths: readonly string[];
  readonly names: readonly string[];
}

const text = await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const section = /^## Recipes\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text)?.[1] ?? '';
const recipes = section.split(/^### /m).slice(1).map(toRecipe);

function toRecipe(part: string): Recipe {
  const [title = ''] = part.split('\n', 1);
  const words = [...part.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  const isPath = (word: string): boolean => word.includes('/');
  return {
    title,
    paths: words.filter(isPath).map((path) => (path.startsWith('test/') ? path : `src/extension/${path}`)),
    names: words.filter((word) => !isPath(word)),
  };
}

it('ARCHITECTURE.md has the recipes', () => {
  const titles = recipes.map(({ title }) => title);
  expect(titles).toEqual(
    expect.arrayContaining(['Add a tool', 'Add a provider', 'Add a slash command', 'Add a guard of suggestions']),
  );
});

describe.each(recipes)('the recipe “$title”', ({ paths, names }) => {
  it.each(paths)('names a path that exists: %s', async (path) => {
    await expect(access(join(ROOT, path))).resolves.toBeUndefined();
  });

  it('mentions only names that its files declare', async () => {
    const named = paths.filter((path) => /\.tsx?$/.test(path));
    const code = (await Promise.all(named.map((file) => readFile(join(ROOT, file), 'utf8')))).join('\n');
    const declared = names.filter((name) =>
      new RegExp(String.raw`\b(function|const|interface|type|class|readonly) ${name}\b`).test(code),
    );
    expect(declared).toEqual(names);
  });
});

it('only these files list tools by name, so that a new tool needs only the lines of “Add a tool”', async () => {
  // Only names with an underscore: a name of one word, such as `edit`, is also an ordinary word.
  const names = PRODUCT_TOOLS.map(({ name }) => name).filter((name) => name.includes('_'));
  const found: string[] = [];
  for (const path of await readdir(join(ROOT, 'src'), { recursive: true })) {
    if (!/\.tsx?$/.test(path) || /\/(tools\/builtin|base\/texts|model\/tour)\//.test(path)) continue;
    const code = await readFile(join(ROOT, 'src', path), 'utf8');
    if (names.filter((name) => code.includes(`'${name}'`)).length > 1) found.push(path);
  }
  expect(found.toSorted()).toEqual([
    // Maps the names in files for other agents to the tools.
    'extension/instructions/toolAliases.ts',
  ]);
});

it('the README names every provider, as the recipe “Add a provider” requires', async () => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const models = /^## Models\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
  expect(PROVIDERS.map(({ name }) => name).filter((name) => !models.includes(`\`${name}/`))).toEqual([]);
});

it('the guide has a row for each command, as the recipe “Add a slash command” requires', async () => {
  const page = await readFile(join(ROOT, 'docs/input.md'), 'utf8');
  const section = /^## Slash commands\n([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `\/([\w-]+)/gm)].map(([, name]) => name);
  expect(rows).toEqual(SLASH_COMMANDS.map(({ name }) => name));
});

/** Paths in the diagram are below `src/`, those of the host below `src/extension/`. */
const diagram = /^Enter\n[\s\S]*?^```/m.exec(text)?.[0] ?? '';
const files = [...diagram.matchAll(/[\w/]+\.ts\b/g)].map(([path]) => path);

it('the diagram of a move shows the way from the key to the disk', () => {
  expect([files[0], files.at(-1)]).toEqual(['webview/composer/editor/keys.ts', 'node/diskWorkspace.ts']);
});

it.each(files)('the diagram of a move names a file that exists: %s', async (path) => {
  await expect(access(pathInDiagram(path))).resolves.toBeUndefined();
});

/** The lines that name both a function and its file: `decideKey` in `keys.ts`, `Class.method` in the class's file. */
const steps = diagram.split('\n').flatMap((line) => {
  const [path] = /[\w/]+\.ts\b/.exec(line) ?? [];
  const [, method = /\.ts +(\w+): /.exec(line)?.[1]] = /\w+\.(\w+) {2,}/.exec(line.replace(path ?? '', '')) ?? [];
  return path !== undefined && method !== undefined ? [[method, path] as const] : [];
});

it('the diagram of a move names functions', () => {
  expect(steps.length).toBeGreaterThan(5);
});

it.each(steps)('%s of the diagram of a move is in %s', async (name, path) => {
  const code = await readFile(pathInDiagram(path), 'utf8');
  expect(code).toMatch(new RegExp(String.raw`\b${name}\(`));
});

function pathInDiagram(path: string): string {
  const isShared = path.startsWith('webview/') || path.startsWith('shared/');
  return join(ROOT, 'src', isShared ? '' : 'extension', path);
}
