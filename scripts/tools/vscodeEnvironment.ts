/**
 * Our environment as a VS Code of the tests' own may have it: inside a terminal of VS Code, variables of that one would
 * make ours hand its work over to it, or run as plain Node.
 */
export function vscodeEnvironment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const excluded = /^(VSCODE_|VITEST|ELECTRON_)|^(NODE_ENV|NODE_OPTIONS|PORT)$/;
  const inherited = Object.entries(process.env).filter(([name]) => !excluded.test(name));
  return { ...Object.fromEntries(inherited), ...env };
}

/**
 * The same for a desktop VS Code. Started from a dock it would ask the user's shell for more variables; as if started
 * from a command line it does not, so that keys in a shell's profile never reach a test.
 */
export function desktopEnvironment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...vscodeEnvironment(env), VSCODE_CLI: '1' };
}
