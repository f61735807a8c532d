import { describe, expect, test } from 'vitest';
import { shellEnvironment, terminalVariables } from '../../../../src/extension/node/shell/shellEnvironment.ts';
import { findShellProgram, toProgramStart } from '../../../../src/extension/node/shell/shellProgram.ts';

describe('the environment of commands', () => {
  test('is the user’s environment without model keys and the variables of this VS Code', () => {
    const inherited = {
      HOME: '/home/me',
      STRIPE_API_KEY: 'kept',
      OPENAI_API_KEY: 'sk-1',
      Anthropic_Api_Key: 'sk-2',
      VSCODE_IPC_HOOK: 'x',
      ELECTRON_RUN_AS_NODE: '1',
      FORCE_COLOR: '1',
      pager: 'less',
      UNSET: undefined,
    };
    const environment = shellEnvironment(inherited, ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY']);
    expect(environment).toMatchObject({
      HOME: '/home/me',
      STRIPE_API_KEY: 'kept',
      PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
    });
    const kept = Object.keys(environment).filter((name) => name in inherited);
    expect(kept).toEqual(['HOME', 'STRIPE_API_KEY']);
  });

  test('allows colors in a terminal, but no pager and no prompt', () => {
    const variables = terminalVariables();
    expect(variables).toMatchObject({ GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' });
    expect(variables).not.toHaveProperty('TERM');
    expect(variables).not.toHaveProperty('NO_COLOR');
  });
});

describe('the shell', () => {
  test.each<[string, Record<string, string>, string[], string, string]>([
    ['Bash at the path in SHELL', { SHELL: '/opt/bash' }, ['/opt/bash', '/bin/bash'], 'bash', '/opt/bash'],
    ['Bash for users of another shell', { SHELL: '/bin/zsh' }, ['/bin/zsh', '/bin/bash'], 'bash', '/bin/bash'],
    ['Bash on the path', { PATH: 'bin:/nix/bin' }, ['bin/bash', '/nix/bin/bash'], 'bash', '/nix/bin/bash'],
    ['sh if there is no Bash', { SHELL: '/bin/ash' }, ['/bin/ash'], 'sh', '/bin/sh'],
  ])('is %s', (_name, env, existing, name, path) => {
    const program = findShellProgram(env, 'linux', (each) => existing.includes(each));
    expect(program).toEqual({ name, dialect: 'posix', path });
  });

  test.each<[string, Record<string, string>, string[], string, string]>([
    ['PowerShell 7', { Path: 'C:\\Tools;C:\\pwsh\\' }, ['C:\\pwsh\\pwsh.exe'], 'PowerShell 7', 'C:\\pwsh\\pwsh.exe'],
    [
      'the PowerShell of Windows if there is no other PowerShell',
      { Path: 'C:\\Tools;.' },
      ['.\\pwsh.exe'],
      'Windows PowerShell 5',
      'powershell.exe',
    ],
  ])('on Windows is %s', (_name, env, existing, name, path) => {
    const program = findShellProgram(env, 'win32', (each) => existing.includes(each));
    expect(program).toEqual({ name, dialect: 'powershell', path });
  });

  test('passes the command to PowerShell unchanged, and returns the program’s own exit code', () => {
    const program = { name: 'PowerShell 7', dialect: 'powershell', path: 'pwsh.exe' } as const;
    const command = 'npm test -- "a b" \'c\' `d | % { $_ } # ü';
    const { file, args } = toProgramStart(program, command);
    expect(file).toBe('pwsh.exe');
    expect(args).toContain('-NonInteractive');
    expect(args.at(-2)).toBe('-EncodedCommand');
    const lines = Buffer.from(args.at(-1) ?? '', 'base64')
      .toString('utf16le')
      .split('\n');
    expect(lines).toContain(command);
    expect(lines.at(-1)).toContain('exit $LASTEXITCODE');
  });
});
