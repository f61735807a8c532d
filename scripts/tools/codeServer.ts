import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { installOnce } from './cache.mjs';
import { ensureNode24 } from './node24.mjs';
import { npm } from './npm.mjs';
import { CODE_SERVER_VERSION } from './pins.mjs';

export interface CodeServerInstall {
  /** The Node 24 executable that runs it. */
  readonly node: string;
  /** code-server itself: the full workbench in a browser, webviews included. */
  readonly entry: string;
  /** VS Code's own server, for tests inside the extension host. */
  readonly vscodeServer: string;
}

/**
 * code-server in the cache, installed on first use (about 20 s, 600 MB). Its install scripts would
 * compile native modules for minutes; without them only file logging and sqlite are missing.
 */
export async function ensureCodeServer(): Promise<CodeServerInstall> {
  const node = await ensureNode24();
  const dir = await installOnce('code-server', CODE_SERVER_VERSION, (target) => install(target, node));
  const packageDir = join(dir, 'node_modules', 'code-server');
  return {
    node,
    entry: join(packageDir, 'out', 'node', 'entry.js'),
    vscodeServer: join(packageDir, 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

async function install(target: string, node: string): Promise<void> {
  console.error(`Installing VS Code (code-server ${CODE_SERVER_VERSION}; once, in the cache, about 600 MB)…`);
  const purpose = `install code-server ${CODE_SERVER_VERSION}`;
  await writeFile(join(target, 'package.json'), '{ "private": true }\n');
  await npm(['install', '--ignore-scripts', `code-server@${CODE_SERVER_VERSION}`], { cwd: target, purpose, node });
  const vscode = join(target, 'node_modules', 'code-server', 'lib', 'vscode');
  for (const cwd of [vscode, join(vscode, 'extensions')]) {
    await npm(['install', '--omit=dev', '--ignore-scripts'], { cwd, purpose, node });
  }
}
