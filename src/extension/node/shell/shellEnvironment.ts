/**
 * What commands find in their environment. They inherit the user's, but for two things:
 *
 * - VS Code's own variables, which turn Electron programs into Node and scripts into extensions of this window.
 * - The keys that Premove answers with. A command is written by a model, which may do as a file or a page told it, and
 *   `npm test` runs whatever the repository says: what prints or sends its variables is not to have what the user pays
 *   with among them. It is no wall: a command runs as the user, who may read the environment of their own processes. A
 *   program that needs such a key gets it where it gets its other secrets from, such as a file of the project.
 *
 * `CI` is not set, although it stops questions: it also makes package managers refuse to change their lock files, and
 * some builds fail on warnings. Questions end because there is no terminal and no input.
 */

/** Nothing waits for an answer, nothing pages, nothing draws. */
const QUIET: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: '',
  TERM: 'dumb',
  NO_COLOR: '1',
  // Without a terminal, Python would keep its output back until the end.
  PYTHONUNBUFFERED: '1',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  SSH_ASKPASS_REQUIRE: 'never',
  // Git then takes its own text for a message, and refuses where it has none.
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

/** In a terminal, programs may draw. */
const NOT_IN_TERMINAL = new Set(['TERM', 'NO_COLOR']);

/** Would bring back the colours, or a window that asks. */
const UNWANTED = ['FORCE_COLOR', 'CLICOLOR_FORCE', 'GIT_ASKPASS', 'SSH_ASKPASS'];

/** The environment for commands, from that of this process; `keys` are the variables that hold the user's model keys. */
export function shellEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  keys: readonly string[],
): Record<string, string> {
  // Windows takes `Path` and `PATH` for one variable.
  const dropped = new Set([...keys, ...UNWANTED, ...Object.keys(QUIET)].map((name) => name.toUpperCase()));
  const kept = Object.entries(inherited).filter((entry): entry is [string, string] => {
    const name = entry[0].toUpperCase();
    return entry[1] !== undefined && !dropped.has(name) && !/^(?:VSCODE|ELECTRON)_/.test(name);
  });
  return { ...Object.fromEntries(kept), ...QUIET };
}

/** What commands find in a terminal, over what the user's start-up files set there. */
export function terminalVariables(): Record<string, string> {
  return Object.fromEntries(Object.entries(QUIET).filter(([name]) => !NOT_IN_TERMINAL.has(name)));
}
