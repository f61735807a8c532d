import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { outDir, root } from '../tools/paths.ts';
import { run } from '../tools/processes.ts';
import { distLock } from './distLock.ts';
import { check } from './step.ts';

/** The output of `npm run package`. */
export const vsixFile = join(root, 'premove.vsix');

/** Packages the current `dist/`. The file is replaced atomically, because a test run may be reading it. */
export const vsix = check('package', (write) => distLock(() => packageDist(write)));

async function packageDist(write: (text: string) => void): Promise<number | null> {
  await mkdir(outDir, { recursive: true });
  const fresh = join(outDir, `premove-${process.pid}.vsix`);
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const { code, output } = await run(
    process.execPath,
    [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', fresh],
    { cwd: root },
  );
  if (code !== 0) {
    write(output);
    // Later tests must not use an older package by mistake.
    await rm(vsixFile, { force: true });
    return code;
  }
  await rename(fresh, vsixFile);
  write(`premove.vsix, ${((await stat(vsixFile)).size / 1024 / 1024).toFixed(2)} MB\n`);
  return 0;
}
