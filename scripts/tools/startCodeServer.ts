import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureCodeServer } from './codeServer.ts';
import { freePort, portInUse } from './ports.ts';
import { run, start, stop } from './processes.ts';
import { vscodeEnvironment } from './vscodeEnvironment.ts';

export interface CodeServerOptions {
  readonly workspace: string;
  /** The user's settings and state; see `writeSettings`. */
  readonly userDataDir: string;
  /** The extensions that `installExtension` installed. */
  readonly extensionsDir: string;
  /** Added to this process's environment, for example API keys for the extension host. */
  readonly env?: NodeJS.ProcessEnv;
  /** A free port by default. */
  readonly port?: number;
  /** Whether VS Code trusts the workspace without asking; true by default. */
  readonly trusted?: boolean;
}

export interface CodeServer {
  /** The address that opens the workspace. */
  readonly url: string;
  readonly process: ChildProcess;
  /** The server's terminal output so far. */
  log(): string;
  /** `kill`: at once, without a chance to save anything. */
  stop(options?: { readonly kill?: boolean }): Promise<void>;
}

/** Starts code-server on the loopback interface. Resolves when it answers. Rejects if another server uses the port. */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const { entry } = await ensureCodeServer();
  const port = options.port ?? (await freePort());
  let log = '';
  const child = start(
    process.execPath,
    [
      entry,
      ...(await commonArguments(options)),
      ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      ...['--log', 'info', '--disable-telemetry', '--disable-update-check'],
      ...(options.trusted === false ? [] : ['--disable-workspace-trust']),
      ...['--disable-getting-started-override', '--ignore-last-opened'],
    ],
    { env: vscodeEnvironment(options.env), onOutput: (text) => (log += text) },
  );
  const origin = `http://127.0.0.1:${port}`;
  await waitForAnswer(origin, child, () => log);
  const url = `${origin}/?folder=${encodeURIComponent(options.workspace)}`;
  return { url, process: child, log: () => log, stop: ({ kill = false } = {}) => stop(child, kill ? 0 : undefined) };
}

/** Installs a VSIX (or an extension from the built-in gallery, by id) into an extensions folder. */
export async function installExtension(
  vsix: string,
  folders: Pick<CodeServerOptions, 'userDataDir' | 'extensionsDir'>,
): Promise<void> {
  const { entry } = await ensureCodeServer();
  const { code, output } = await run(
    process.execPath,
    [entry, ...(await commonArguments(folders)), '--force', '--install-extension', vsix],
    { env: vscodeEnvironment() },
  );
  if (code !== 0 || !/successfully installed/.test(output)) {
    throw new Error(`VS Code did not install ${vsix} (exit code ${code}):\n${output.trim()}`);
  }
}

/** Writes the user settings of a profile. */
export async function writeSettings(userDataDir: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const file = join(userDataDir, 'User', 'settings.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings, null, 2));
}

async function commonArguments(folders: Pick<CodeServerOptions, 'userDataDir' | 'extensionsDir'>): Promise<string[]> {
  await mkdir(folders.userDataDir, { recursive: true });
  await mkdir(folders.extensionsDir, { recursive: true });
  const config = join(folders.userDataDir, 'code-server.yaml');
  await writeFile(config, 'auth: none\n');
  return ['--config', config, '--user-data-dir', folders.userDataDir, '--extensions-dir', folders.extensionsDir];
}

/**
 * Waits for an answer and for the child's own message that it is listening, because another server may answer on the
 * port.
 */
async function waitForAnswer(
  origin: string,
  child: ChildProcess,
  log: () => string,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (log().includes('EADDRINUSE')) {
      await stop(child);
      throw new Error(portInUse(Number(new URL(origin).port)));
    }
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`code-server ended with ${child.exitCode ?? child.signalCode}:\n${log()}`);
    }
    if (log().includes(`server listening on ${origin}/`) && (await isHealthy(origin))) return;
    await delay(50);
  }
  await stop(child);
  throw new Error(`code-server did not answer on ${origin} within ${timeoutMs / 1000} s:\n${log()}`);
}

function isHealthy(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}
