import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { commandOf, rootArguments } from '../../../scripts/tools/desktopVscode.ts';
import { endWithRun, run, stop } from '../../../scripts/tools/processes.ts';
import type { DesktopVscode } from '../../../scripts/tools/vscodeChoice.ts';
import { desktopEnvironment } from '../../../scripts/tools/vscodeEnvironment.ts';
import { createHome, type Home } from './home.ts';
import type { Folders, Vscode, VscodeWindow, WindowOptions } from './vscode.ts';
import { runCommand } from './windowActions.ts';

/** Makes menus and dialogs part of the page, where a test can reach them, and turns off what VS Code does by itself. */
const SETTINGS = {
  'window.titleBarStyle': 'custom',
  'window.dialogStyle': 'custom',
  'window.menuStyle': 'custom',
  'window.restoreWindows': 'none',
  'window.confirmBeforeClose': 'never',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
};

const FLAGS = [
  ...['--skip-welcome', '--skip-release-notes', '--disable-updates', '--disable-telemetry'],
  // `basic` keeps secrets over a restart, as code-server does. A key chain could block a test with a password prompt.
  ...['--password-store=basic', '--disable-gpu', '--no-cached-data', '--new-window'],
];

/** A desktop VS Code, driven through Electron. */
export function desktopVscode(vscode: DesktopVscode): Vscode {
  return {
    settings: SETTINGS,
    open: (options) => open(vscode, options),
  };
}

async function install(vscode: DesktopVscode, vsix: string, { userDataDir, extensionsDir }: Folders): Promise<void> {
  const folders = ['--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
  const { code, output } = await run(
    commandOf(vscode),
    [...folders, ...rootArguments(), '--install-extension', vsix, '--force'],
    { env: desktopEnvironment() },
  );
  if (code !== 0) throw new Error(`VS Code did not install ${vsix} (exit code ${code}):\n${output.trim()}`);
}

async function open(vscode: DesktopVscode, options: WindowOptions): Promise<VscodeWindow> {
  const home = await createHome(options.extensions, (vsix, folders) => install(vscode, vsix, folders));
  await options.onHome(home);
  let log = '';
  const launch = async () => {
    const app = await launchElectron(vscode.executable, home, options);
    const { pid, stdout, stderr } = app.process();
    const forget = pid === undefined ? undefined : endWithRun(pid);
    for (const stream of [stdout, stderr]) stream?.on('data', (data: Buffer) => (log += data.toString()));
    const page = await app.firstWindow();
    options.onPage(page);
    await resize(app, options.viewport);
    return { app, page, forget };
  };
  const end = async ({ app, forget }: Awaited<ReturnType<typeof launch>>) => {
    await stop(app.process(), 0);
    forget?.();
  };
  let running = await launch();
  return {
    get page() {
      return running.page;
    },
    home,
    reload: () => reload(running.page),
    restart: async ({ kill }) => {
      if (!kill) await running.app.close();
      await end(running);
      running = await launch();
    },
    log: () => log,
    close: async () => {
      await end(running);
      home.remove();
    },
  };
}

function launchElectron(executablePath: string, home: Home, options: WindowOptions): Promise<ElectronApplication> {
  const { userDataDir, extensionsDir } = home;
  const { workspace, env, trusted } = options;
  const folders = ['--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
  const trust = trusted ? ['--disable-workspace-trust'] : [];
  return _electron.launch({
    executablePath,
    args: [...folders, ...FLAGS, ...trust, ...rootArguments(), workspace],
    env: definedOnly(desktopEnvironment({ ...env, ...home.env })),
  });
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The part of Electron's BrowserWindow that is used here. Its types are in Electron, which is not a dependency. */
interface BrowserWindow {
  setContentSize(width: number, height: number): void;
}

async function resize(app: ElectronApplication, { width, height }: WindowOptions['viewport']): Promise<void> {
  const window = await app.browserWindow(await app.firstWindow());
  await window.evaluate((browserWindow: BrowserWindow, size) => browserWindow.setContentSize(...size), [
    width,
    height,
  ] as const);
}

/** The page outlives a reload; an attribute on the old document shows when that document is gone. */
async function reload(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-old', ''));
  await runCommand(page, 'Developer: Reload Window');
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-old'));
}
