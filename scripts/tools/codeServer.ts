import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from './cache.mjs';
import { withLock } from './lock.mjs';
import { run } from './processes.ts';

/** code-server 4.139.1 contains VS Code 1.139.1. Each version has its own folder in the cache. */
export const CODE_SERVER_VERSION = '4.139.1';

export interface CodeServerInstall {
  /** code-server itself: the full workbench in a browser, webviews included. Runs on this process's Node. */
  readonly entry: string;
  /** VS Code's own server, for tests inside the extension host. */
  readonly vscodeServer: string;
}

/** code-server in the cache, installed on first use (about 20 s, 600 MB). The installation is atomic. */
export async function ensureCodeServer(): Promise<CodeServerInstall> {
  const folder = join(cacheDir(), `code-server-${CODE_SERVER_VERSION}`);
  const waiting = 'Another process is installing VS Code; waiting for it…';
  if (!existsSync(folder)) {
    await withLock({ name: 'code-server', root: folder, waiting }, async () => {
      if (!existsSync(folder)) await install(folder);
    });
  }
  const packageDir = join(folder, 'node_modules', 'code-server');
  return {
    entry: join(packageDir, 'out', 'node', 'entry.js'),
    vscodeServer: join(packageDir, 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** Install scripts stay off: they would compile native modules for minutes, only for file logging and sqlite. */
async function install(folder: string): Promise<void> {
  console.error(`Installing VS Code (code-server ${CODE_SERVER_VERSION}; once, in the cache, about 600 MB)…`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeFile(join(partial, 'package.json'), '{ "private": true }\n');
  await npmInstall(partial, `code-server@${CODE_SERVER_VERSION}`);
  const vscode = join(partial, 'node_modules', 'code-server', 'lib', 'vscode');
  for (const cwd of [vscode, join(vscode, 'extensions')]) await npmInstall(cwd, '--omit=dev');
  await rename(partial, folder);
}

async function npmInstall(cwd: string, ...args: string[]): Promise<void> {
  const command = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args];
  const { code, output } = await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', command, {
    cwd,
    env: withoutOuterNpm(process.env),
  });
  if (code === 0) return;
  throw new Error(
    `\`npm ${command.join(' ')}\` in ${cwd} ended with ${code}:\n${output.trim().split('\n').slice(-30).join('\n')}\n` +
      'Check that the npm registry is reachable (`npm ping`) and that the disk has room, then run this again.',
  );
}

/** `npm run` passes its settings on as variables; an npm in another folder must not use this project's settings. */
function withoutOuterNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = /^npm_config_(registry|cache|userconfig|https?_proxy|proxy|noproxy|cafile)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name) || kept.test(name)));
}
