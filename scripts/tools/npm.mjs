import { spawn, spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/**
 * Runs npm quietly in a folder that has a package.json, as if no outer `npm run` were there.
 *
 * @param {string[]} args
 * @param {{ cwd: string, purpose: string, node?: string }} options `purpose` completes "Could not …";
 *   `node`, when given, is the binary npm itself runs on
 * @returns {Promise<void>}
 */
export async function npm(args, { cwd, purpose, node }) {
  const env = outerNpmRemoved(process.env);
  // Read from process.env, which knows it on Windows by any spelling; of two spellings in a child's, "PATH" counts.
  if (node) env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const { code, output } = await collect('npm', [...args, '--no-audit', '--no-fund'], { cwd, env });
  if (code === 0) return;
  throw new Error(
    `Could not ${purpose}: \`npm ${args.join(' ')}\` in ${cwd} ended with ${code}.\n${indent(output)}\n` +
      'Check that the npm registry is reachable (`npm ping`) and that the disk has room, then run this again.',
  );
}

/**
 * `npm run` hands its own settings down as variables; a nested npm in another folder must not take
 * the outer project's for its own. The registry and the cache are kept.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function outerNpmRemoved(env) {
  const kept = /^npm_config_(registry|cache|userconfig|https?_proxy|proxy|noproxy|cafile)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name) || kept.test(name)));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function collect(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const end = () => {
      // npm.cmd is a shell with Node below it, which a kill would leave alone.
      if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
      else child.kill();
    };
    process.once('exit', end);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', end);
      resolve({ code, output });
    });
  });
}

/** @param {string} text */
function indent(text) {
  return text.trim().split('\n').slice(-30).join('\n').replace(/^/gm, '  | ');
}
