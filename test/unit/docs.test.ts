import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The limit in CONTRIBUTING.md, "Plain English". */
const MAX_WORDS = 30;

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

/** Sentences of paragraphs, list items and table cells, without code blocks; inline code counts as one word. */
function sentencesOf(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/``.+?``/g, 'code')
    .replaceAll(/`[^`]+`/g, 'code')
    .replaceAll(/<[^>]*>/g, '');
  const blocks = prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) |\||#)/);
  const pieces = blocks.flatMap((block) => (block.startsWith('|') ? block.split('|') : [block]));
  return pieces.flatMap((piece) => piece.split(/(?<=[.!?][)*"”]*)\s+/)).map((sentence) => sentence.trim());
}

const GUIDE = (await readdir(join(ROOT, 'docs'))).map((file) => `docs/${file}`);

it.each(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'bench/README.md', ...GUIDE])(
  '%s has no sentence of more than 30 words',
  async (file) => {
    const isLong = (sentence: string): boolean => sentence.split(/\s+/).length > MAX_WORDS;
    expect(sentencesOf(await read(file)).filter(isLong)).toEqual([]);
  },
);

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly category: string; readonly title: string }[];
    readonly configuration: ConfigurationSection | readonly ConfigurationSection[];
  };
}

interface ConfigurationSection {
  readonly properties: Readonly<Record<string, { readonly default?: unknown; readonly scope?: string }>>;
}

/** The anchors of a Markdown file's headings, as VS Code and GitHub build them. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(['README.md', ...GUIDE])('each relative link in %s leads to a file and a heading', async (file) => {
  const links = [...(await read(file)).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  for (const [, path = '', anchor] of links) {
    const target = path === '' ? file : normalize(join(dirname(file), path));
    const text = await read(target);
    if (anchor !== undefined) expect(anchorsOf(text), `${file} links to ${target}`).toContain(anchor);
  }
});

it.each(GUIDE)(
  '%s links to other pages only within the guide, because the package has no other folders',
  async (file) => {
    const links = [...(await read(file)).matchAll(/\]\((?!https?:|#)([^)#]*)/g)].map(([, path]) => path);
    expect(links.filter((path = '') => !GUIDE.includes(`docs/${path}`))).toEqual([]);
    if (file !== 'docs/guide.md') expect(links).toContain('guide.md');
  },
);

it('docs/guide.md links to each page of the guide', async () => {
  const links = [...(await read('docs/guide.md')).matchAll(/\]\((\w+\.md)\)/g)].map(([, page]) => `docs/${page}`);
  expect(links.toSorted()).toEqual(GUIDE.filter((page) => page !== 'docs/guide.md').toSorted());
});

describe('the README and the guide', async () => {
  const text = (await Promise.all(['README.md', ...GUIDE].map(read))).join('\n');
  const manifest = JSON.parse(await read('package.json')) as Manifest;
  const titles = JSON.parse(await read('package.nls.json')) as Readonly<Record<string, string>>;
  const properties = [manifest.contributes.configuration]
    .flat()
    .flatMap((section) => Object.entries(section.properties));

  it('list every setting with its default, and mark settings of the scope `application`', async () => {
    const settings = await read('docs/settings.md');
    const rows = [...settings.matchAll(/^\| `(premove\.[\w.]+)`( ¹)? *\| *(?:`([^`]*)`)? *\|/gm)];
    const listed = rows.map(([, name, mark, value]) => ({ name, isUserOnly: mark !== undefined, value: value ?? '' }));
    const declared = properties.map(([name, { default: value, scope }]) => ({
      name,
      isUserOnly: scope === 'application',
      value: typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
    }));
    expect(listed).toHaveLength(declared.length);
    expect(listed).toEqual(expect.arrayContaining(declared));
  });

  it('name only settings that exist', () => {
    const names = new Set(properties.map(([name]) => name));
    const named = [...text.matchAll(/`(premove\.[a-z][\w.]*)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => name !== 'premove.vsix' && !names.has(name))).toEqual([]);
  });

  it('name only commands that exist', () => {
    const existing = manifest.contributes.commands.map(
      ({ category, title }) => `${category ? `${category}: ` : ''}${titles[title.replaceAll('%', '')]}`,
    );
    const named = [...text.matchAll(/[_*](Premove: [^_*]+)[_*]/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' '));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !existing.includes(name))).toEqual([]);
  });
});
