import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findOnPath } from './paths.ts';
import { endWithRun, run, start } from './processes.ts';

/** Whether this machine can show a window to its user. */
export function hasDesktop(): boolean {
  if (process.platform !== 'linux') return !process.env.SSH_CONNECTION;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Whether `code` would open a window on this machine. In the terminal of a remote window, `code` uses that window. */
export function canOpenWindows(): boolean {
  return hasDesktop() && !process.env.VSCODE_IPC_HOOK_CLI;
}

/**
 * The desktop's `code` command. Undefined if `code` could not open a window here, is not on the PATH, or is older than
 * `engine` ("^1.104.0").
 */
export async function findCode(engine: string): Promise<string | undefined> {
  if (!canOpenWindows()) return undefined;
  const code = findOnPath(process.platform === 'win32' ? 'code.cmd' : 'code');
  if (!code) return undefined;
  const { output } = await run(code, ['--version']);
  if (isNewEnough(output.trim(), engine)) return code;
  console.log(`The installed VS Code is older than ${engine}, so another one is used.`);
  return undefined;
}

/** Whether an engine ("^1.104.0") accepts a version ("1.139.1"). */
export function isNewEnough(version: string, engine: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = engine.replace('^', '').split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Opens an address in the user's browser, if there is one. */
export function openInBrowser(url: string): void {
  const opener = { darwin: 'open', win32: 'explorer.exe' }[process.platform as string] ?? 'xdg-open';
  const found = hasDesktop() ? findOnPath(opener) : undefined;
  // The address has already been printed, so a failure to open it is not reported.
  if (found) start(found, [url]).on('error', () => undefined);
}

/**
 * Makes the VS Code that runs with this profile end with the run (`endWithRun`). VS Code is not a child of the `code`
 * command that starts it, but writes its process id to a lock file in the profile. Does not delay the end of this
 * process.
 */
export async function endCodeWithRun(userDataDir: string): Promise<void> {
  const lock = join(userDataDir, 'code.lock');
  for (let pid = 0; !(pid > 0); await delay(100, undefined, { ref: false })) {
    pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (pid > 0) endWithRun(pid);
  }
}
