/**
 * The way into every script that is more than one tool call: `node scripts/boot.mjs <file.ts> [args]`.
 * Runs on the Node 20 and npm that a contributor has, brings node_modules and Node 24, and hands over
 * to the TypeScript file under Node 24.
 */
import { spawn } from 'node:child_process';
import { dirname, delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNode24 } from './tools/node24.mjs';
import { ensureNodeModules } from './tools/nodeModules.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [script, ...args] = process.argv.slice(2);
if (!script) {
  console.error('Usage: node scripts/boot.mjs <file.ts> [arguments]');
  process.exit(2);
}

try {
  await ensureNodeModules(root);
  const node = await ensureNode24();
  handOver(node, [resolve(root, script), ...args]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * Signals go to the child, which stops what it started; this process then ends as the child did.
 *
 * @param {string} node
 * @param {string[]} argv
 */
function handOver(node, argv) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...argv], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`Could not start ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
