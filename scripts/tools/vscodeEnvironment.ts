/**
 * This process's environment, without the variables that VS Code sets in its terminals, and without others that affect
 * VS Code. With them, a VS Code that a test starts would pass its work to the running VS Code, or run as plain Node.
 */
export function vscodeEnvironment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const excluded = /^(VSCODE_|VITEST|ELECTRON_)|^(NODE_ENV|NODE_OPTIONS|PORT)$/;
  const inherited = Object.entries(process.env).filter(([name]) => !excluded.test(name));
  return { ...Object.fromEntries(inherited), ...env };
}

/**
 * `vscodeEnvironment` for a desktop VS Code, which also reads variables from the user's shell if it is started from a
 * dock. `VSCODE_CLI` marks a start from a command line, so that API keys in a shell's profile never reach a test.
 */
export function desktopEnvironment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...vscodeEnvironment(env), VSCODE_CLI: '1' };
}
