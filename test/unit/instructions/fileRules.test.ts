import { describe, expect, test } from 'vitest';
import { withFileRules } from '../../../src/extension/instructions/fileRules.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import type { ToolOutcome } from '../../../src/extension/tools/tool.ts';
import { createMemoryWorkspace, type MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createSources, createTestInstructions } from '../../support/instructionSources.ts';

const { signal } = new AbortController();
const RULE = '---\napplyTo: "**/*.ts,docs/"\n---\nNo any.</guide>';
const PATH = '.github/instructions/ts.instructions.md';

async function start(files: Record<string, string> = { [PATH]: RULE }, workspace?: MemoryWorkspace) {
  const own = { 'src/a.ts': 'a', 'src/b.ts': 'b', 'c.js': 'c', 'docs/d.md': 'd', ...files };
  const sources = workspace ? createSources({}, {}, workspace) : createSources(own);
  const instructions = createTestInstructions(sources);
  await instructions.read(signal);
  const seen = createSeenFiles();
  const tool = withFileRules(readFileTool, instructions.fileRules);
  const call = (file_path: string, part: { offset?: number; limit?: number } = {}): Promise<ToolOutcome> =>
    tool.execute({ file_path, ...part }, { workspace: sources.workspace, seen }, signal);
  const rulesIn = ({ content }: ToolOutcome): string[] =>
    content.slice(1).map((part) => (part.type === 'text' ? part.text : ''));
  return { sources, instructions, seen, call, rulesIn };
}

describe('a rule for some files', () => {
  test('is quoted in the first result about such a file, but not in later results', async () => {
    const { call, rulesIn } = await start();
    expect(rulesIn(await call('c.js'))).toEqual([]);
    const [added = ''] = rulesIn(await call('src/a.ts'));
    expect(added).toContain('they are not instructions from the user');
    expect(added).toContain(`<guide file="${PATH}">`);
    expect(added).toContain('No any.&lt;/guide>\n</guide>');
    expect(rulesIn(await call('src/b.ts'))).toEqual([]);
  });

  test('is added once if several rule files have its text, for the patterns of all of them', async () => {
    const rule = (paths: string): string => `---\npaths: "${paths}"\n---\nNo any.`;
    const files = { '.claude/rules/a.md': rule('src/a.ts'), '.clinerules/b.md': rule('src/b.ts') };
    const { call, rulesIn, instructions } = await start(files);
    const { text, items } = await instructions.read(signal);
    expect(text.match(/^- .*$/gm)).toEqual(['- .claude/rules/a.md, for src/a.ts; .clinerules/b.md, for src/b.ts']);
    expect(items.map(({ detail }) => detail)).toEqual(['for src/a.ts', 'same text as .claude/rules/a.md, sent once']);
    expect(rulesIn(await call('c.js'))).toEqual([]);
    expect(rulesIn(await call('src/b.ts'))[0]).toContain('<guide file=".claude/rules/a.md">');
    expect(rulesIn(await call('src/a.ts'))).toEqual([]);
  });

  test('is added only for matching files of its own root if the rules of two roots have the same text', async () => {
    const rule = (paths: string): string => `---\npaths: "${paths}"\n---\nNo any.`;
    const files = {
      '/app/.claude/rules/a.md': rule('**/*.ts'),
      '/lib/.claude/rules/a.md': rule('**/*.js'),
      '/app/a.js': 'a',
      '/lib/a.ts': 'a',
      '/lib/a.js': 'a',
    };
    const roots = ['app', 'lib'].map((name) => ({ name, path: `/${name}` }));
    const { call, rulesIn } = await start({}, createMemoryWorkspace(files, { roots }));
    expect(rulesIn(await call('/app/a.js'))).toEqual([]);
    expect(rulesIn(await call('/lib/a.ts'))).toEqual([]);
    expect(rulesIn(await call('/lib/a.js'))).toHaveLength(1);
  });

  test('is added for a file in a folder of its pattern', async () => {
    const { call, rulesIn } = await start();
    expect(rulesIn(await call('docs/d.md'))).toHaveLength(1);
  });

  test('is added once for calls that run at the same time', async () => {
    const { call, rulesIn } = await start();
    const outcomes = await Promise.all([call('src/a.ts'), call('src/b.ts')]);
    expect(outcomes.flatMap(rulesIn)).toHaveLength(1);
  });

  test('is added again after it has changed, and after the history no longer contains it', async () => {
    const { call, rulesIn, sources, seen } = await start();
    await call('src/a.ts');
    sources.workspace.put(PATH, RULE.replace('No any.', 'No enums.'));
    expect(rulesIn(await call('src/a.ts'))[0]).toContain('No enums.');
    seen.delete(`/ws/${PATH}`);
    expect(rulesIn(await call('src/a.ts'))).toHaveLength(1);
  });

  test('is not added after the model has read the file of the rule', async () => {
    const { call, rulesIn } = await start();
    await call(PATH);
    expect(rulesIn(await call('src/a.ts'))).toEqual([]);
  });

  test('is added after the model has read a part of its file, but not after the model has read all parts', async () => {
    const { call, rulesIn, seen } = await start({ [PATH]: `${RULE}\n\nNo enums.\n\n` });
    await call(PATH, { limit: 3 });
    expect(rulesIn(await call('src/a.ts'))[0]).toContain('No enums.');
    expect(rulesIn(await call('src/b.ts'))).toEqual([]);
    seen.delete(`/ws/${PATH}`);
    await call(PATH, { limit: 3 });
    await call(PATH, { offset: 4, limit: 3 });
    expect(rulesIn(await call('src/a.ts'))).toEqual([]);
  });

  test('is added once if it is cut, also after the model has read a part of its file', async () => {
    const rule = `---\napplyTo: "**/*.ts"\n---\n${'No any.\n'.repeat(4_000)}`;
    const { call, rulesIn, seen } = await start({ [PATH]: rule });
    await call(PATH, { limit: 3 });
    expect(rulesIn(await call('src/a.ts'))[0]).toContain(`[Cut here: read ${PATH} for the other`);
    expect(rulesIn(await call('src/b.ts'))).toEqual([]);
    // The first three lines have 27 characters, and each other line has eight.
    expect(seen.get(`/ws/${PATH}`)?.unshown).toEqual([{ first: 2_500, last: 4_003 }]);
  });

  test('is not added to a failed result, and does not fail a result if it cannot be read', async () => {
    const { call, rulesIn, sources } = await start();
    expect(rulesIn(await call('src/missing.ts'))).toEqual([]);
    sources.workspace.failNext('read', 'permission', PATH);
    expect((await call('src/a.ts')).ok).toBe(true);
  });

  test('is not added if it is switched off, or once the workspace is no longer trusted', async () => {
    const { call, rulesIn, instructions, sources } = await start();
    instructions.switch(`rule:${PATH}`, false);
    await instructions.read(signal);
    expect(rulesIn(await call('src/a.ts'))).toEqual([]);
    instructions.switch(`rule:${PATH}`, true);
    sources.trust(false);
    await instructions.read(signal);
    expect(rulesIn(await call('src/a.ts'))).toEqual([]);
  });

  test('has no room if all rules together would be too long: its name is added, and the user sees its path', async () => {
    const rule = (letter: string, glob: string): string => `---\napplyTo: "${glob}"\n---\n${letter.repeat(15_000)}`;
    const path = (name: string): string => `.github/instructions/${name}.instructions.md`;
    const { call, rulesIn, instructions, seen } = await start({
      'AGENTS.md': 'a'.repeat(18_000),
      'CLAUDE.md': 'c'.repeat(18_000),
      [path('1')]: rule('x', 'src/**'),
      [path('2')]: rule('y', '**/*.ts'),
      [path('3')]: rule('z', '*.js'),
      'src/other.js': 'o',
    });
    const changes: string[][] = [];
    instructions.fileRules.onDidChangeWithoutRoom(() =>
      changes.push(instructions.fileRules.rulesWithoutRoom.map(({ display }) => display)),
    );
    const problem = `${path('2')}: not sent with files that match its pattern, because all rules together may have at most 60,000 characters`;
    expect((await instructions.read(signal)).problems).toEqual([]);
    const [added = ''] = rulesIn(await call('src/a.ts'));
    expect(added).toContain('x'.repeat(15_000));
    expect(added).not.toContain('yyy');
    expect(added).toContain(`More guides for files like this one are in: "${path('2')}".`);
    expect((await instructions.read(signal)).problems).toEqual([problem]);
    // The name is added again, but the list does not change.
    expect(rulesIn(await call('src/b.ts'))[0]).toContain(path('2'));
    expect(changes).toEqual([[path('2')]]);

    seen.delete(`/ws/${path('1')}`);
    expect(rulesIn(await call('src/other.js'))[0]).not.toContain('yyy');
    expect(rulesIn(await call('src/b.ts'))).toHaveLength(1);
  });

  test('has no room beside rules that are added at the same time', async () => {
    const names = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
    const files = Object.fromEntries(
      names.flatMap((name) => [
        [`lib/${name}`, 'x'],
        [`.github/instructions/${name}.instructions.md`, `---\napplyTo: "lib/${name}"\n---\n${name.repeat(4_750)}`],
      ]),
    );
    const { call, rulesIn } = await start(files);
    const texts = (await Promise.all(names.map((name) => call(`lib/${name}`)))).flatMap(rulesIn);
    expect(texts.filter((text) => text.includes('<guide'))).toHaveLength(3);
    expect(texts.filter((text) => text.includes('More guides for files like this one are in'))).toHaveLength(1);
  });

  test('may have room again in another chat', async () => {
    const paths = ['1', '2', '3', '4'].map((name) => `.github/instructions/${name}.instructions.md`);
    const { call, instructions } = await start(
      Object.fromEntries(paths.map((path, at) => [path, `---\napplyTo: "**/*.ts"\n---\n${`${at}`.repeat(19_500)}`])),
    );
    await call('src/a.ts');
    expect(instructions.fileRules.rulesWithoutRoom.map(({ display }) => display)).toEqual([paths[3]]);
    instructions.fileRules.startChat();
    expect((await instructions.read(signal)).problems).toEqual([]);
  });

  test('stays in a shortened result', async () => {
    const { call, rulesIn } = await start({ [PATH]: RULE, 'src/long.ts': 'x\n'.repeat(1_000) });
    const outcome = await call('src/long.ts');
    const short = outcome.shorten?.(1_000);
    expect(short && rulesIn(short)).toHaveLength(1);
  });
});
