import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/tools/paths.ts';

export interface NpmStart {
  /** npm itself, in a process group of its own as under a terminal. */
  readonly npm: ChildProcess;
  /** Resolves with npm's exit code, or 128 and the signal's name when a signal ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  output(): string;
  /** Everything npm has started, itself included; stays known when a parent in between is gone. */
  processes(): readonly number[];
  /** Those of `processes()` that still run. */
  alive(): readonly number[];
  /** Names of our folders in the folder for temporary files, which is this run's own. */
  folders(): Promise<readonly string[]>;
  readonly temporary: string;
  /** Ends what a failed test has left. */
  close(): Promise<void>;
}

/** Runs `npm start -- <args>` in the checkout, without the developer's keys and settings of an outer npm. */
export async function npmStart(...args: string[]): Promise<NpmStart> {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'pm-')));
  const npm = spawn('npm', ['start', '--', ...args], {
    cwd: root,
    detached: process.platform !== 'win32',
    // Windows starts npm.cmd through a shell only.
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
  const isOurs = (name: string) =>
    !/_API_KEY$|^npm_(?!config_(registry|cache|userconfig)$)|^VITEST|^NODE_ENV$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOurs(name)));
}

/** The parent of every process; what has ended and only waits to be collected is left out. */
function processTable(): Map<number, number> {
  const lines = listProcesses().trim().split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const running = rows.filter(([, , state]) => !state?.startsWith('Z'));
  return new Map(running.map(([pid, parent]) => [Number(pid), Number(parent)]));
}

/** Lines of process id, parent's id and, but for Windows, state. */
function listProcesses(): string {
  if (process.platform !== 'win32') return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  const list = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId)" }';
  return execFileSync('powershell.exe', ['-NoProfile', '-Command', list], { encoding: 'utf8' });
}
