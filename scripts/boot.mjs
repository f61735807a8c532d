/**
 * `node scripts/boot.mjs <file> [arguments]` runs a script of this checkout under Node 24, with node_modules installed.
 * Needs Node 18 or later and npm. When the script, this process or npm has ended, in whatever way, everything that the
 * script has started is ended as well. The script is not in npm's process group, so a signal to that group cannot kill
 * both the script and this process. If one of them is killed, the other ends the run (`onParentGone`, watchBoot.mjs).
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './tools/lock.mjs';
import { endRun, onParentGone } from './tools/supervision.mjs';

const root = resolve(fileURLToPath(import.meta.url), '..', '..');
const isWindows = process.platform === 'win32';
const [file = '', ...args] = process.argv.slice(2);
const isNode24 = process.versions.node.startsWith('24.');

/** @type {(code: number) => unknown} */
let end = (code) => process.exit(code);
// npm does not forward every signal. If npm is killed, it cannot forward a signal.
onParentGone(() => end(128 + constants.signals.SIGTERM));

let node = process.execPath;
if (!isNode24 || !isInstalled()) {
  // The npx of npm 10 fails if two processes install the same package at once; two `npm ci` destroy each other's work.
  const waiting = 'Another process is preparing this checkout; waiting for it…';
  await withLock({ name: 'prepare', root, waiting }, async () => {
    const nodeOptions = ['--prefer-offline', '--ignore-scripts=false', '--package', 'node@24'];
    if (!isNode24) node = npm('npx', '--yes', ...nodeOptions, 'node', '-p', 'process.execPath').trim();
    // Install scripts stay off, because no dependency needs them.
    if (!isInstalled()) npm('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  });
}

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'premove-'));
const watchBoot = new URL('tools/watchBoot.mjs', import.meta.url).href;
const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
const script = spawn(node, ['--import', watchBoot, resolve(root, file), ...args], {
  ...{ cwd: root, stdio: 'inherit', detached: !isWindows, env: { ...process.env, PATH, PREMOVE_RUN: folder } },
});
let ending = false;
end = async (code) => {
  if (ending) return;
  ending = true;
  await endRun(folder, script.pid);
  process.exit(code);
};
script.on('exit', (code, signal) => end(signal ? 128 + constants.signals[signal] : (code ?? 1)));
// On Windows the script gets Ctrl-C itself, so it can end by itself.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => isWindows || end(128 + constants.signals[signal]));

/** npm writes a lock file into node_modules after each install; its versions must match package-lock.json. */
function isInstalled() {
  try {
    const [wanted, present] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
      (name) => JSON.parse(readFileSync(join(root, name), 'utf8')).packages,
    );
    const isPresent = (path) => wanted[path].optional || present[path]?.version === wanted[path].version;
    return Object.keys(wanted).every((path) => path === '' || isPresent(path));
  } catch {
    return false;
  }
}

/** Runs npm or npx in the checkout and returns its stdout. If it fails, ends this process. */
function npm(command, ...options) {
  console.error(
    command === 'npx' ? 'Getting Node 24 from npx, which installs it the first time…' : 'Installing node_modules…',
  );
  const { status, stdout } = spawnSync(command, ['--loglevel=error', ...options], {
    ...{ cwd: root, shell: isWindows, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  });
  if (status === 0) return stdout;
  console.error(`\`${command} ${options.join(' ')}\` failed. Check that the npm registry is reachable (\`npm ping\`).`);
  if (command === 'npx') console.error('If Node 24 is installed, put it on the PATH: then npx is not needed.');
  process.exit(1);
}
