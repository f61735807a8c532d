import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/**
 * The environment variable with the id of a run. A command's processes inherit the variable, so they are found even
 * outside the command's process tree and group, as with `setsid`. Not found: programs that clear their environment,
 * protected processes on macOS, and any process on Windows.
 */
export const RUN_VARIABLE = 'PREMOVE_RUN_ID';

export interface RunProcess {
  readonly pid: number;
  /** The id of the process group. */
  readonly group: number;
}

export function newRunId(): string {
  return randomBytes(12).toString('hex');
}

/** The living processes of a run, except this process. Empty on Windows. */
export async function processesOf(run: string): Promise<readonly RunProcess[]> {
  const entry = `${RUN_VARIABLE}=${run}`;
  const found = process.platform === 'linux' ? await searchProc(entry) : await searchPs(entry);
  return found.filter(({ pid }) => pid !== process.pid);
}

async function searchProc(entry: string): Promise<readonly RunProcess[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => readProcess(pid, entry)));
  return found.filter((each) => each !== undefined);
}

async function readProcess(pid: string, entry: string): Promise<RunProcess | undefined> {
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
    if (!environment.split('\0').includes(entry)) return undefined;
    // The program's name may contain any character. After it come state, parent and group.
    const [, , group] = (await readFile(`/proc/${pid}/stat`, 'latin1')).replace(/^.*\) /s, '').split(' ');
    return { pid: Number(pid), group: Number(group) };
  } catch {
    return undefined; // The process belongs to another user, or has ended.
  }
}

function searchPs(entry: string): Promise<readonly RunProcess[]> {
  if (process.platform === 'win32') return Promise.resolve([]);
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024 };
    execFile('ps', ['-A', '-E', '-ww', '-o', 'pid=,pgid=,command='], options, (_error, stdout) => {
      const lines = [...stdout.matchAll(/^[ \t]*(\d+)[ \t]+(\d+)[ \t](.*)$/gm)];
      const own = lines.filter(([, , , command = '']) => command.split(' ').includes(entry));
      resolve(own.map(([, pid, group]) => ({ pid: Number(pid), group: Number(group) })));
    });
  });
}
