import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../test/support/modelServer.ts';
import { root } from '../tools/paths.ts';

/** The content of the pictures: prompts about the sample project, and the model's answers. */

export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  ['src/greet.ts', 'src/index.ts', 'test/greet.test.ts', 'CHANGELOG.md', 'README.md'].map((path) => [
    path,
    readFileSync(join(root, 'sample', path), 'utf8'),
  ]),
);
export const CHANGELOG = FILES['CHANGELOG.md'] ?? '';

export const PROMPT = 'let greet speak German too';
export const SUGGESTED = 'add a German test and a changelog entry';

const read = (path: string) => ({ name: 'read_file', arguments: { file_path: path } });
const edit = (path: string, from: string, to: string) => ({
  name: 'edit',
  arguments: { file_path: path, old_string: from, new_string: to },
});

export const CODE = `export type Language = 'en' | 'de';
`;

/** The model thinks for two seconds, so that the pictures show the same duration on every machine. */
export const german = (): Answer[] => [{ ...LOOK, hold: { until: delay(2000), afterEvents: 4 } }, ...EDIT_AND_ANSWER];

const LOOK: Answer = {
  thinking: 'The greeting is one function. I should see who calls it before I change what it takes.',
  text: "I'll look at the greeting and where it is used.",
  tools: [{ name: 'grep', arguments: { pattern: 'greet\\(' } }, read('src/greet.ts'), read('src/index.ts')],
};

const EDIT_AND_ANSWER: readonly Answer[] = [
  {
    tools: [
      edit(
        'src/greet.ts',
        '/** A greeting for one person. */\nexport function greet(name: string): string {\n  return `Hello, ${name}!`;',
        `export type Language = 'en' | 'de';

const HELLO: Record<Language, string> = { en: 'Hello', de: 'Hallo' };

/** A greeting for one person. */
export function greet(name: string, language: Language = 'en'): string {
  return \`\${HELLO[language]}, \${name}!\`;`,
      ),
      edit(
        'src/index.ts',
        "const name = process.argv[2] ?? 'world';\nconsole.log(greet(name));",
        "const [name = 'world', language] = process.argv.slice(2);\nconsole.log(greet(name, language === 'de' ? 'de' : 'en'));",
      ),
    ],
  },
  {
    text:
      '`greet` now takes a language and knows German. English stays the default, so existing calls still work:\n\n' +
      "```ts\ngreet('Ada', 'de'); // Hallo, Ada!\n```\n\n" +
      'German has no test or changelog entry yet.',
    usage: { input_tokens: 1840, output_tokens: 312 },
  },
];

export const GERMAN_NEXT: readonly Answer[] = [
  {
    tools: [read('test/greet.test.ts'), read('CHANGELOG.md'), read('README.md')],
    usage: { input_tokens: 2240, output_tokens: 96 },
  },
  {
    tools: [
      edit(
        'test/greet.test.ts',
        "  assert.equal(greetings.greet('Ada'), 'Hello, Ada!');\n});",
        `  assert.equal(greetings.greet('Ada'), 'Hello, Ada!');
});

test('greets in German', () => {
  assert.equal(greetings.greet('Ada', 'de'), 'Hallo, Ada!');
});`,
      ),
      edit('CHANGELOG.md', '## Unreleased\n', '## Unreleased\n\n- Greetings in German.\n'),
      edit('README.md', '- `greet(name)` says hello.', '- `greet(name, language)` says hello, in English or German.'),
    ],
    usage: { input_tokens: 2790, output_tokens: 284 },
  },
  {
    text: 'German now has a test and a changelog entry. I also updated the old signature in the README.',
    usage: { input_tokens: 3120, output_tokens: 32 },
  },
];

export const GUIDE_END = 'Nothing else changes.';

export const GUIDE = `## Migration guide

**1. Before you start.** Back up the data folder and stop every worker. The new store reads the old format once, on first
start, and *never writes it again*.

**2. Change the configuration.** Three settings have new names:

| old | new | default |
| --- | --- | ---: |
| \`storePath\` | \`store.path\` | \`./data\` |
| \`storeCache\` | \`store.cacheSize\` | 64 MB |
| \`workers\` | \`pool.size\` | 4 |

**3. Start it once, alone.**

\`\`\`ts
import { openStore } from './store.ts';

const store = await openStore({ path: './data', migrate: true });
console.log(\`\${store.migrated} records moved in \${store.elapsed} ms\`);
\`\`\`

- The log names every record that could not be read.
  - Such a record stays where it is.
- [The reference](https://example.com/reference) lists all settings.

> Keep the backup until every worker has run for a day.

${GUIDE_END}
`;
