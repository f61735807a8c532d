/**
 * The environment of commands. Commands inherit the user's environment, with the changes of `QUIET` and `UNWANTED`, and
 * without:
 *
 * - VS Code's own variables, which make Electron programs run as Node and scripts act as extensions of this window.
 * - The user's API keys. A model writes the command and may follow instructions from a file or a page, and `npm test`
 *   runs any program that the repository names. Such a program could print or send its variables. Removing the keys is
 *   not a security boundary, because a command runs as the user and can read the environment of the user's processes. A
 *   program that needs such a key must get it from elsewhere, such as a file of the project.
 *
 * `CI` would stop prompts, but is not set, because `CI` would also make package managers refuse to change their lock
 * files, and make some builds fail on warnings. Outside of a terminal, programs cannot ask anyway, because they have no
 * input.
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
  // Instead of opening an editor, git uses its default message, or fails if there is no default message.
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

/** Not set for commands in a terminal, where programs may use colors and move the cursor. */
const NOT_IN_TERMINAL = new Set(['TERM', 'NO_COLOR']);

/** Variables that are removed, because they force colors, or make programs open a window that asks for a password. */
const UNWANTED = ['FORCE_COLOR', 'CLICOLOR_FORCE', 'GIT_ASKPASS', 'SSH_ASKPASS'];

/** Derives the commands' environment from this process's. `keys`: names of the variables with the user's model keys. */
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

/** Variables for commands in a terminal. They override the user's start-up files. */
export function terminalVariables(): Record<string, string> {
  return Object.fromEntries(Object.entries(QUIET).filter(([name]) => !NOT_IN_TERMINAL.has(name)));
}
