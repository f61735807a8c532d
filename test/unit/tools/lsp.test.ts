import { describe, expect, it } from 'vitest';
import type { CodeLocation, CodeProblem, CodeSymbol } from '../../../src/extension/ports/languageFeatures.ts';
import { createLspTool } from '../../../src/extension/tools/builtin/lsp.ts';
import type { ToolOutcome } from '../../../src/extension/tools/tool.ts';
import { toolPlace } from '../../../src/shared/toolPlace.ts';
import { toolItem } from '../../support/chatItems.ts';
import { createFakeLanguageFeatures } from '../../support/fakeLanguageFeatures.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const FILES = {
  'a.ts': 'export const alpha = 1;\n\nconst beta = alpha;\n',
  'src/b.ts': '  import { alpha } from "../a";\n',
  '.env': 'PASS=hunter2\n',
  'pic.png': new Uint8Array([0, 1, 2]),
};
const at = (path: string, line: number, character: number): CodeLocation => ({ path, line, character, isFile: true });

type Input = Parameters<ReturnType<typeof createLspTool>['execute']>[0];
type Known = Parameters<typeof createFakeLanguageFeatures>[0];

async function run(
  input: Input,
  known: Known = {},
): Promise<{
  readonly text: string;
  readonly summary: string;
  readonly ok: boolean;
  readonly queried: readonly string[];
}> {
  const features = createFakeLanguageFeatures(known);
  const harness = createToolHarness(createMemoryWorkspace(FILES));
  const outcome: ToolOutcome = await harness.run(createLspTool(features), input);
  return { text: outcomeText(outcome), summary: outcome.summary, ok: outcome.ok, queried: features.asked };
}

describe('lsp', () => {
  it.each([
    ['src/a.ts', 'definition alpha src/a.ts:3'],
    ['my dir/a.ts', 'definition alpha "my dir/a.ts:3"'],
  ])('describes a call so that its row finds the file %s', (file_path, detail) => {
    const { describe: toDetail } = createLspTool(createFakeLanguageFeatures({}));
    expect(toDetail({ operation: 'definition', file_path, line: 3, query: 'alpha' })).toBe(detail);
    expect(toolPlace(toolItem({ name: 'lsp', detail }))?.link).toEqual({ path: file_path, line: 3 });
  });

  it('shows each location with its line of code', async () => {
    const references = [at('/ws/a.ts', 1, 14), at('/ws/src/b.ts', 1, 12)];
    expect(await run({ operation: 'references', file_path: 'a.ts', line: 1, character: 14 }, { references })).toEqual({
      text: 'a.ts:1:14: export const alpha = 1;\nsrc/b.ts:1:12: import { alpha } from "../a";',
      summary: '2 in 2 files',
      ok: true,
      queried: ['references /ws/a.ts:1:14'],
    });
  });

  it('finds the name on its line if the call gives no column', async () => {
    const definition = [at('/ws/a.ts', 1, 14)];
    const found = await run({ operation: 'definition', file_path: 'a.ts', line: 3, query: 'alpha' }, { definition });
    expect(found.queried).toEqual(['definition /ws/a.ts:3:14']);
    expect(found.text).toBe('a.ts:1:14: export const alpha = 1;');
  });

  it('does not show lines of code outside the workspace, or of a location that is not a file', async () => {
    const definition = [at('/usr/lib/lib.d.ts', 7, 3), { ...at('jdt://contents/List.class', 2, 1), isFile: false }];
    const found = await run({ operation: 'definition', file_path: 'a.ts', line: 1, character: 1 }, { definition });
    expect(found.text).toBe('/usr/lib/lib.d.ts:7:3\njdt://contents/List.class:2:1');
  });

  it('shows the hover texts of a name', async () => {
    const hover = ['```ts\nconst alpha: 1\n```', ' ', 'The first letter.'];
    const found = await run({ operation: 'hover', file_path: 'a.ts', line: 1, character: 14 }, { hover });
    expect(found.text).toBe('```ts\nconst alpha: 1\n```\n\n---\n\nThe first letter.');
  });

  it('lists the symbols of a file, and searches symbols in the project', async () => {
    const symbol = (name: string, depth: number, container: string): CodeSymbol => ({
      ...at('/ws/a.ts', 1, 14),
      ...{ name, kind: 'constant', depth, container },
    });
    const outline = await run(
      { operation: 'symbols', file_path: 'a.ts' },
      { documentSymbols: [symbol('outer', 0, ''), symbol('alpha', 1, '')] },
    );
    expect(outline.text).toBe(
      'constant outer a.ts:1:14: export const alpha = 1;\n  constant alpha a.ts:1:14: export const alpha = 1;',
    );
    const search = await run(
      { operation: 'symbols', file_path: 'a.ts', query: 'al' },
      { workspaceSymbols: [symbol('alpha', 0, 'a')] },
    );
    expect(search.text).toBe('constant alpha in a a.ts:1:14: export const alpha = 1;');
    expect(search.queried).toEqual(['workspaceSymbols al /ws/a.ts']);
  });

  it('lists the worst problems of a file or a folder first', async () => {
    const problem = (severity: CodeProblem['severity'], message: string): CodeProblem => ({
      ...at('/ws/a.ts', 3, 7),
      ...{ severity, message, source: 'ts(6133)' },
    });
    const diagnostics = [problem('hint', 'Never read.'), problem('error', 'Not\n  assignable.')];
    const text =
      'a.ts:3:7: error: Not assignable. [ts(6133)]\n    const beta = alpha;\n' +
      'a.ts:3:7: hint: Never read. [ts(6133)]\n    const beta = alpha;';
    const ofFile = await run({ operation: 'diagnostics', file_path: 'a.ts' }, { diagnostics });
    expect(ofFile).toMatchObject({ text, summary: '2 problems', queried: ['diagnostics /ws/a.ts'] });
    const ofFolder = await run({ operation: 'diagnostics', file_path: '.' }, { knownDiagnostics: diagnostics });
    expect(ofFolder).toMatchObject({ text, queried: ['knownDiagnostics /ws'] });
    expect(await run({ operation: 'diagnostics', file_path: 'a.ts' })).toMatchObject({ ok: true, summary: 'none' });
  });

  it('does not reveal the contents of a file that looks secret unless the call names the file', async () => {
    const secret = at('/ws/.env', 1, 1);
    const diagnostics = [
      { ...secret, severity: 'error', message: 'Unknown word hunter2', source: 'spell' },
      { ...at('/ws/a.ts', 1, 1), severity: 'error', message: 'Bad', source: '' },
    ] as const;
    const documentSymbols = [{ ...secret, name: 'HUNTER2', kind: 'constant', depth: 0, container: '' }] as const;
    const references = [secret];
    const known = { diagnostics, knownDiagnostics: diagnostics, documentSymbols, workspaceSymbols: documentSymbols };
    const everywhere = [
      await run({ operation: 'diagnostics', file_path: '.' }, known),
      await run({ operation: 'symbols', file_path: 'a.ts', query: 'H' }, known),
      await run({ operation: 'references', file_path: 'a.ts', line: 1, character: 14 }, { references }),
    ];
    for (const { text } of everywhere) expect(text).not.toMatch(/hunter2/i);
    expect(everywhere[0]?.text).toMatch(
      /^a\.ts:1:1: error: Bad[^]*\[1 of 2 are shown\. Entries in files that look secret/,
    );
    expect(everywhere[2]?.text).toBe('.env:1:1');
    expect((await run({ operation: 'diagnostics', file_path: '.env' }, known)).text).toMatch(/hunter2/);
    expect((await run({ operation: 'symbols', file_path: '.env' }, known)).text).toMatch(/HUNTER2 .*: PASS=hunter2/);
  });

  it('shows 200 locations at most, and says how many there are', async () => {
    const references = Array.from({ length: 201 }, () => at('/ws/a.ts', 1, 14));
    const found = await run({ operation: 'references', file_path: 'a.ts', line: 1, character: 14 }, { references });
    expect(found.text.split('\n')).toHaveLength(201);
    expect(found.text).toMatch(/\[200 of 201 are shown\.\]$/);
    expect(found.summary).toBe('201 in 1 file');
  });

  it('suggests grep if nothing was found', async () => {
    const found = await run({ operation: 'definition', file_path: 'a.ts', line: 1, character: 1 });
    expect(found).toMatchObject({ ok: true, summary: 'nothing found' });
    expect(found.text).toContain('use grep');
  });

  it.each<[Omit<Input, 'operation'> & Partial<Input>, string]>([
    [{ file_path: 'a.ts' }, 'position missing'],
    [{ file_path: 'a.ts', line: 1 }, 'position missing'],
    [{ file_path: 'a.ts', line: 99, character: 1 }, 'past the end of the file'],
    [{ file_path: 'a.ts', line: 1, character: 99 }, 'past the end of the line'],
    [{ file_path: 'a.ts', line: 1, query: 'gamma' }, 'not on this line'],
    [{ file_path: 'none.ts', line: 1, character: 1 }, 'not found'],
    [{ file_path: 'src', line: 1, character: 1 }, 'is a folder'],
    [{ file_path: 'pic.png', line: 1, character: 1 }, 'binary'],
    [{ file_path: '/etc/passwd', line: 1, character: 1 }, 'outside the workspace'],
  ])('does not query the language features for %j: %s', async (input, summary) => {
    expect(await run({ operation: 'definition', ...input })).toMatchObject({ ok: false, summary, queried: [] });
  });
});
