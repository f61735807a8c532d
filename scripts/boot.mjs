/**
 * `node scripts/boot.mjs <file> [arguments]` runs a script of this checkout under Node 24, with node_modules installed.
 * Needs Node 18 and npm: a Node other than 24 starts this file again under the Node 24 that npx finds or installs.
 */
import { spawn } from 'node:child_process';
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
// npm does not pass on every signal. If npm is killed, it passes on none.
onParentGone(() => process.emit('SIGTERM', 'SIGTERM') || process.exit(143));

if (process.versions.node.startsWith('24.')) await runHere(resolve(root, file));
else await runUnderNode24();

/** @param {string} script */
async function runHere(script) {
  process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  process.chdir(root);
  await installNodeModules();
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}

async function runUnderNode24() {
  const waiting = 'Another process is asking npx for Node 24; waiting for it…';
  // The npx of npm 10 and earlier fails if two processes install the same package at once.
  const node = await withLock({ name: 'node24', root, waiting }, async () => {
    const notice = setTimeout(() => console.error('npx is looking for Node 24, and installs it the first time…'), 3000);
    const options = ['--yes', '--prefer-offline', '--ignore-scripts=false', '--loglevel=error'];
    const output = await npm('npx', ...options, '--package', 'node@24', 'node', '-p', 'process.execPath');
    clearTimeout(notice);
    return output.trim();
  });
  process.exitCode = await finish(spawn(node, [boot, file, ...args], { stdio: 'inherit' }));
}

/** Install scripts stay off, because no dependency needs them. */
async function installNodeModules() {
  if (isInstalled()) return;
  // Two `npm ci` runs in one checkout would destroy each other's node_modules.
  const waiting = 'Another process is installing node_modules; waiting for it…';
  await withLock({ name: 'install', root, waiting }, async () => {
    if (isInstalled()) return;
    console.error('Installing node_modules…');
    await npm('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  });
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
 * Runs npm or npx in the checkout and returns what it wrote to stdout. If it fails, ends this process.
 *
 * @param {'npm' | 'npx'} command
 * @param {string[]} args
 */
async function npm(command, ...args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], shell: isWindows });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  if ((await finish(child)) === 0) return output;
  console.error(`\`${command} ${args.join(' ')}\` failed. Check that the npm registry is reachable (\`npm ping\`).`);
  if (command === 'npx') console.error('If Node 24 is installed, put it on the PATH: then npx is not needed.');
  process.exit(1);
}

/**
 * Passes signals on to a child until it ends, and resolves with its exit code.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | null>}
 */
function finish(child) {
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    if (!isWindows) child.kill(signal);
    // On Windows, a signal would kill the child at once. The child gets the console's Ctrl-C itself, and notices when
    // its parent is gone.
    else if (signal === 'SIGTERM') process.exit(143);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, passOn);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const signal of signals) process.off(signal, passOn);
      if (signal) process.exit(128 + constants.signals[signal]);
      resolve(code);
    });
  });
}
