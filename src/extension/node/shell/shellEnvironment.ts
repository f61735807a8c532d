/**
 * The environment of commands. Commands inherit the user's environment, but not:
 *
 * - VS Code's own variables, which are meant only for VS Code's processes. For example, `ELECTRON_RUN_AS_NODE` makes
 *   Electron programs run as Node.
 * - The user's API keys. A hostile file or page may influence the command, and the programs of the repository could
 *   send the keys. Removing them is not a security boundary: a command runs as the user and can read the environment of
 *   the user's processes.
 *
 * `CI` would stop prompts, but is not set, because it would also make package managers refuse to change their lock
 * files, and make some builds fail on warnings.
 */

/** Turns off features for people, such as prompts, pagers, colors and progress bars. */
const QUIET: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: '',
  TERM: 'dumb',
  NO_COLOR: '1',
  // Without a terminal, Python would buffer its output until the end.
  PYTHONUNBUFFERED: '1',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  SSH_ASKPASS_REQUIRE: 'never',
  // Without an editor, git uses its default message, or fails.
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  PIP_NO_INPUT: '1',
  COMPOSER_NO_INTERACTION: '1',
  HOMEBREW_NO_AUTO_UPDATE: '1',
  NO_UPDATE_NOTIFIER: '1',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

/** In a terminal, programs may use colors and move the cursor. */
const NOT_IN_TERMINAL = new Set(['TERM', 'NO_COLOR']);

/** These variables force colors, or make programs open a window that asks for a password. */
const UNWANTED = ['FORCE_COLOR', 'CLICOLOR_FORCE', 'GIT_ASKPASS', 'SSH_ASKPASS'];

/** `keys`: names of the variables with the user's model keys. */
export function shellEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  keys: readonly string[],
): Record<string, string> {
  // On Windows, `Path` and `PATH` are the same variable.
  const dropped = new Set([...keys, ...UNWANTED, ...Object.keys(QUIET)].map((name) => name.toUpperCase()));
  const kept = Object.entries(inherited).filter((entry): entry is [string, string] => {
    const name = entry[0].toUpperCase();
    return entry[1] !== undefined && !dropped.has(name) && !/^(?:VSCODE|ELECTRON)_/.test(name);
  });
  return { ...Object.fromEntries(kept), ...QUIET };
}

/** The variables to set in a terminal before a command, after the user's start-up files have set theirs. */
export function terminalVariables(): Record<string, string> {
  return Object.fromEntries(Object.entries(QUIET).filter(([name]) => !NOT_IN_TERMINAL.has(name)));
}
