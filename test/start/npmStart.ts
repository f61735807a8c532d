import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/tools/paths.ts';

export interface NpmStart {
  /** npm itself, in its own process group, as in a terminal. */
  readonly npm: ChildProcess;
  /** Resolves with npm's exit code, or with the signal's name if a signal has ended npm. */
  readonly ended: Promise<number | NodeJS.Signals>;
  output(): string;
  /** Process ids of npm and of each descendant that this or an earlier call found, including ended processes. */
  processes(): readonly number[];
  /** The processes that `processes` has found and that still run. */
  alive(): readonly number[];
  /** Names of Premove's folders in `temporary`. */
  folders(): Promise<readonly string[]>;
  /** The folder for temporary files, used by this run only. */
  readonly temporary: string;
  /** Ends the remaining processes and removes the temporary folder. */
  close(): Promise<void>;
}

/**
 * Runs `npm start -- <args>` in the checkout, without the developer's API keys and the variables of Vitest and an outer
 * npm. Keeps npm's registry, cache and user config.
 */
export async function npmStart(...args: string[]): Promise<NpmStart> {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'pm-')));
  const npm = spawn('npm', ['start', '--', ...args], {
    cwd: root,
    detached: process.platform !== 'win32',
    // Windows can start npm.cmd only through a shell.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), TMPDIR: temporary, TEMP: temporary, TMP: temporary },
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const known = new Set<number>(npm.pid === undefined ? [] : [npm.pid]);
  const processes = () => {
    const table = [...processTable()];
    for (let before = -1; before < known.size;) {
      before = known.size;
      for (const [pid, parent] of table) if (known.has(parent)) known.add(pid);
    }
    return [...known];
  };
  const alive = () => {
    const table = processTable();
    return [...known].filter((pid) => table.has(pid));
  };
  return {
    npm,
    ended: new Promise((resolve) => npm.on('close', (code, signal) => resolve(code ?? signal ?? -1))),
    output: () => output,
    processes,
    alive,
    folders: async () => (await readdir(temporary)).filter((name) => name.startsWith('premove-')),
    temporary,
    close: async () => {
      for (const pid of alive()) process.kill(pid, 'SIGKILL');
      await rm(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const isKept = (name: string) =>
    !/_API_KEY$|^npm_(?!config_(registry|cache|userconfig)$)|^VITEST|^NODE_ENV$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name)));
}

/** The parent of every process, without zombies. */
function processTable(): Map<number, number> {
  const lines = listProcesses().trim().split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const running = rows.filter(([, , state]) => !state?.startsWith('Z'));
  return new Map(running.map(([pid, parent]) => [Number(pid), Number(parent)]));
}

/** One line per process: its id, its parent's id and, except on Windows, its state. */
function listProcesses(): string {
  if (process.platform !== 'win32') return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  const list = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId)" }';
  return execFileSync('powershell.exe', ['-NoProfile', '-Command', list], { encoding: 'utf8' });
}
