import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The limit in CONTRIBUTING.md, "Plain English". */
const MAX_WORDS = 30;

const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

/** Sentences of paragraphs, list items and table cells, without code blocks; inline code counts as one word. */
function sentencesOf(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`]+`/g, 'code')
    .replaceAll(/<[^>]*>/g, '');
  const blocks = prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) |\||#)/);
  const pieces = blocks.flatMap((block) => (block.startsWith('|') ? block.split('|') : [block]));
  return pieces.flatMap((piece) => piece.split(/(?<=[.!?][)*"”]*)\s+/)).map((sentence) => sentence.trim());
}

it.each(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'bench/README.md'])(
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

describe('the README', async () => {
  const readme = await read('README.md');
  const manifest = JSON.parse(await read('package.json')) as Manifest;
  const titles = JSON.parse(await read('package.nls.json')) as Readonly<Record<string, string>>;
  const properties = [manifest.contributes.configuration]
    .flat()
    .flatMap((section) => Object.entries(section.properties));

  it('lists every setting with its default, and marks settings of the scope `application`', () => {
    const rows = [...readme.matchAll(/^\| `(premove\.[\w.]+)`( ¹)? *\| *(?:`([^`]*)`)? *\|/gm)];
    const listed = rows.map(([, name, mark, value]) => ({ name, isUserOnly: mark !== undefined, value: value ?? '' }));
    const declared = properties.map(([name, { default: value, scope }]) => ({
      name,
      isUserOnly: scope === 'application',
      value: typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
    }));
    expect(listed).toHaveLength(declared.length);
    expect(listed).toEqual(expect.arrayContaining(declared));
  });

  it('names only settings that exist', () => {
    const names = new Set(properties.map(([name]) => name));
    const named = [...readme.matchAll(/`(premove\.[a-z][\w.]*)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => name !== 'premove.vsix' && !names.has(name))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const existing = manifest.contributes.commands.map(
      ({ category, title }) => `${category ? `${category}: ` : ''}${titles[title.replaceAll('%', '')]}`,
    );
    const named = [...readme.matchAll(/[_*](Premove: [^_*]+)[_*]/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !existing.includes(name))).toEqual([]);
  });
});
