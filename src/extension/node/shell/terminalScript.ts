import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import type { ShellRequest } from '../../ports/shell.ts';
import { RUN_VARIABLE } from './processRun.ts';
import type { ShellProgram } from './shellProgram.ts';

/** The terminal's environment variable with the folder of the scripts. */
export const RUNS_VARIABLE = 'PREMOVE_RUNS';

/** Milliseconds. */
const MAX_AGE = 24 * 60 * 60 * 1000;

export interface TerminalScriptOptions {
  /** Must be Bash. */
  readonly program: ShellProgram;
  /** A folder of the extension. A script's files are removed after its command. */
  readonly folder: string;
  /** Variables for the command, which override the user's start-up files. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of variables that the command must not have. */
  readonly removed: readonly string[];
}

/**
 * Runs a command in a terminal through a script file, because shell integration reports a typed line only if the line
 * is simple (microsoft/vscode#324392). The script writes its process id and exit code to files, and prints marks around
 * the output, because the terminal's own reports may be missing.
 */
export class TerminalScript {
  /** The line to type into the terminal. */
  readonly line: string;
  readonly beginMark: string;
  readonly endMark: string;
  /** See `RUN_VARIABLE`. */
  readonly run: string;
  /** The path of the script's files without their endings. */
  private readonly path: string;

  private constructor(options: TerminalScriptOptions, id: string, command: string) {
    this.path = join(options.folder, id);
    this.beginMark = mark(id, 'begin');
    this.endMark = mark(id, 'end');
    this.run = id;
    this.line = `${quote(options.program.path)} --noprofile --norc "$${RUNS_VARIABLE}/${id}.sh" ${quote(label(command))}`;
  }

  static async write(
    { command, directory }: Pick<ShellRequest, 'command' | 'directory'>,
    options: TerminalScriptOptions,
  ): Promise<TerminalScript> {
    const id = randomBytes(6).toString('hex');
    const script = new TerminalScript(options, id, command);
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    await writeFile(`${script.path}.sh`, toText({ command, directory }, options, script, script.path), {
      flag: 'wx',
      mode: 0o600,
    });
    await writeFile(`${script.path}.ready`, '', { flag: 'wx', mode: 0o600 });
    return script;
  }

  /** The id of the script's process, which leads the group of its processes. Undefined until the script runs. */
  async pid(): Promise<number | undefined> {
    return this.readNumber('pid');
  }

  /** Undefined before the command has ended, and if the script itself was killed. */
  async exitCode(): Promise<number | undefined> {
    return this.readNumber('exit');
  }

  /** Makes the script do nothing if it is started later; false if it has already started. */
  async cancelStart(): Promise<boolean> {
    return rename(`${this.path}.ready`, `${this.path}.given-up`).then(
      () => true,
      () => false,
    );
  }

  async remove(): Promise<void> {
    const names = ['sh', 'ready', 'taken', 'given-up', 'pid', 'exit'];
    await Promise.all(names.map((name) => rm(`${this.path}.${name}`, { force: true })));
  }

  private async readNumber(name: string): Promise<number | undefined> {
    const text = await readFile(`${this.path}.${name}`, 'utf8').catch(() => '');
    return /^\d+\n$/.test(text) ? Number(text) : undefined;
  }
}

/**
 * Removes files older than `MAX_AGE`, which a crash has left. A command that runs longer continues without its files,
 * because Bash keeps the script open.
 */
export async function removeOldScripts(folder: string, clock: Clock): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => undefined);
    if (found && clock.now() - found.mtimeMs > MAX_AGE) await rm(path, { force: true });
  }
}

function toText(
  { command, directory }: Pick<ShellRequest, 'command' | 'directory'>,
  { program, variables, removed }: TerminalScriptOptions,
  { beginMark, endMark, run }: TerminalScript,
  path: string,
): string {
  const shell = `${quote(program.path)} --noprofile --norc -c ${quote(command)}`;
  return [
    `run=${quote(path)}`,
    // This move races with `cancelStart`: if the file is gone, the run was cancelled.
    'mv -- "$run.ready" "$run.taken" 2>/dev/null || exit 1',
    'echo "$$" > "$run.pid"',
    `unset \${!VSCODE_@} \${!ELECTRON_@} ${[RUNS_VARIABLE, ...removed].filter(isName).join(' ')}`,
    ...Object.entries({ ...variables, [RUN_VARIABLE]: run }).map(([name, value]) => `export ${name}=${quote(value)}`),
    `printf %s ${quote(beginMark)}`,
    `cd -- ${quote(directory)} && ${shell} < /dev/null`,
    'code=$?',
    'echo "$code" > "$run.exit"',
    `printf %s ${quote(endMark)}`,
    'exit "$code"',
    '',
  ].join('\n');
}

/** An escape sequence that terminals ignore. */
function mark(id: string, name: string): string {
  return `\x1b]7739;${id};${name}\x07`;
}

/** An unused argument that shows the command in the terminal. */
function label(command: string): string {
  const [first = '', ...others] = command.trim().split('\n');
  const shown = first.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return others.length > 0 || shown.length > 120 ? `${shown.slice(0, 120)} …` : shown;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}
