import { homedir } from 'node:os';
import type { NamedFile, NamedFiles } from '../shell/shellSafety.ts';
import { WorkspaceError, type PathResolution, type Workspace } from '../ports/workspace.ts';
import { compileGlob } from './glob.ts';

/**
 * What a command may do with a file. `name`: it may show that the file exists. `settings`: it shows this file of the user's
 * settings, which it does not name. `mention`: the word of a program that is not known may be the file's name; no such file
 * is there.
 */
export type FileUse = 'name' | 'read' | 'settings' | 'write' | 'mention';

export interface CommandFile {
  readonly path: PathResolution;
  readonly use: FileUse;
}

export interface CommandFiles {
  /** The files that its words name, patterns looked up. */
  readonly named: readonly CommandFile[];
  /** Files in folders that it reads whole; null if there are too many to look at. */
  readonly below: readonly PathResolution[] | null;
  /** It may use files that cannot be told: a variable names them, say. */
  readonly hasUnknown: boolean;
}

export const NO_FILES: CommandFiles = { named: [], below: [], hasUnknown: false };

const MAX_FILES = 20_000;
/** Folders and files that a pattern is compared with. */
const MAX_ENTRIES = 5_000;

/** Resolves the files that a command names in `folder`, an absolute path. Nothing is read but names. */
export async function findCommandFiles(
  { files, unknown }: NamedFiles,
  folder: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<CommandFiles> {
  const named: CommandFile[] = [];
  const below: PathResolution[] = [];
  let isTooMuch = false;
  let hasUnknown = unknown.size > 0;
  for (const file of files.flatMap(candidatesOf)) {
    const found = await resolveFile(file, folder, workspace, signal);
    if (!found) hasUnknown = true;
    if (isInOtherHome(file.text))
      named.push({ path: { kind: 'outside', path: file.text, display: file.text }, use: USES[file.access] });
    for (const path of found ?? []) {
      named.push({ path, use: await useOf(file, path, workspace, signal) });
      if (path.kind === 'outside' || (file.access !== 'tree' && file.access !== 'tracked')) continue;
      const inside = await filesBelow(path.path, file.access, workspace, signal);
      if (inside) below.push(...inside);
      else isTooMuch = true;
    }
  }
  return { named: withoutRepeats(named), below: isTooMuch ? null : below, hasUnknown };
}

const USES: Readonly<Record<NamedFile['access'], FileUse>> = {
  name: 'name',
  contents: 'read',
  tree: 'read',
  tracked: 'read',
  settings: 'settings',
  write: 'write',
  any: 'write',
};

/** `build` in `npm run build` is no file, unless there is one. */
async function useOf(
  { text, access }: NamedFile,
  path: PathResolution,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<FileUse> {
  if (access !== 'any' || path.kind === 'outside' || /[./]/.test(text)) return USES[access];
  const stat = await workspace.stat(path.path, signal);
  return stat?.type === 'file' ? 'write' : 'mention';
}

/**
 * Of a program that is not known, every part of a word may be a path: in `--out=/etc/x`, `-I../lib`, `@file`, `host:/x`.
 * Addresses are none. Of git, what follows a colon is one: `HEAD:.env`, `:0:.env`.
 */
function candidatesOf(file: NamedFile): NamedFile[] {
  const { text, access } = file;
  if (access === 'any' || access === 'write') {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^file:/i.test(text)) return [];
    if (text.includes('\n') || text.length > 4_096) return [];
    const parts = text.split(/[=:,@;]/).flatMap(withGluedValues);
    const paths = [...new Set([text, ...parts])].filter((part) => part !== '' && !part.startsWith('-'));
    return paths.map((part) => ({ ...file, text: part }));
  }
  if (access !== 'tracked' && access !== 'tree') return [file];
  const ends = [...text.matchAll(/:/g)].map(({ index }) => text.slice(index + 1) || '.');
  return [file, ...ends.map((end) => ({ ...file, text: end }))];
}

/** Which letter of `-uofile` takes the rest as its value is not known, so any may. Without a dot or a slash none does. */
function withGluedValues(part: string): string[] {
  const letters = part.length <= 256 && /[./]/.test(part) ? (/^-(\w+)/.exec(part)?.[1]?.length ?? 0) : 0;
  return [part, ...Array.from({ length: letters }, (_none, at) => part.slice(at + 2))];
}

/** `~user/file`. */
function isInOtherHome(text: string): boolean {
  return /^~[a-z_][\w-]*(\/|$)/i.test(text);
}

/** Null if it cannot be told which files these are. */
async function resolveFile(
  { text, isPattern }: NamedFile,
  folder: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly PathResolution[] | null> {
  if (/^~[^/]/.test(text)) return null;
  const absolute = text.replace(/^~/, homedir().replaceAll('\\', '/'));
  const whole = await withoutParents(absolute.startsWith('/') ? absolute : `${folder}/${absolute}`, workspace);
  if (whole === null) return null;
  if (!isPattern) return [await workspace.resolve(whole)];
  const segments = whole.split('/');
  const first = segments.findIndex((segment) => /[*?]/.test(segment));
  const start = await workspace.resolve(segments.slice(0, first).join('/') || '/');
  if (start.kind === 'outside') return [start];
  const found = await match(start.path, segments.slice(first), workspace, { left: MAX_ENTRIES }, signal);
  // A program takes a name with a dash first for an option, if the pattern begins there.
  if (found?.some((path) => path.startsWith('-', start.path.length + 1))) return null;
  return found && Promise.all(found.map((path) => workspace.resolve(path)));
}

/** The system follows a link before it goes up from where the link leads. Null if a pattern stands before `..`. */
async function withoutParents(path: string, workspace: Workspace): Promise<string | null> {
  if (!/(^|\/)\.\.(\/|$)/.test(path)) return path;
  const [first = '', ...others] = path.split('/');
  let done = first;
  for (const segment of others) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') done += `/${segment}`;
    else if (/[*?]/.test(done)) return null;
    else done = (await workspace.resolve(done || '/')).path.replace(/\/[^/]*$/, '');
  }
  return done || '/';
}

/** The files and folders that a pattern of bash matches; null if there are too many to look at. */
async function match(
  folder: string,
  [segment = '', ...others]: readonly string[],
  workspace: Workspace,
  budget: { left: number },
  signal: AbortSignal,
): Promise<string[] | null> {
  const names = /[*?]/.test(segment) ? await namesIn(folder, workspace, signal) : [segment];
  budget.left -= names.length;
  if (budget.left < 0) return null;
  const matches = names.filter((name) => name === segment || matchesName(segment, name));
  if (others.length === 0) return matches.map((name) => `${folder}/${name}`);
  const found: string[] = [];
  for (const name of matches) {
    const below = await match(`${folder}/${name}`, others, workspace, budget, signal);
    if (!below) return null;
    found.push(...below);
  }
  return found;
}

async function namesIn(folder: string, workspace: Workspace, signal: AbortSignal): Promise<string[]> {
  try {
    return (await workspace.list(folder, signal)).map(({ name }) => name);
  } catch (error) {
    if (error instanceof WorkspaceError) return [];
    throw error;
  }
}

/** Stars and question marks are all that is open in a name. A star does not match a dot at the beginning. */
function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  return compileGlob(pattern.replace(/[[\]{}!\\]/g, '\\$&'))?.(name) === true;
}

async function filesBelow(
  folder: string,
  access: 'tree' | 'tracked',
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PathResolution[] | null> {
  const stat = await workspace.stat(folder, signal);
  if (stat?.type !== 'directory') return [];
  const paths =
    access === 'tree' ? await allBelow(folder, workspace, signal) : await notIgnored(folder, workspace, signal);
  return paths && Promise.all(paths.map((path) => workspace.resolve(path)));
}

async function notIgnored(
  folder: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const { paths, truncated } = await workspace.glob({ pattern: '**/*', path: folder, limit: MAX_FILES }, signal);
  return truncated ? null : paths;
}

/** Ignored files too: `grep -r` reads them. */
async function allBelow(folder: string, workspace: Workspace, signal: AbortSignal): Promise<string[] | null> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const { name, type } of await workspace.list(next, signal)) {
      const path = `${next}/${name}`;
      // A link that leads out of the workspace cannot be listed; it counts as a file out there.
      if (type === 'directory' && (await workspace.resolve(path)).kind === 'inside') folders.push(path);
      else found.push(path);
      if (found.length + folders.length > MAX_ENTRIES) return null;
    }
  }
  return found;
}

function withoutRepeats(files: readonly CommandFile[]): CommandFile[] {
  const seen = new Map(files.map((file) => [`${file.use} ${file.path.path}`, file]));
  return [...seen.values()];
}
