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
import { onParentGone } from './tools/parent.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [script, ...args] = process.argv.slice(2);
if (!script) {
  console.error('Usage: node scripts/boot.mjs <file.ts> [arguments]');
  process.exit(2);
}

const isWindows = process.platform === 'win32';

/** How long the script may take to stop what it has started. */
const STOP_MS = 10_000;

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => (child ? passOn(signal, child) : process.exit(code)));
}
// npm does not pass on every signal, and none when it is killed.
onParentGone(() => {
  if (!child || isWindows) process.exit(143);
  passOn('SIGTERM', child);
  setTimeout(() => child?.kill('SIGKILL'), STOP_MS).unref();
});

try {
  await ensureNodeModules(root);
  const node = await ensureNode24();
  child = handOver(node, [resolve(root, script), ...args]);
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
  const started = spawn(node, ['--disable-warning=ExperimentalWarning', ...argv], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  started.on('error', (error) => {
    console.error(`Could not start ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  started.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
  return started;
}

/**
 * On Windows a signal would end the child on the spot, with everything it has to stop and to remove. It gets the
 * console's Ctrl-C by itself, and sees when we are gone.
 *
 * @param {NodeJS.Signals} signal
 * @param {import('node:child_process').ChildProcess} to
 */
function passOn(signal, to) {
  if (!isWindows) to.kill(signal);
}
