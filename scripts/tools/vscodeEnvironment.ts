/**
 * This process's environment without variables that affect VS Code. In a terminal of a running VS Code, they would make
 * the VS Code that a test starts hand its work to the running one, or run as plain Node.
 */
export function vscodeEnvironment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const excluded = /^(VSCODE_|VITEST|ELECTRON_)|^(NODE_ENV|NODE_OPTIONS|PORT)$/;
  const inherited = Object.entries(process.env).filter(([name]) => !excluded.test(name));
  return { ...Object.fromEntries(inherited), ...env };
}

/**
 * The same for a desktop VS Code. If VS Code is started from a dock, it also reads variables from the user's shell.
 * `VSCODE_CLI` marks a start from a command line, which prevents that, so keys in a shell's profile never reach a test.
 */
export function desktopEnvironment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...vscodeEnvironment(env), VSCODE_CLI: '1' };
}
