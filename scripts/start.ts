/**
 * `npm start`: builds Premove and opens it in a separate VS Code, on a fresh copy of the sample project. Does not
 * change the user's own VS Code, its settings or its extensions.
 */
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { readStartOptions, USAGE } from './startOptions.ts';
import { build } from './steps/checks.ts';
import { runOrThrow } from './steps/step.ts';
import { vsix, vsixFile } from './steps/vsix.ts';
import { cacheDir } from './tools/cache.mjs';
import { endCodeWithRun, findCode, openInBrowser } from './tools/desktop.ts';
import { desktopCommand } from './tools/desktopVscode.ts';
import { exitWithUsage } from './tools/options.ts';
import { engine, root } from './tools/paths.ts';
import { portProblem } from './tools/ports.ts';
import { run, temporaryFolder } from './tools/processes.ts';
import { installExtension, startCodeServer, writeSettings } from './tools/startCodeServer.ts';
import { removeFolder } from './tools/supervision.mjs';

const read = readStartOptions(process.argv.slice(2));
if (read.kind === 'mistake') exitWithUsage(read, USAGE);
const options = read;

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  const folder = options.keep ? join(cacheDir(), 'start') : temporaryFolder();
  const workspace = join(folder, 'greetings');
  const profile = { userDataDir: join(folder, 'user'), extensionsDir: join(folder, 'extensions') };
  try {
    if (options.web && process.platform === 'win32') throw new Error('VS Code in the browser does not run on Windows.');
    const code = options.web ? undefined : ((await findCode(engine())) ?? (await desktopCommand()));
    if (!code) await requirePort();
    await runOrThrow(build);
    await runOrThrow(vsix);
    removeFolder(workspace);
    cpSync(join(root, 'sample'), workspace, { recursive: true });
    addOpener(profile.extensionsDir);
    await writeSettings(profile.userDataDir, settings());
    if (code) await openDesktop(code, workspace, profile);
    else await openServer(workspace, profile);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function requirePort(): Promise<void> {
  const problem = options.port === undefined ? undefined : await portProblem(options.port);
  if (!problem) return;
  throw new Error(`${problem} Choose another port (npm start -- --port <n>), or omit --port to use any free port.`);
}

/** Must run before the first installation, in which VS Code also registers the extensions already in the folder. */
function addOpener(extensionsDir: string): void {
  if (existsSync(extensionsDir)) return;
  const opener = join(import.meta.dirname, 'start', 'opener');
  cpSync(opener, join(extensionsDir, 'premove-start.opener-0.0.1'), { recursive: true });
}

/** Auto-save is off, as on the desktop. The built-in chat is off, because it would appear beside Premove's. */
function settings(): Record<string, unknown> {
  return {
    ...(process.env.ANTHROPIC_API_KEY ? {} : { 'premove.model': 'tour/tour' }),
    'premove.enableSpeculation': true,
    'premove.approvalMode': 'auto-edit',
    'chat.disableAIFeatures': true,
    'files.autoSave': 'off',
    'workbench.startupEditor': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'security.workspace.trust.enabled': false,
  };
}

interface Profile {
  readonly userDataDir: string;
  readonly extensionsDir: string;
}

/** Resolves when the window is closed. */
async function openDesktop(code: string, workspace: string, profile: Profile): Promise<void> {
  const folders = ['--user-data-dir', profile.userDataDir, '--extensions-dir', profile.extensionsDir];
  const installed = await run(code, [...folders, '--install-extension', vsixFile, '--force']);
  if (installed.code !== 0) throw new Error(`VS Code did not install Premove:\n${installed.output}`);
  console.log('\nPremove is open in VS Code. Close the window or press Ctrl-C to end.');
  void endCodeWithRun(profile.userDataDir);
  await run(code, [...folders, '--new-window', '--wait', workspace]);
}

/** Never resolves. Rejects if the server cannot be started, or ends by itself. */
async function openServer(workspace: string, profile: Profile): Promise<void> {
  await installExtension(vsixFile, profile);
  const port = options.port === undefined ? {} : { port: options.port };
  const server = await startCodeServer({ workspace, ...profile, ...port });
  console.log(`\nPremove is open at ${server.url}`);
  console.log('Press Ctrl-C to end.');
  if (options.open) openInBrowser(server.url);
  const [code] = (await once(server.process, 'exit')) as [number | null];
  throw new Error(`VS Code has ended (exit code ${code}):\n${server.log().trim().split('\n').slice(-20).join('\n')}`);
}
