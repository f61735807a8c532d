import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../scripts/tools/processes.ts';
import { removeFolder } from '../scripts/tools/supervision.mjs';
import { SystemPrompt } from '../src/extension/chat/agent/systemPrompt.ts';
import { createDiskWorkspace } from '../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../src/extension/node/search/walkSearch.ts';
import { systemClock } from '../src/extension/node/systemClock.ts';
import { silentLog } from '../src/extension/base/silentLog.ts';
import type { Workspace } from '../src/extension/ports/workspace.ts';
import { createTestInstructions } from '../test/support/instructionSources.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const RULES = 100;
const ROUNDS = 50;
/** Files of rules, of several kinds, that the system prompt must name. */
const RULE_NAMES = ['AGENTS.md', 'rule98.md', 'rule99.mdc', 'rule93.instructions.md', 'rule95.md'];

/**
 * The time to create the system prompt of a workspace with 100 files of rules of all kinds on disk. The first round
 * reads the files. Later rounds find that the files have not changed.
 */
export const instructions: Measurement = { name: 'instructions', run: measure };

async function measure(): Promise<Figure[]> {
  const folder = temporaryFolder();
  try {
    for (let index = 0; index < RULES; index += 1) {
      const { path, text } = toRule(index);
      const file = join(folder, 'ws', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await mkdir(join(folder, 'home'));
    const open = (name: string, path: string): Workspace =>
      createDiskWorkspace({ roots: () => [{ name, path: join(folder, path) }], search: walkSearch });
    const workspace = open('ws', 'ws');
    const prompt = new SystemPrompt({
      workspace,
      environment: { os: 'Linux', shell: '/bin/bash' },
      instructions: createTestInstructions({ workspace, home: open('~', 'home'), isTrusted: () => true }),
      clock: systemClock,
      log: silentLog,
      onDidRead: () => {},
    });
    const samples: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const started = performance.now();
      await prompt.refresh(new AbortController().signal);
      const text = prompt.textFor('claude-sonnet-5');
      samples.push(performance.now() - started);
      if (!RULE_NAMES.every((name) => text.includes(name)))
        throw new Error('The rules are missing in the system prompt.');
    }
    const [first = 0, ...later] = samples;
    const name = `System prompt with ${RULES} files of rules`;
    return [
      toFigure({ name: `${name}, the first time`, unit: 'ms', statistic: 'exact', samples: [first] }),
      toFigure({
        name: `${name}, after the first time`,
        unit: 'ms',
        statistic: 'median',
        samples: later,
        target: { text: 'at most 20 ms', isMet: (value) => value <= 20 },
      }),
    ];
  } finally {
    removeFolder(folder);
  }
}

/** A file of rules. The kinds take turns: sent with each request, for some files only, or when the model asks. */
function toRule(index: number): { readonly path: string; readonly text: string } {
  const area = `area${index % 10}`;
  const body = `${'Use tabs. '.repeat(50)}${index}`;
  const withFields = (...fields: string[]): string => `---\n${fields.join('\n')}\n---\n${body}`;
  const plain = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', '.github/copilot-instructions.md', '.cursorrules'][
    index
  ];
  if (plain !== undefined) return { path: plain, text: body };
  const kinds = [
    { path: `.cursor/rules/${area}/rule${index}.mdc`, text: withFields(`globs: src/${area}/**`) },
    { path: `.cursor/rules/${area}/rule${index}.mdc`, text: withFields('alwaysApply: true') },
    { path: `.cursor/rules/${area}/rule${index}.mdc`, text: withFields(`description: Rule ${index}`) },
    {
      path: `.github/instructions/${area}/rule${index}.instructions.md`,
      text: withFields(`applyTo: "src/${area}/**"`),
    },
    { path: `.github/instructions/${area}/rule${index}.instructions.md`, text: withFields('applyTo: "**"') },
    { path: `.clinerules/${area}/rule${index}.md`, text: body },
    { path: `.clinerules/${area}/rule${index}.md`, text: withFields(`paths: "src/${area}/**"`) },
    { path: `.claude/rules/${area}/rule${index}.md`, text: body },
    { path: `.claude/rules/${area}/rule${index}.md`, text: withFields(`paths: "src/${area}/**"`) },
  ] as const;
  return kinds[index % kinds.length] ?? kinds[0];
}
