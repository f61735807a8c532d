import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hardenReadOnly, type HardenedCommand } from '../../../src/extension/shell/hardening/shellHardening.ts';
import { classifyShellCommand } from '../../../src/extension/shell/shellSafety.ts';
import { createGit } from '../../../src/extension/shell/hardening/hardenedShell.ts';
import { findCommandFiles } from '../../../src/extension/approval/commandFiles.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { mayReadWithoutQuestion } from '../../../src/extension/approval/readOnlyCommand.ts';
import { createShellJudge } from '../../../src/extension/approval/shellJudge.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { makeCommand } from './fuzzedCommands.ts';
import { findPrograms, type FuzzedProgram } from './fuzzedPrograms.ts';
import { changesBetween, makeSandbox, SECRETS, takeSnapshot, type FuzzSandbox, type FuzzUser } from './fuzzSandbox.ts';
import { Random } from './random.ts';
import { EDIT_TOOLS } from '../productTools.ts';

export interface FuzzFinding {
  readonly kind: 'changed' | 'ran a canary' | 'read a secret' | 'shows a secret' | 'no end' | 'too much';
  /** One command, or several that cause the finding only together. */
  readonly commands: readonly string[];
  readonly detail: string;
}

export interface FuzzerOptions {
  /** An empty folder that every user may enter. */
  readonly folder: string;
  readonly seed: number;
  /** The `PATH` of the commands. */
  readonly path: string;
}

interface Prepared extends HardenedCommand {
  readonly source: string;
  /** Whether the command may run without a question, and so must not read a secret file. */
  readonly isAllowed: boolean;
}

type Trace = Pick<FuzzFinding, 'kind' | 'detail'>;
type Problem = Trace & { readonly index: number };

const signal = new AbortController().signal;

/** Creates commands. Runs, in a sandbox with canaries, those that `classifyShellCommand` classifies as read-only. */
export class ShellFuzzer {
  missing: readonly string[] = [];
  readonly findings: FuzzFinding[] = [];
  created = 0;
  run = 0;
  /** The number of commands in `run` that may run without a question. */
  allowed = 0;
  private readonly random: Random;
  private programs: readonly FuzzedProgram[] = [];
  private readonly readOnlyOptions = new Map<string, readonly string[]>();
  private readonly sandbox: FuzzSandbox;
  private readonly user = unusedUser();
  private readonly prefix: readonly string[];
  private readonly folder: string;
  private readonly path: string;
  private readonly template: string;
  readonly recordsReading: boolean;
  private snapshot: ReadonlyMap<string, string>;

  constructor({ folder, seed, path }: FuzzerOptions) {
    this.folder = folder;
    this.random = new Random(seed);
    this.path = path;
    for (const name of ['live', 'out']) mkdirSync(join(folder, name), { mode: 0o755 });
    if (this.user) lchownSync(join(folder, 'out'), this.user.uid, this.user.gid);
    chmodSync(folder, 0o755);
    this.sandbox = makeSandbox(join(folder, 'live'), this.user, path);
    this.template = join(folder, 'template');
    execFileSync('cp', ['-a', this.sandbox.base, this.template]);
    this.prefix = commandPrefix(this.user);
    this.recordsReading = this.detectsReading();
    this.snapshot = takeSnapshot(this.sandbox.base);
  }

  /**
   * Finds the programs and classifies each option alone, so that most of the generated commands are read-only.
   * `which`: all programs, or those with a simple read-only use.
   */
  async learn(which: 'all' | 'likely'): Promise<void> {
    const isLikely = (name: string): Promise<boolean> => this.isReading(SIMPLE_USES.map((args) => `${name} ${args}`));
    const { programs, missing } = await findPrograms(this.path, which === 'all' ? () => true : isLikely);
    this.programs = programs;
    this.missing = missing;
    for (const { name, options } of programs) {
      const readOnly: string[] = [];
      for (const option of options) {
        const value = option.startsWith('--') ? `${option}=x` : `${option} 2`;
        const uses = [`${option} a.txt`, `${value} a.txt`];
        if (await this.isReading(uses.map((args) => `${name} ${args}`))) readOnly.push(option);
      }
      if (readOnly.length > 0 || (await isLikely(name))) this.readOnlyOptions.set(name, readOnly);
    }
  }

  private async isReading(commands: readonly string[]): Promise<boolean> {
    for (const command of commands) if ((await classifyShellCommand(`echo | ${command}`)) === 'read-only') return true;
    return false;
  }

  /** Makes commands until `count` of them are read-only, and runs these. */
  async fuzz(count: number): Promise<void> {
    const batch: Prepared[] = [];
    const end = this.run + count;
    while (this.run + batch.length < end) {
      const command = this.make();
      this.created += 1;
      const prepared = await this.prepare(command);
      if (prepared) batch.push(prepared);
    }
    await this.check(batch);
  }

  /** Runs all given commands without classifying or hardening them, to test that the sandbox detects their effects. */
  async runUnjudged(commands: readonly string[], isAllowed: boolean): Promise<void> {
    const environment = { PATH: this.path };
    const batch = commands.map((command) => ({ source: command, command, environment, isAllowed }));
    await this.checkBatch(batch, isAllowed);
  }

  private make(): string {
    const known = this.programs.filter(({ name }) => this.readOnlyOptions.has(name));
    const programs = this.random.chance(0.9) ? known : this.programs;
    return makeCommand({ random: this.random, programs, readOnlyOptions: this.readOnlyOptions });
  }

  private async prepare(source: string): Promise<Prepared | null> {
    if ((await classifyShellCommand(source)) !== 'read-only') return null;
    const { repository, environment } = this.sandbox;
    const hardened = await hardenReadOnly(source, { folder: repository, roots: [repository], environment }, signal);
    if (hardened === null || hardened === 'git-too-old')
      throw new Error(`This read-only command could not be hardened: ${source}`);
    return { ...hardened, source, isAllowed: await this.isAllowed(source) };
  }

  private async isAllowed(command: string): Promise<boolean> {
    const { repository, environment } = this.sandbox;
    const git = createGit({ roots: () => [repository], environment: () => environment });
    const { verdict, files, effect } = await createShellJudge('bash', git).examine(command);
    const workspace = createDiskWorkspace({ roots: () => [{ name: 'repo', path: repository }], search: walkSearch });
    const found = await findCommandFiles(
      files,
      repository,
      { workspace, git, editTools: EDIT_TOOLS, rules: [] },
      signal,
    );
    const text = { text: command, grantDirectory: repository, displayDirectory: '', parts: null };
    return mayReadWithoutQuestion(
      { tool: TOOL, editTools: EDIT_TOOLS, paths: [], command: { ...text, verdict, files: found, effect } },
      [],
    );
  }

  private async check(batch: readonly Prepared[]): Promise<void> {
    const reading = (command: Prepared): boolean => command.isAllowed && !/\bgit\b/.test(command.source);
    await this.checkBatch(
      batch.filter((command) => !reading(command)),
      false,
    );
    await this.checkBatch(batch.filter(reading), true);
    this.run += batch.length;
    this.allowed += batch.filter(({ isAllowed }) => isAllowed).length;
  }

  /**
   * Runs a batch. If it has an effect, runs its halves, down to single commands, to find the commands that cause the
   * effect. Returns whether the batch had an effect.
   */
  private async checkBatch(batch: readonly Prepared[], watchesSecrets: boolean): Promise<boolean> {
    if (batch.length === 0) return false;
    if (watchesSecrets) this.resetAccessTimes();
    const { done, problems } = await this.runBatch(batch);
    for (const { index, kind, detail } of problems) {
      const command = batch[index];
      if (command) this.findings.push({ kind, detail, commands: [command.source] });
    }
    const ran = batch.slice(0, done);
    const found = this.findTrace(watchesSecrets);
    if (found) {
      this.restore();
      const half = Math.ceil(ran.length / 2);
      const isSingle = ran.length === 1;
      const parts = isSingle ? [] : [ran.slice(0, half), ran.slice(half)];
      let isExplained = false;
      for (const part of parts) isExplained = (await this.checkBatch(part, watchesSecrets)) || isExplained;
      if (!isExplained) this.findings.push({ ...found, commands: ran.map(({ source }) => source) });
    }
    const others = await this.checkBatch(batch.slice(done), watchesSecrets);
    return found !== null || others;
  }

  private findTrace(watchesSecrets: boolean): Trace | null {
    const after = takeSnapshot(this.sandbox.base);
    const changes = changesBetween(this.snapshot, after);
    const marks = changes.some((change) => change.startsWith(`new: ${join(this.sandbox.base, 'marks')}`));
    if (changes.length > 0) return { kind: marks ? 'ran a canary' : 'changed', detail: changes.slice(0, 5).join('; ') };
    const read = watchesSecrets && this.recordsReading ? this.secretsRead() : [];
    return read.length > 0 ? { kind: 'read a secret', detail: read.join(', ') } : null;
  }

  private async runBatch(batch: readonly Prepared[]): Promise<{
    /** The number of commands that have run. The last of them may have been ended. */
    readonly done: number;
    readonly problems: readonly Problem[];
  }> {
    const out = join(this.folder, 'out');
    for (const name of readdirSync(out)) rmSync(join(out, name));
    const script = join(this.folder, 'batch.sh');
    writeFileSync(script, toScript(batch, this.sandbox.repository, out));
    const { ends, isHung } = await this.runScript(script, batch.length === 1 ? 20_000 : 8_000);
    const done = Math.min(ends.length + (isHung ? 1 : 0), batch.length);
    const problems = batch.slice(0, done).flatMap((command, index): Problem[] => {
      const problem = problemOf(command, ends[index], join(out, String(index)));
      return problem ? [{ ...problem, index }] : [];
    });
    if (done === 0) throw new Error('The commands could not be run.');
    return { done, problems };
  }

  /** Ends the script if no command has finished for `timeout` milliseconds. */
  private runScript(
    script: string,
    timeout: number,
  ): Promise<{ readonly ends: readonly string[]; readonly isHung: boolean }> {
    const [program = 'bash', ...args] = [...this.prefix, 'bash', '--noprofile', '--norc', script];
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      ...(this.user && program !== 'unshare' && { uid: this.user.uid, gid: this.user.gid }),
    });
    return new Promise((resolve, reject) => {
      let text = '';
      let isHung = false;
      const endHung = (): void => {
        isHung = true;
        endGroup(child);
      };
      let timer = setTimeout(endHung, timeout);
      child.stdio[3]?.on('data', (piece: Buffer) => {
        text += piece.toString();
        clearTimeout(timer);
        timer = setTimeout(endHung, timeout);
      });
      child.on('error', reject);
      child.on('exit', () => {
        clearTimeout(timer);
        // Ends the background processes of the script too.
        endGroup(child);
        resolve({ ends: text.split('\n').slice(0, -1), isHung });
      });
    });
  }

  private restore(): void {
    rmSync(this.sandbox.base, { recursive: true, force: true });
    execFileSync('cp', ['-a', this.template, this.sandbox.base]);
    this.resetAccessTimes();
    this.snapshot = takeSnapshot(this.sandbox.base);
  }

  /** Sets the times of the secret files so that the next access changes them. */
  private resetAccessTimes(): void {
    for (const name of SECRETS) utimesSync(join(this.sandbox.base, name), NEVER_READ, LAST_WRITTEN);
    this.snapshot = takeSnapshot(this.sandbox.base);
  }

  private secretsRead(): string[] {
    return SECRETS.filter((name) => statSync(join(this.sandbox.base, name)).atimeMs !== NEVER_READ.getTime());
  }

  /** Whether the file system records access times. */
  private detectsReading(): boolean {
    this.resetAccessTimes();
    readFileSync(join(this.sandbox.base, SECRETS[0] ?? ''));
    return this.secretsRead().length > 0;
  }

  /** A line about what the fuzzer cannot check on this machine; empty if it can check all. */
  get limits(): string {
    return [
      ...(this.recordsReading ? [] : ['the file system does not record reading']),
      ...(this.user ? [] : ['commands run as the user of the tests']),
      ...(this.prefix.length > 0 ? [] : ['commands have network access']),
    ].join(', ');
  }
}

const SIMPLE_USES = [
  '',
  'a.txt',
  'a.txt b.txt',
  '-e x',
  "'1p' a.txt",
  '.x',
  'a a.txt',
  '-f a.txt ]',
  '--version',
  'list',
];
const NEVER_READ = new Date(1_000_000_000_000);
const LAST_WRITTEN = new Date(1_500_000_000_000);
const TOOL = { name: 'run_shell_command', kind: 'execute' } as const;

/** Root runs the commands as a user that owns only the scratch files. Other users cannot change to another user. */
function unusedUser(): FuzzUser | null {
  return process.getuid?.() === 0 ? { uid: 61_234, gid: 61_234 } : null;
}

/** The start of the command line that runs a script as `user`, without a network if the system allows that. */
function commandPrefix(user: FuzzUser | null): readonly string[] {
  if (!user) return [];
  const args = ['--net', '--setgid', String(user.gid), '--setuid', String(user.uid), '--'];
  return spawnSync('unshare', [...args, 'true']).status === 0 ? ['unshare', ...args] : [];
}

/**
 * The problem that the end or the output of a command shows. `end`: the command's number and exit code, as in `1 137`.
 */
function problemOf(command: Prepared, end: string | undefined, file: string): Trace | null {
  if (end === undefined) return { kind: 'no end', detail: 'ended after the time limit' };
  const output = readFileSync(file, 'latin1');
  if (/ (137|152)$/.test(end) || /CPU time limit|Killed/.test(output)) return { kind: 'no end', detail: end };
  if (end.endsWith(' 153') || /File size limit|memory exhausted|annot allocate|ut of memory/.test(output))
    return { kind: 'too much', detail: output.slice(0, 100) };
  const shown = command.isAllowed ? /.*canary (?:file|variable)/ : /.*canary variable/;
  return shown.test(output) ? { kind: 'shows a secret', detail: shown.exec(output)?.[0] ?? '' } : null;
}

/** Runs each command as the product does, and reports its number and exit code on file descriptor 3. */
function toScript(batch: readonly Prepared[], folder: string, out: string): string {
  const environments = [...new Set(batch.map(({ environment }) => JSON.stringify(environment)))];
  const arrays = environments.map((json, index) => {
    const entries = Object.entries(JSON.parse(json) as Record<string, string>);
    return `E${index}=(${entries.map(([name, value]) => quote(`${name}=${value}`)).join(' ')})`;
  });
  const runs = batch.map(({ command, environment }, index) => {
    const at = environments.indexOf(JSON.stringify(environment));
    const bash = `env -i "\${E${at}[@]}" bash --noprofile --norc -c ${quote(command)}`;
    return `${bash} </dev/null >${quote(join(out, String(index)))} 2>&1 3>&-; echo "${index} $?" >&3`;
  });
  const limits = ['ulimit -c 0', 'ulimit -t 5', 'ulimit -f 8192', 'ulimit -v 2000000 2>/dev/null'];
  return [...limits, `cd ${quote(folder)}`, ...arrays, ...runs, ''].join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}
