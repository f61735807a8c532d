import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, onTestFailed } from 'vitest';
import { outDir } from '../../scripts/tools/paths.ts';
import { keepServers } from '../support/vscode/serverVscode.ts';
import { openWorkbenches, takePageErrors } from '../support/vscode/workbench.ts';

let hasFailed = false;
keepServers(() => !hasFailed);

/** When a UI test fails, saves a screenshot and the log of every open workbench to out/ui/. */
beforeEach(() => {
  onTestFailed(async ({ task }) => {
    hasFailed = true;
    await mkdir(join(outDir, 'ui'), { recursive: true });
    for (const [index, workbench] of openWorkbenches().entries()) {
      const picture = await workbench.screenshot(index === 0 ? task.name : `${task.name}-${index}`);
      await writeFile(picture.replace(/\.png$/, '.log'), workbench.log());
      console.error(`Screenshot and log: ${picture}`);
    }
  });
});

/** Applies to every test. A test that provokes errors names them with `expectErrors`. */
afterEach(() => expect(takePageErrors(), 'errors and policy violations of the extension').toEqual([]));

afterAll(async () => {
  expect(takePageErrors(), 'errors and policy violations of the extension after the last test').toEqual([]);
});
