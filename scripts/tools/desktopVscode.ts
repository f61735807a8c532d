/**
 * The desktop VS Code for tests: the download of `@vscode/test-electron`, once per version, in the cache; otherwise an
 * installed VS Code that is new enough.
 */
import { SilentReporter, download, resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheDir } from './cache.mjs';
import { canOpenWindows, hasDesktop, isNewEnough } from './desktop.ts';
import { withLock } from './lock.mjs';
import { engine, findOnPath } from './paths.ts';
import {
  type Choice,
  chooseVscode,
  type DesktopVscode,
  type NoDesktopVscode,
  planVscode,
  readRequest,
  type VscodeKind,
} from './vscodeChoice.ts';

/** The desktop VS Code that test-electron downloads. */
const VSCODE_VERSION = '1.139.1';

/** Milliseconds without data before a download is given up; the whole download may take longer. */
const SILENCE_MS = 5000;

/** Chooses the VS Code of a suite. `variable` is the environment variable with which a user overrides the choice. */
export async function chooseVscodeHere(variable: string, preferred: VscodeKind): Promise<Choice> {
  const read = readRequest(variable, process.env[variable]);
  if (read.kind === 'fail') return read;
  const plan = planVscode(read.requested, preferred, {
    platform: process.platform,
    hasDisplay: hasDesktop(),
    xvfbRun: process.platform === 'linux' ? findOnPath('xvfb-run') : undefined,
  });
  return chooseVscode(
    plan,
    plan.kind === 'desktop' ? await desktopVscode() : { kind: 'none', reason: 'not looked for' },
  );
}

let search: Promise<DesktopVscode | NoDesktopVscode> | undefined;

/** Searched once per run, so that a refused download is not tried again. */
export function desktopVscode(): Promise<DesktopVscode | NoDesktopVscode> {
  search ??= findDesktopVscode();
  return search;
}

/** The command-line program that belongs to an executable; it installs extensions and opens windows. */
export function commandOf({ executable }: DesktopVscode): string {
  return resolveCliPathFromVSCodeExecutablePath(executable);
}

/**
 * The command of an installed VS Code, even if it is not on the PATH. Undefined if VS Code could not open a window
 * here, or if it is not installed. On Windows, where code-server does not run, downloads VS Code instead if it is not
 * installed, and rejects if the download fails.
 */
export async function desktopCommand(): Promise<string | undefined> {
  if (!canOpenWindows()) return undefined;
  const installed = findInstalled();
  if (installed) return commandOf(installed);
  if (process.platform !== 'win32') return undefined;
  console.error(`Downloading VS Code ${VSCODE_VERSION} (once, in the cache)…`);
  const downloaded = await downloadVscode();
  if (downloaded.kind === 'found') return commandOf(downloaded);
  throw new Error(`VS Code is not installed, and ${downloaded.reason}. Install VS Code, then run this again.`);
}

/** Without these arguments, Chromium's sandbox and VS Code refuse to start as root on Linux. */
export function rootArguments(): string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

async function findDesktopVscode(): Promise<DesktopVscode | NoDesktopVscode> {
  const downloaded = await downloadVscode();
  if (downloaded.kind === 'found') return downloaded;
  return findInstalled() ?? { kind: 'none', reason: `${downloaded.reason} and is not installed` };
}

async function downloadVscode(): Promise<DesktopVscode | NoDesktopVscode> {
  const cachePath = join(cacheDir(), 'vscode-desktop');
  mkdirSync(cachePath, { recursive: true });
  const waiting = 'Another process is downloading VS Code; waiting for it…';
  try {
    const executable = await withLock({ name: 'vscode-desktop', root: cachePath, waiting }, () =>
      download({ version: VSCODE_VERSION, cachePath, timeout: SILENCE_MS, reporter: new SilentReporter() }),
    );
    return { kind: 'found', executable, version: VSCODE_VERSION, origin: 'downloaded' };
  } catch (error) {
    // test-electron also throws strings.
    const text = error instanceof Error ? error.message : String(error);
    return { kind: 'none', reason: `the desktop VS Code could not be downloaded (${text.split('\n')[0]})` };
  }
}

function findInstalled(): DesktopVscode | undefined {
  for (const executable of installPlaces().filter(existsSync)) {
    const version = versionOf(executable);
    if (version && isNewEnough(version, engine())) return { kind: 'found', executable, version, origin: 'installed' };
  }
  return undefined;
}

/** Where installers put the program itself. The `code` on the PATH is a script that does not wait for the program. */
function installPlaces(): string[] {
  if (process.platform === 'darwin') {
    // The program was named Electron until about 1.110.
    return ['/Applications', join(homedir(), 'Applications')].flatMap((dir) =>
      ['Code', 'Electron'].map((name) => join(dir, 'Visual Studio Code.app', 'Contents', 'MacOS', name)),
    );
  }
  if (process.platform === 'win32') {
    const { ProgramFiles, LOCALAPPDATA } = process.env;
    const folders = [LOCALAPPDATA && join(LOCALAPPDATA, 'Programs'), ProgramFiles].filter((dir) => dir !== undefined);
    return folders.map((dir) => join(dir, 'Microsoft VS Code', 'Code.exe'));
  }
  return ['/usr/share/code/code', '/opt/visual-studio-code/code', '/snap/code/current/usr/share/code/code'];
}

function versionOf(executable: string): string | undefined {
  const resources = resourceFolders(dirname(executable)).map((dir) => join(dir, 'app', 'package.json'));
  const file = resources.find(existsSync);
  return file && (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;
}

/**
 * The folders that may hold VS Code's resources: beside the program or, in newer versions on Windows, one folder below,
 * in a folder named after the build.
 */
function resourceFolders(dir: string): string[] {
  if (process.platform === 'darwin') return [join(dir, '..', 'Resources')];
  const below = process.platform === 'win32' ? readdirSync(dir).map((name) => join(dir, name)) : [];
  return [dir, ...below].map((folder) => join(folder, 'resources'));
}
