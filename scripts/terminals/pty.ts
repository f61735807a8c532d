/**
 * Programs in a pseudo terminal. `node-pty` and the agents are not dependencies of Premove: install them once, in
 * `terminal-agents` in Premove's cache folder (`npm install` with the packages in `PACKAGES`).
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cacheDir } from '../tools/cache.mjs';

/** The versions with which the corpus was recorded. */
export const PACKAGES = [
  'node-pty@1.1.0',
  '@anthropic-ai/claude-code@2.1.332',
  '@openai/codex@0.171.0',
  'opencode-ai@1.18.33',
];

export const AGENTS_FOLDER = join(cacheDir(), 'terminal-agents');

export interface Pty {
  onData(listener: (data: string) => void): unknown;
  onExit(listener: () => void): unknown;
  write(data: string): void;
  resize(columns: number, rows: number): void;
  kill(signal?: string): void;
}

interface PtyModule {
  spawn(
    file: string,
    args: readonly string[],
    options: { cols: number; rows: number; cwd: string; env: Readonly<Record<string, string | undefined>> },
  ): Pty;
}

/** Loads `node-pty` from the cache folder; the error says how to install it. */
export function loadPty(): PtyModule {
  try {
    return createRequire(join(AGENTS_FOLDER, 'package.json'))('node-pty') as PtyModule;
  } catch (error) {
    throw new Error(`Install the programs first: cd ${AGENTS_FOLDER} && npm install ${PACKAGES.join(' ')}`, {
      cause: error,
    });
  }
}

/** Returns the path of a program that is installed in the cache folder. */
export function installed(program: string): string {
  return join(AGENTS_FOLDER, 'node_modules', '.bin', program);
}
