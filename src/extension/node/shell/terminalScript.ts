import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import type { ShellRequest } from '../../ports/shell.ts';
import { RUN_VARIABLE } from './processRun.ts';
import type { ShellProgram } from './shellProgram.ts';

/** The variable of the terminal in which the folder of the scripts stands. */
export const RUNS_VARIABLE = 'PREMOVE_RUNS';

/** Milliseconds. */
const MAX_AGE = 24 * 60 * 60 * 1000;

export interface TerminalScriptOptions {
  /** Bash. */
  readonly program: ShellProgram;
  /** Of the extension's own, for as long as commands run. */
  readonly folder: string;
  /** Set for the command, whatever the user's start-up files say. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of variables that are taken away. */
  readonly removed: readonly string[];
}

/**
 * A command on its way through a terminal. What is typed there is one simple line, because shell integration falls
 * silent on others (microsoft/vscode#324392); the command itself stands in a script. The script tells by files who it is
 * and how it ended, and by two marks in its output where that begins and ends: what the terminal tells may be missing.
 */
export class TerminalScript {
  /** To be typed into the terminal. */
  readonly line: string;
  readonly beginMark: string;
  readonly endMark: string;
  /** By which all that the command starts is found. */
  readonly run: string;
  /** What the names of its files begin with. */
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

  /** The script's process, which leads the group of all it starts; undefined until it runs. */
  async pid(): Promise<number | undefined> {
    return this.number('pid');
  }

  /** Undefined until the command has ended, and where the script was ended as well. */
  async exitCode(): Promise<number | undefined> {
    return this.number('exit');
  }

  /** Sees to it that the script does nothing should it be started yet; false where it has been. */
  async giveUp(): Promise<boolean> {
    return rename(`${this.path}.ready`, `${this.path}.given-up`).then(
      () => true,
      () => false,
    );
  }

  async remove(): Promise<void> {
    const names = ['sh', 'ready', 'taken', 'given-up', 'pid', 'exit'];
    await Promise.all(names.map((name) => rm(`${this.path}.${name}`, { force: true })));
  }

  private async number(name: string): Promise<number | undefined> {
    const text = await readFile(`${this.path}.${name}`, 'utf8').catch(() => '');
    return /^\d+\n$/.test(text) ? Number(text) : undefined;
  }
}

/** Removes what a crash has left behind: no command runs for as long as these are old. */
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
    // Whoever moves it first decides: nobody waits for this any more where it is gone.
    'mv -- "$run.ready" "$run.taken" 2>/dev/null || exit 1',
    'echo "$$" > "$run.pid"',
    `unset \${!VSCODE_@} \${!ELECTRON_@} ${[RUNS_VARIABLE, ...removed].filter(isName).join(' ')}`,
    ...Object.entries({ ...variables, [RUN_VARIABLE]: run }).map(([name, value]) => `export ${name}=${quote(value)}`),
    `printf %s ${quote(beginMark)}`,
    // Nobody answers what it asks, as everywhere else.
    `cd -- ${quote(directory)} && ${shell} < /dev/null`,
    'code=$?',
    'echo "$code" > "$run.exit"',
    `printf %s ${quote(endMark)}`,
    'exit "$code"',
    '',
  ].join('\n');
}

/** A sequence that terminals do not know, and so do not show. */
function mark(id: string, name: string): string {
  return `\x1b]7739;${id};${name}\x07`;
}

/** For whoever looks at the terminal; it is an argument that nobody reads. */
function label(command: string): string {
  const [first = '', ...others] = command.trim().split('\n');
  const shown = first.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return others.length > 0 || shown.length > 120 ? `${shown.slice(0, 120)} …` : shown;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Bash has no variables by other names. */
function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}
