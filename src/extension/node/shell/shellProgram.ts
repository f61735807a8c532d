import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Shell } from '../../ports/shell.ts';

/** What reads the commands on this machine. */
export interface ShellProgram extends Pick<Shell, 'name' | 'dialect'> {
  /** An absolute path, or a name that the system finds. */
  readonly path: string;
}

/**
 * Finds the shell. On POSIX it is Bash wherever there is one, also for users of another shell: models write for it, and
 * `shell/shellSafety.ts` judges commands by its grammar, which zsh reads differently (`*(e:'…':)` runs a program there).
 * What a user's profile exports is in the environment whatever the shell; no start-up file is read.
 */
export function findShellProgram(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  exists: (path: string) => boolean = existsSync,
): ShellProgram {
  if (platform === 'win32') return findPowerShell(env, exists);
  const candidates = [
    ...(env['SHELL'] && basename(env['SHELL']) === 'bash' ? [env['SHELL']] : []),
    '/bin/bash',
    '/usr/bin/bash',
    ...inPath('bash', env, delimiter),
  ];
  const bash = candidates.find((path) => path.startsWith('/') && exists(path));
  return { name: bash ? 'bash' : 'sh', dialect: 'posix', path: bash ?? '/bin/sh' };
}

/** How a program is started that runs a command. */
export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
}

export function toProgramStart(program: ShellProgram, command: string): ProgramStart {
  if (program.dialect === 'powershell') return { file: program.path, args: powerShellArguments(command) };
  const options = program.name === 'bash' ? ['--noprofile', '--norc'] : [];
  // Errors go down the same pipe, so that they stand where they belong among the rest.
  return { file: '/bin/sh', args: ['-c', 'exec "$@" 2>&1', 'sh', program.path, ...options, '-c', command] };
}

function findPowerShell(env: Readonly<Record<string, string | undefined>>, exists: (path: string) => boolean) {
  const core = inPath('pwsh.exe', { PATH: env['PATH'] ?? env['Path'] }, ';').find((path) => exists(path));
  if (core !== undefined) return { name: 'PowerShell 7', dialect: 'powershell', path: core } as const;
  return { name: 'Windows PowerShell 5', dialect: 'powershell', path: 'powershell.exe' } as const;
}

/** Only absolute folders: a command must not run a program that a repository has put where it runs. */
function inPath(name: string, env: Readonly<Record<string, string | undefined>>, separator: string): string[] {
  const folders = (env['PATH'] ?? '').split(separator).filter((folder) => /^(?:\/|[a-z]:[\\/])/i.test(folder));
  return folders.map((folder) => (separator === ';' ? `${folder.replace(/[\\/]$/, '')}\\${name}` : join(folder, name)));
}

/**
 * The command travels encoded, because quotes survive no other way. PowerShell ends with 0 or 1 whatever a program in
 * it said, so the program's own code is passed on.
 */
function powerShellArguments(command: string): string[] {
  const script = [
    '[Console]::OutputEncoding = [Text.UTF8Encoding]::new($false)',
    '$OutputEncoding = [Console]::OutputEncoding',
    "$ProgressPreference = 'SilentlyContinue'",
    command,
    'if ($?) { exit 0 } elseif ($LASTEXITCODE) { exit $LASTEXITCODE } else { exit 1 }',
  ].join('\n');
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return [
    '-NoLogo',
    '-NoProfile',
    '-NonInteractive',
    '-ExecutionPolicy',
    'Bypass',
    '-OutputFormat',
    'Text',
    '-EncodedCommand',
    encoded,
  ];
}
