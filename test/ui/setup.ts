import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, onTestFailed } from 'vitest';
import { outDir } from '../../scripts/tools/paths.ts';
import { keepServers } from '../support/vscode/serverVscode.ts';
import { openWorkbenches, takePageErrors } from '../support/vscode/workbench.ts';

let hasFailed = false;
keepServers(() => !hasFailed);

/** A failed UI test leaves a picture and the logs of every open workbench in out/ui/. */
beforeEach(() => {
  onTestFailed(async ({ task }) => {
    hasFailed = true;
    await mkdir(join(outDir, 'ui'), { recursive: true });
    for (const [index, workbench] of openWorkbenches().entries()) {
      const picture = await workbench.screenshot(index === 0 ? task.name : `${task.name}-${index}`);
      await writeFile(picture.replace(/\.png$/, '.log'), workbench.log());
      console.error(`Picture and log: ${picture}`);
    }
  });
});

/** No test has to ask for it; one that provokes errors says which, with `expectErrors`. */
afterEach(() => expect(takePageErrors(), 'errors and policy violations of ours').toEqual([]));

afterAll(async () => {
  expect(takePageErrors(), 'errors and policy violations of ours behind the last test').toEqual([]);
});
