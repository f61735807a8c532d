import { relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

it('the sample project has no TypeScript errors, even without installed packages', () => {
  const parsed = ts.getParsedCommandLineOfConfigFile('sample/tsconfig.json', undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) =>
      expect.fail(ts.flattenDiagnosticMessageText(messageText, '\n')),
  });
  const program = ts.createProgram(parsed?.fileNames ?? [], parsed?.options ?? {});
  expect(parsed?.fileNames.map((file) => relative('sample', file)).sort()).toEqual([
    'node.d.ts',
    'src/greet.ts',
    'src/index.ts',
    'test/greet.test.ts',
  ]);
  const errors = ts.getPreEmitDiagnostics(program);
  expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});
