import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../../../scripts/tools/cache.mjs';

const SYSTEM = '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin';

/**
 * The `PATH` of the commands: only the system's folders, without those of this checkout or a user. If ripgrep is
 * missing there, VS Code's ripgrep is copied into `folder`, because the user that runs the commands cannot enter the
 * cache.
 */
export function programPath(folder: string): string {
  const ripgrep = SYSTEM.split(':').some((path) => existsSync(join(path, 'rg'))) ? null : findCachedRipgrep();
  if (ripgrep === null) return SYSTEM;
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(ripgrep, join(bin, 'rg'));
  for (const path of [bin, join(bin, 'rg')]) chmodSync(path, 0o755);
  return `${bin}:${SYSTEM}`;
}

function findCachedRipgrep(): string | null {
  if (!existsSync(cacheDir())) return null;
  const servers = readdirSync(cacheDir()).filter((name) => name.startsWith('code-server-'));
  const inside = `node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep-universal/bin`;
  const found = servers.map((name) => join(cacheDir(), name, inside, `${process.platform}-${process.arch}`, 'rg'));
  return found.find((path) => existsSync(path)) ?? null;
}
