import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What the helper extension does: changes user settings, then runs a command by its id. */
export interface HelperRequest {
  readonly command?: string;
  /** Values of JSON; the command's arguments. */
  readonly args?: readonly unknown[];
  /** `null` resets a setting. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Helper {
  /** For the environment of the extension host. */
  readonly env: Readonly<Record<string, string>>;
  /** The result as far as JSON can hold it. Rejects with the error that VS Code gave. */
  ask(request: HelperRequest): Promise<unknown>;
  /** Resolves when the extension host that it runs in has ended; with false where that takes too long. */
  hasEnded(): Promise<boolean>;
  /** To be called before the extension host starts anew, so that nobody asks the old one. */
  forget(): Promise<void>;
}

/**
 * Puts the helper into a still empty extensions folder; VS Code takes over what it finds there when it
 * installs the first extension.
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
      if (answer.error !== undefined) throw new Error(`VS Code could not do it: ${answer.error}`);
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
  throw new Error('The helper extension has not started in VS Code.');
}
