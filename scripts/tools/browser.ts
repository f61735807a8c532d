import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findOnPath, root } from './paths.ts';
import { run } from './processes.ts';

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

const ADVICE = 'Install Chrome, Edge or Chromium, or set PREMOVE_BROWSER to the executable of one.';

/**
 * Returns the executable of a Chromium-based browser: PREMOVE_BROWSER if it is set, otherwise an installed browser. If
 * no browser is installed, installs Chromium: on Debian and its derivatives with apt-get if the user is root. If that
 * is not possible or fails, Playwright downloads Chromium.
 */
export async function ensureBrowser(): Promise<string> {
  const chosen = process.env.PREMOVE_BROWSER;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`PREMOVE_BROWSER is ${chosen}, which does not exist. ${ADVICE}`);
  }
  return findBrowser() ?? (await installBrowser());
}

function findBrowser(): string | undefined {
  return candidates().find((path) => existsSync(path));
}

function candidates(): string[] {
  const names = process.platform === 'win32' ? [] : ON_PATH;
  const onPath = names.map(findOnPath).filter((path) => path !== undefined);
  return [...onPath, ...wellKnownPlaces(), chromium.executablePath()];
}

function wellKnownPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform !== 'win32') return [];
  const { ProgramFiles = '', 'ProgramFiles(x86)': x86 = '', LOCALAPPDATA = '' } = process.env;
  return [ProgramFiles, x86, LOCALAPPDATA].flatMap((dir) => [
    join(dir, 'Google', 'Chrome', 'Application', 'chrome.exe'),
    join(dir, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
  ]);
}

async function installBrowser(): Promise<string> {
  const attempts = isDebianRoot() ? [installFromDebian, installFromPlaywright] : [installFromPlaywright];
  const reports: string[] = [];
  for (const attempt of attempts) {
    reports.push(await attempt());
    const found = findBrowser();
    if (found) return found;
  }
  throw new Error(`No browser was found, and Chromium could not be installed.\n${reports.join('\n')}\n${ADVICE}`);
}

function isDebianRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

async function installFromDebian(): Promise<string> {
  console.error('Installing Chromium with apt-get…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update'], { env });
  const install = await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env });
  return lastLines(`${update.output}\n${install.output}`);
}

async function installFromPlaywright(): Promise<string> {
  console.error('Downloading Chromium with Playwright…');
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const { output } = await run(process.execPath, [cli, 'install', 'chromium']);
  return lastLines(output);
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-8).join('\n');
}
