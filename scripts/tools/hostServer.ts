/**
 * Runs a test suite inside VS Code's extension host without a desktop. A headless browser opens VS Code's own server
 * with the two arguments that `@vscode/test-electron` would pass on the command line. Webviews do not load on this
 * server.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ensureCodeServer } from './codeServer.ts';
import type { Page } from 'playwright-core';
import type { HostResult, HostRun } from './hostRun.ts';
import { launchBrowser } from './launchBrowser.ts';
import { freePort } from './ports.ts';
import { start, stop } from './processes.ts';
import { vscodeEnvironment } from './vscodeEnvironment.ts';

/** Resolves with the result, even if the run hangs. */
export async function runOnServer(options: HostRun): Promise<HostResult> {
  await prepare(options);
  const port = await freePort();
  const lines: string[] = [];
  const server = await startServer(options, port, (text) => lines.push(text));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
      lines.push(`[${type}] ${args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ')}`),
    );
    const exit = awaitExit(page, options.timeoutMs);
    await page.goto(address(options, port));
    const exitCode = await exit;
    return { exitCode, log: lines.filter(isRelevant).join('\n') };
  } finally {
    await browser.close();
    await stop(server);
  }
}

/** The exit code that the page receives; `undefined` on a timeout or if the page crashes. */
function awaitExit(page: Page, timeoutMs: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    setTimeout(() => resolve(undefined), timeoutMs).unref();
    page.on('crash', () => resolve(undefined));
    page.exposeFunction('codeAutomationExit', (code: number) => resolve(code)).catch(reject);
  });
}

/**
 * Writes the settings, and copies the helper extensions into a new folder. If an extensions folder has no
 * `extensions.json`, the server treats each folder in it as an installed extension.
 */
async function prepare(options: HostRun): Promise<void> {
  const extensions = join(options.dataDir, 'extensions');
  const machine = join(options.dataDir, 'data', 'Machine');
  await mkdir(extensions, { recursive: true });
  await mkdir(machine, { recursive: true });
  await writeFile(join(machine, 'settings.json'), JSON.stringify(options.settings));
  for (const helper of options.helpers) await cp(helper, join(extensions, basename(helper)), { recursive: true });
}

async function startServer(options: HostRun, port: number, onOutput: (text: string) => void) {
  const { vscodeServer } = await ensureCodeServer();
  const flags = [
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
    ...['--enable-smoke-test-driver', '--accept-server-license-terms', '--disable-workspace-trust'],
    ...['--server-data-dir', options.dataDir, '--telemetry-level', 'off'],
  ];
  const server = start(process.execPath, [vscodeServer, ...flags], { env: vscodeEnvironment(options.env), onOutput });
  const deadline = Date.now() + 60_000;
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/version`).then(
      (response) => response.ok,
      () => false,
    );
  while (!(await isUp())) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error("VS Code's server did not start.");
    await delay(50);
  }
  return server;
}

/** Only one `extensionDevelopmentPath` is possible, because the page keeps the payload in a map. */
function address({ extension, suite, workspace }: HostRun, port: number): string {
  const remote = (path: string) => `vscode-remote://127.0.0.1:${port}${pathToFileURL(path).pathname}`;
  const payload = [
    ['extensionDevelopmentPath', remote(extension)],
    ['extensionTestsPath', remote(suite)],
  ];
  const query = new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) });
  return `http://127.0.0.1:${port}/?${query.toString()}`;
}

/** False for empty lines, and for lines that VS Code prints in every run, for example about missing native modules. */
function isRelevant(line: string): boolean {
  const noise =
    /bindings file|spdlog|native-watchdog|sqlite3|vsda|open-vsx|\[AgentHost|\[ChatModelSelection|RemoteAgentHost|AccountPolicy|socket \(|connection token|grace.time|Web UI|Service Worker/i;
  return line.trim() !== '' && !noise.test(line);
}
