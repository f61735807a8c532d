import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A request to the helper extension: it changes user settings, then runs a command by its id. */
export interface HelperRequest {
  readonly command?: string;
  /** The command's arguments, as JSON values. */
  readonly args?: readonly unknown[];
  /** `null` resets a setting. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Helper {
  /** Variables that the extension host needs. */
  readonly env: Readonly<Record<string, string>>;
  /** The result as far as JSON can represent it. Rejects with VS Code's error. */
  ask(request: HelperRequest): Promise<unknown>;
  /** Resolves with true when the helper's extension host has ended, with false if that takes more than 10 s. */
  hasEnded(): Promise<boolean>;
  /** Call this before the extension host restarts, so that no request reaches the old extension host. */
  forget(): Promise<void>;
}

/**
 * Copies the helper into an extensions folder that is still empty. When VS Code installs the first extension, it also
 * registers the extensions that are already in the folder.
 */
export async function addHelper(folder: string, extensionsDir: string): Promise<Helper> {
  const portFile = join(folder, 'helper-port');
  await cp(join(import.meta.dirname, 'helper'), join(extensionsDir, 'premove-tests.helper-0.0.1'), { recursive: true });
  return {
    env: { PREMOVE_TEST_HELPER: portFile },
    ask: async (request) => {
      const port = await readPort(portFile);
      const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(request) });
      const answer = (await response.json()) as { result?: unknown; error?: string };
      if (answer.error !== undefined) throw new Error(`The command failed in VS Code: ${answer.error}`);
      return answer.result;
    },
    hasEnded: async () => {
      const port = await readPort(portFile);
      for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(25)) {
        if (!(await isOpen(Number(port)))) return true;
      }
      return false;
    },
    forget: () => rm(portFile, { force: true }),
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });
}

async function readPort(file: string): Promise<string> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(50)) {
    const port = existsSync(file) ? await readFile(file, 'utf8') : '';
    if (port) return port;
  }
  throw new Error('The helper extension did not start in VS Code.');
}
