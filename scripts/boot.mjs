/**
 * `node scripts/boot.mjs <file> [arguments]` runs a script of this checkout under Node 24, with node_modules installed.
 * Needs Node 18 and npm: a Node other than 24 starts this file again under the Node 24 that npx finds or installs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './tools/lock.mjs';
import { onParentGone } from './tools/parent.mjs';

const boot = fileURLToPath(import.meta.url);
const root = resolve(dirname(boot), '..');
const isWindows = process.platform === 'win32';

const [file, ...args] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node scripts/boot.mjs <file> [arguments]');
  process.exit(2);
}
// npm does not forward every signal. If npm is killed, it forwards none.
onParentGone(() => process.emit('SIGTERM', 'SIGTERM') || process.exit(143));

if (process.versions.node.startsWith('24.')) await runHere(resolve(root, file));
else await runUnderNode24();

/** @param {string} script */
async function runHere(script) {
  process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  process.chdir(root);
  // Two `npm ci` runs in one checkout would destroy each other's node_modules.
  const waiting = 'Another process is installing node_modules; waiting for it…';
  if (!isInstalled()) {
    await withLock({ name: 'install', root, waiting }, async () => {
      if (isInstalled()) return;
      console.error('Installing node_modules…');
      // Install scripts stay off, because no dependency needs them.
      npm('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
    });
  }
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}

/** Runs this file in a child process, under Node 24. Forwards signals to the child, and ends when the child ends. */
async function runUnderNode24() {
  // The npx of npm 10 and earlier fails if two processes install the same package at once.
  const waiting = 'Another process is asking npx for Node 24; waiting for it…';
  const node = await withLock({ name: 'node24', root, waiting }, async () => {
    console.error('Asking npx for Node 24, which it installs the first time…');
    const options = ['--yes', '--prefer-offline', '--ignore-scripts=false', '--loglevel=error'];
    return npm('npx', ...options, '--package', 'node@24', 'node', '-p', 'process.execPath').trim();
  });
  const child = spawn(node, [boot, file ?? '', ...args], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // On Windows, a signal would kill the child at once. The child gets Ctrl-C itself, and notices a missing parent.
    process.on(signal, () => (isWindows ? signal === 'SIGTERM' && process.exit(143) : child.kill(signal)));
  }
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
}

/** npm writes a lock file into node_modules after each install; its versions must match package-lock.json. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  );
}

/**
 * @param {string} name
 * @returns {Record<string, { version?: string, optional?: boolean }>} empty if the file is missing or half-written
 */
function readPackages(name) {
  try {
    return JSON.parse(readFileSync(join(root, name), 'utf8')).packages;
  } catch {
    return {};
  }
}

/**
 * Runs npm or npx in the checkout and returns its stdout. If it fails, ends this process.
 *
 * @param {'npm' | 'npx'} command
 * @param {string[]} options
 */
function npm(command, ...options) {
  const { status, stdout } = spawnSync(command, options, {
    ...{ cwd: root, shell: isWindows, encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return stdout;
  console.error(`\`${command} ${options.join(' ')}\` failed. Check that the npm registry is reachable (\`npm ping\`).`);
  if (command === 'npx') console.error('If Node 24 is installed, put it on the PATH: then npx is not needed.');
  process.exit(1);
}
