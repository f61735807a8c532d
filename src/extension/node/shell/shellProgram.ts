import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Shell } from '../../ports/shell.ts';

export interface ShellProgram extends Pick<Shell, 'name' | 'dialect'> {
  /** An absolute path, or a name on the system's PATH. */
  readonly path: string;
}

/**
 * On POSIX, prefers Bash to the user's shell, because models write for Bash, and `shell/shellSafety.ts` judges commands
 * by Bash's grammar. Other shells may read a command differently: zsh runs code to expand `*(e:'…':)`. Profiles and
 * `.bashrc` are not read, because the inherited environment has their variables.
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

export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
}

export function toProgramStart(program: ShellProgram, command: string): ProgramStart {
  if (program.dialect === 'powershell') return { file: program.path, args: powerShellArguments(command) };
  const options = program.name === 'bash' ? ['--noprofile', '--norc'] : [];
  // With one pipe, lines of standard error keep their place in the output.
  return { file: '/bin/sh', args: ['-c', 'exec "$@" 2>&1', 'sh', program.path, ...options, '-c', command] };
}

function findPowerShell(env: Readonly<Record<string, string | undefined>>, exists: (path: string) => boolean) {
  const core = inPath('pwsh.exe', { PATH: env['PATH'] ?? env['Path'] }, ';').find((path) => exists(path));
  if (core !== undefined) return { name: 'PowerShell 7', dialect: 'powershell', path: core } as const;
  return { name: 'Windows PowerShell 5', dialect: 'powershell', path: 'powershell.exe' } as const;
}

/** Skips relative folders, so that a program in the current folder is never used as the shell. */
function inPath(name: string, env: Readonly<Record<string, string | undefined>>, separator: string): string[] {
  const folders = (env['PATH'] ?? '').split(separator).filter((folder) => /^(?:\/|[a-z]:[\\/])/i.test(folder));
  return folders.map((folder) => (separator === ';' ? `${folder.replace(/[\\/]$/, '')}\\${name}` : join(folder, name)));
}

/** Encoding preserves quotes. PowerShell would exit with 0 or 1, so the script passes the program's exit code on. */
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
