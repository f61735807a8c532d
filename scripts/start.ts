/**
 * `npm start`: builds Premove and opens it in a VS Code of its own, on a fresh copy of the sample
 * project. The user's own VS Code, its settings and its extensions are left alone.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './steps/checks.ts';
import type { Step } from './steps/step.ts';
import { vsix, vsixFile } from './steps/vsix.ts';
import { cacheDir } from './tools/cache.mjs';
import { endCode, findCode, openInBrowser } from './tools/desktop.ts';
import { root } from './tools/paths.ts';
import { run, stopAllOnSignals } from './tools/processes.ts';
import { installExtension, startCodeServer, writeSettings } from './tools/startCodeServer.ts';
import { removeFolder, temporaryFolder } from './tools/workFolders.ts';

const USAGE = `npm start [-- options]

  --port <n>  port of the address, where VS Code runs in the browser; a free one unless given
  --web       VS Code in the browser although a desktop one is installed
  --no-open   do not open the browser, only print the address
  --keep      keep settings and state for the next \`npm start -- --keep\``;

const { values: options } = parseArgs({
  options: {
    port: { type: 'string' },
    web: { type: 'boolean' },
    open: { type: 'boolean', default: true },
    keep: { type: 'boolean' },
    help: { type: 'boolean' },
  },
  allowNegative: true,
});

if (options.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  const folder = options.keep ? join(cacheDir(), 'start') : temporaryFolder('start');
  const workspace = join(folder, 'greetings');
  const profile = { userDataDir: join(folder, 'user'), extensionsDir: join(folder, 'extensions') };
  const cleanUp = () => {
    endCode(profile.userDataDir);
    if (!options.keep) removeFolder(folder);
  };
  stopAllOnSignals(cleanUp);
  try {
    await orThrow(build);
    await orThrow(vsix);
    removeFolder(workspace);
    cpSync(join(root, 'sample'), workspace, { recursive: true });
    await writeSettings(profile.userDataDir, settings());
    const code = options.web ? undefined : await findCode(engine());
    if (code) await openDesktop(code, workspace, profile);
    else await openServer(workspace, profile);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  cleanUp();
}

/** Auto-save is off as on the desktop; the built-in chat would be a second one beside ours. */
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

function engine(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { vscode: string } };
  return manifest.engines.vscode;
}

interface Profile {
  readonly userDataDir: string;
  readonly extensionsDir: string;
}

/** Resolves when the window was closed. */
async function openDesktop(code: string, workspace: string, profile: Profile): Promise<void> {
  const folders = ['--user-data-dir', profile.userDataDir, '--extensions-dir', profile.extensionsDir];
  const installed = await run(code, [...folders, '--install-extension', vsixFile, '--force']);
  if (installed.code !== 0) throw new Error(`VS Code did not install Premove:\n${installed.output}`);
  console.log(
    '\nPremove is open in VS Code: click its icon in the activity bar. Close the window or press Ctrl-C to end.',
  );
  await run(code, [...folders, '--new-window', '--wait', workspace]);
}

/** Resolves when the server has ended, which it does not do by itself. */
async function openServer(workspace: string, profile: Profile): Promise<void> {
  await installExtension(vsixFile, profile);
  const port = options.port === undefined ? {} : { port: Number(options.port) };
  const server = await startCodeServer({ workspace, ...profile, ...port });
  console.log(`\nPremove is open at ${server.url}`);
  console.log('Click its icon in the activity bar. Press Ctrl-C to end.');
  if (options.open) openInBrowser(server.url);
  await new Promise((resolve) => server.process.on('exit', resolve));
}

async function orThrow(step: Step): Promise<void> {
  let output = '';
  const { failed } = await step.run((text) => (output += text));
  if (failed > 0) throw new Error(`The ${step.name} failed:\n${output.trim()}`);
}
