import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, onTestFailed } from 'vitest';
import { outDir } from '../../scripts/tools/paths.ts';
import { closeBrowser } from '../support/vscode/serverVscode.ts';
import { openWorkbenches } from '../support/vscode/workbench.ts';

/** A failed UI test leaves a picture and the logs of every open workbench in out/ui/. */
beforeEach(() => {
  onTestFailed(async ({ task }) => {
    await mkdir(join(outDir, 'ui'), { recursive: true });
    for (const [index, workbench] of openWorkbenches().entries()) {
      const picture = await workbench.screenshot(index === 0 ? task.name : `${task.name}-${index}`);
      await writeFile(picture.replace(/\.png$/, '.log'), workbench.log());
      console.error(`Picture and log: ${picture}`);
      for (const error of workbench.consoleErrors()) console.error(`Console: ${error}`);
    }
  });
});

afterAll(async () => {
  for (const workbench of openWorkbenches()) await workbench.close();
  await closeBrowser();
});
