import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { KeptOutputFolder } from '../../../src/extension/node/keptOutput.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { estimateTokens } from '../../../src/extension/model/tokens.ts';
import { createResultLimits, ResultBudget } from '../../../src/extension/tools/resultLimit.ts';
import { succeeded, type ToolOutcome } from '../../../src/extension/tools/tool.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const model = { id: 'test/one', label: 'one', name: 'one', chatModel: createScriptedModel([]) };

describe('the budget of one turn', () => {
  test.each<[string, number, readonly number[], readonly (number | 'all')[]]>([
    ['goes to a single call as a whole', 1000, [999], ['all']],
    ['cuts a single call that is too large', 1000, [1001], [1000]],
    ['keeps a reserve for each call that is still open', 1000, [900, 200, 200], [500, 'all', 'all']],
    ['gives the unused tokens of earlier calls to later calls', 1000, [10, 700, 290], ['all', 'all', 'all']],
    ['gives a call its reserve if nothing else is left', 1000, [1000, 1000], [750, 250]],
    ['is divided evenly among very many calls', 1000, Array(10).fill(101), Array(10).fill(100)],
  ])('%s', (_name, tokens, wanted, granted) => {
    const budget = new ResultBudget(tokens, wanted.length);
    expect(wanted.map((each) => budget.take(each))).toEqual(granted);
  });
});

describe('the results of one turn', () => {
  const limitIn = (folder: string, window: number | null = 40_000, calls = 3) =>
    createResultLimits({
      keep: new KeptOutputFolder(join(folder, 'kept'), silentLog),
      contextWindowOf: async () => window ?? undefined,
    })(calls, model);
  const sizeOf = (outcomes: readonly ToolOutcome[]) =>
    outcomes.reduce((sum, outcome) => sum + estimateTokens(outcomeText(outcome)), 0);

  test('use at most a tenth of the context window, and each whole text is kept in a file', async () => {
    await withTempFolder({}, async (folder) => {
      const texts = ['a', 'é', '好'].map((char) => char.repeat(30_000));
      const limit = limitIn(folder);
      const outcomes = await Promise.all(texts.map((text) => limit(succeeded(text, '1 line'))));
      expect(sizeOf(outcomes)).toBeLessThanOrEqual(4_000);
      for (const [index, outcome] of outcomes.entries()) {
        const [, path = ''] =
          /All 30000 characters are in (\S+)\. Use grep or read_file/.exec(outcomeText(outcome)) ?? [];
        expect(await readFile(path, 'utf8')).toBe(texts[index]);
        expect(outcome).toMatchObject({ ok: true, summary: '1 line' });
      }
    });
  });

  test('use at most a tenth of an assumed context window if the real one is unknown', async () => {
    await withTempFolder({}, async (folder) => {
      const limit = limitIn(folder, null, 2);
      const small = succeeded('x'.repeat(40_000), '');
      expect(await limit(small)).toBe(small);
      expect(outcomeText(await limit(small))).toContain('characters are left out here');
    });
  });

  test('are cut although the whole text cannot be kept in a file', async () => {
    const broken = createResultLimits({
      keep: { create: async () => undefined },
      contextWindowOf: () => Promise.reject(new Error('No table')),
    });
    const outcome = await broken(1, model)(succeeded('x'.repeat(90_000), ''));
    expect(sizeOf([outcome])).toBeLessThanOrEqual(12_800);
    expect(outcomeText(outcome)).toContain('It had 90000 characters, which could not all be saved.');
  });

  test.each([
    ['ASCII', 'line'],
    ['letters of three bytes', '第好行'],
    ['both', '第—line'],
  ])('show only the lines of a file in %s that fit, and the file counts as partly read', async (_name, word) => {
    await withTempFolder({}, async (folder) => {
      const lines = Array.from({ length: 900 }, (_, index) => `${word} ${index + 1}`).join('\n');
      const harness = createToolHarness(createMemoryWorkspace({ 'a.ts': lines }));
      const outcome = await limitIn(folder, 5_000, 1)(await harness.run(readFileTool, { file_path: 'a.ts' }));
      const [, last] = /\[Lines 1 to (\d+) of 900\. Continue with offset \d+\.\]$/.exec(outcomeText(outcome)) ?? [];
      expect(sizeOf([outcome])).toBeLessThanOrEqual(500);
      expect(Number(last)).toBeGreaterThan(40);
      const write = () => harness.run(writeFileTool, { file_path: 'a.ts', content: 'x' });
      expect(outcomeText(await write())).toContain(`not read lines ${Number(last) + 1} to 900`);
      await harness.run(readFileTool, { file_path: 'a.ts', offset: Number(last) });
      expect(await write()).toMatchObject({ ok: true });
    });
  });

  test('add only the lines that fit to the lines of the file that were read before', async () => {
    await withTempFolder({}, async (folder) => {
      const lines = Array.from({ length: 900 }, (_, index) => `line ${index + 1}`).join('\n');
      const harness = createToolHarness(createMemoryWorkspace({ 'a.ts': lines }));
      await harness.run(readFileTool, { file_path: 'a.ts', offset: 900 });
      const outcome = await limitIn(folder, 5_000, 1)(await harness.run(readFileTool, { file_path: 'a.ts' }));
      const [, last] = /\[Lines 1 to (\d+) of 900\./.exec(outcomeText(outcome)) ?? [];
      const written = await harness.run(writeFileTool, { file_path: 'a.ts', content: 'x' });
      expect(outcomeText(written)).toContain(`not read lines ${Number(last) + 1} to 899`);
    });
  });
});
