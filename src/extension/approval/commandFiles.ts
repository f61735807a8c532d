import { homedir } from 'node:os';
import type { NamedFile, NamedFiles } from '../shell/shellSafety.ts';
import { isWorkspaceError, type PathResolution, type Workspace } from '../ports/workspace.ts';
import { findCopies, type FoundFile } from './copiedFiles.ts';
import { filesBelow, isFolder } from './filesBelow.ts';
import { compileGlob } from '../text/search/glob.ts';
import type { Git } from '../shell/hardening/hardenedShell.ts';
import { bindsFiles, compilePathPattern, type EditTools } from './rules/pathRules.ts';
import type { PermissionRule } from './rules/permissionRules.ts';
import { isSensitivePath } from './sensitivePaths.ts';

/**
 * What a command may do with a file:
 * - `name`: may show that the file exists, but not its contents.
 * - `read`: may show the contents.
 * - `unnamed`: may use a file or folder, such as git's settings, whose path is not a word of the command.
 * - `write`: may change the file, and may also show its contents.
 * - `mention`: an argument of an unknown program could be a file's name, but there is no such file. There may be a
 *   folder of this name.
 */
export type FileUse = 'name' | 'read' | 'unnamed' | 'write' | 'mention';

export interface CommandFile {
  readonly path: PathResolution;
  readonly use: FileUse;
}

export interface CommandFiles {
  /**
   * Files of the use `unnamed`, and files that the command's words name, with patterns expanded. Also copies that the
   * command may create, if these are sensitive or a rule names them.
   */
  readonly named: readonly CommandFile[];
  /**
   * Files in folders that the command uses as a whole, and files whose names are part of a longer text (`bash -c "cat
   * .env"`). Null if the files cannot be determined.
   */
  readonly reachable: readonly CommandFile[] | null;
  /** The command may use files with unknown names, for example because a variable names them. */
  readonly hasUnknown: boolean;
  /** A redirection, or a program that certainly opens files, uses an unknown file. The file may be anywhere. */
  readonly opensUnknownFile: boolean;
  /** The command may also write files that its words do not name, such as the files in an archive. */
  readonly writesOthers: boolean;
}

export const NO_FILES: CommandFiles = {
  named: [],
  reachable: [],
  hasUnknown: false,
  opensUnknownFile: false,
  writesOthers: false,
};

/** Maximum number of entries for one pattern, or in a folder whose whole content a command reads. */
const MAX_ENTRIES = 5_000;

interface Sources {
  readonly workspace: Workspace;
  readonly git: Git;
  /** The deny and ask rules. */
  readonly rules: readonly PermissionRule[];
  readonly editTools: EditTools;
  /** Marks a file that an instruction file includes. */
  readonly mark?: (path: PathResolution) => PathResolution;
}

/**
 * Resolves the files that a command names, relative to the absolute path `folder`. Does not read the contents of files.
 */
export async function findCommandFiles(
  { files, unknown, opensUnknownFile, writesOthers }: NamedFiles,
  folder: string,
  sources: Sources,
  signal: AbortSignal,
): Promise<CommandFiles> {
  const { workspace, git, mark = (path) => path } = sources;
  const fileRules = fileRulesOf(sources);
  const hasFileRules = fileRules.length > 0;
  const named: CommandFile[] = [];
  const reachable: CommandFile[] = [];
  const all: FoundFile[] = [];
  let hasTooMany = false;
  let hasUnknown = unknown.size > 0;
  let mayBeAnywhere = opensUnknownFile;
  // File names in a long text are not looked up, so they count as unknown.
  if (hasFileRules && files.some(({ access, text }) => USES[access] === 'write' && isLong(text))) hasUnknown = true;
  const repository = files.some(({ access }) => access === 'versions')
    ? await git.findRepository(folder, signal)
    : null;
  for (const file of files.flatMap((each) => candidatesOf(each, repository?.root ?? folder))) {
    if (file.isAttached && !hasFileRules && !file.mayReceiveCopies) continue;
    if (file.isInText && !hasFileRules) continue;
    const found = await resolveFile(file, folder, workspace, signal);
    if (file.isInText) {
      reachable.push(...(found ?? []).map((path) => ({ path, use: 'write' as const })));
      continue;
    }
    if (!found) {
      hasUnknown = true;
      if (file.access !== 'any' && /\.\./.test(file.text)) mayBeAnywhere = true;
    }
    if (isInOtherHome(file.text))
      named.push({ path: { kind: 'outside', path: file.text, display: file.text }, use: USES[file.access] });
    for (const path of found ?? []) {
      if (file.isAttached && !(await isFolder(path, workspace, signal))) continue;
      const use = await useOf(file, path, workspace, signal);
      named.push({ path: mark(path), use });
      all.push({ file, path });
      const more = await filesFor(file, path, sources, signal);
      named.push(...more.unnamed.map((each) => ({ path: each, use: 'unnamed' as const })));
      for (const each of more.below ?? []) reachable.push({ path: each, use: use === 'read' ? 'read' : 'write' });
      hasTooMany ||= more.below === null;
    }
  }
  const ruleMatchers = fileRules.map(({ pattern = '' }) => compilePathPattern(pattern));
  const created = await findCopies(all, workspace, signal);
  if (!created) hasUnknown = true;
  // Copies that are neither sensitive nor named by a rule do not matter, and a large folder has many.
  const special =
    created?.map(mark).filter((path) => isSensitivePath(path) || ruleMatchers.some((matches) => matches(path))) ?? [];
  named.push(...special.map((path) => ({ path, use: 'write' }) as const));
  return {
    named: withoutRepeats(named),
    reachable: hasTooMany ? null : reachable,
    hasUnknown,
    opensUnknownFile: mayBeAnywhere,
    writesOthers,
  };
}

function fileRulesOf({ rules, editTools }: Sources): readonly PermissionRule[] {
  return rules.filter((rule) => bindsFiles(rule, editTools));
}

const USES: Readonly<Record<NamedFile['access'], FileUse>> = {
  name: 'name',
  contents: 'read',
  tree: 'read',
  searched: 'read',
  tracked: 'read',
  versions: 'read',
  repository: 'name',
  settings: 'unnamed',
  listed: 'unnamed',
  write: 'write',
  any: 'write',
};

/** A plain word such as `build` in `npm run build` is a `mention` unless a file has this name. */
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

interface Candidate extends NamedFile {
  /**
   * The text may be the value that follows an option without a blank (`docs` in `-xCdocs`). It is used only if it names
   * a folder.
   */
  readonly isAttached?: boolean;
  /** A part of a longer text, which may be a script: `bash -c "cat .env"`. */
  readonly isInText?: boolean;
}

/** Characters. A longer text is not searched for paths. */
const MAX_TEXT = 4_096;
/** Words. A longer text is not searched for file names. */
const MAX_PIECES = 200;

/**
 * Returns the parts of a command's word that may be paths. For an unknown program, and for a program that writes, each
 * part of a word may be a path: `--out=/etc/x`, `-I../lib`, `@file`, `host:/x`. For git, the text after a colon is a
 * path from the root of the repository (`HEAD:.env`, `:0:.env`), or from the command's folder (`HEAD:./.env`).
 */
function candidatesOf(file: NamedFile, root: string): Candidate[] {
  const { text, access, below, mayReceiveCopies } = file;
  if (access === 'any' || access === 'write') {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^file:/i.test(text)) return [];
    if (text.length > MAX_TEXT) return [];
    const pieces = piecesOf(text);
    const words = pieces.length < 2 || isLong(text) ? [] : pieces.filter((piece) => /^[^-*?[$]+$/.test(piece));
    const inText = [...new Set(words)].map((piece) => ({
      ...file,
      text: piece,
      isPattern: false,
      isInText: true,
    }));
    if (text.includes('\n')) return inText;
    const parts = text.split(/[=:,@;]/);
    const paths = new Set([
      text,
      ...parts,
      ...parts.flatMap((part) => (/[./]/.test(part) ? attachedValues(part) : [])),
    ]);
    const folders = below || mayReceiveCopies ? attachedValues(text).filter((part) => !paths.has(part)) : [];
    return [
      ...[...paths].filter((part) => part !== '' && !part.startsWith('-')).map((part) => ({ ...file, text: part })),
      ...folders.map((part) => ({ ...file, text: part, isAttached: true })),
      ...inText,
    ];
  }
  const inVersion = access === 'versions' ? /:(?:[0-3]:)?([^:]+)$/.exec(text)?.[1] : undefined;
  if (inVersion === undefined) return [file];
  return [
    { ...file, access: 'contents' },
    { ...file, text: /^\.\.?\//.test(inVersion) ? inVersion : `${root}/${inVersion}` },
  ];
}

function piecesOf(text: string): string[] {
  return text.split(/[\s'"`()<>|&{},;=:]+/);
}

function isLong(text: string): boolean {
  return text.length > MAX_TEXT || piecesOf(text).length > MAX_PIECES;
}

/** In `-uofile`, any letter may be the option that takes the rest as its value: `ofile`, `file`, `ile` and so on. */
function attachedValues(part: string): string[] {
  const letters = part.length <= 256 ? (/^-(\w+)/.exec(part)?.[1]?.length ?? 0) : 0;
  return Array.from({ length: letters }, (_none, at) => part.slice(at + 2)).filter((value) => value !== '');
}

/** Whether a path is in another user's home folder: `~user/file`. */
function isInOtherHome(text: string): boolean {
  return /^~[a-z_][\w-]*(\/|$)/i.test(text);
}

/** Null if the files cannot be determined. For a pattern in a folder outside the workspace, returns the folder. */
async function resolveFile(
  { text, isPattern }: NamedFile,
  folder: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly PathResolution[] | null> {
  if (/^~[^/]/.test(text)) return null;
  const absolute = text.replace(/^~/, homedir().replaceAll('\\', '/'));
  const whole = await resolveParents(absolute.startsWith('/') ? absolute : `${folder}/${absolute}`, workspace);
  if (whole === null) return null;
  if (!isPattern) return [await workspace.resolve(whole)];
  const segments = whole.split('/');
  const first = segments.findIndex((segment) => /[*?]/.test(segment));
  const start = await workspace.resolve(segments.slice(0, first).join('/') || '/');
  if (start.kind === 'outside') return [start];
  const found = await match(start.path, segments.slice(first), workspace, { left: MAX_ENTRIES }, signal);
  // A leading wildcard may match a name such as `-x`, which the program reads as an option.
  if (found?.some((path) => path.startsWith('-', start.path.length + 1))) return null;
  return found && Promise.all(found.map((path) => workspace.resolve(path)));
}

/**
 * Resolves `..` as the system does: follows a link first, then goes up from its target. Null if a wildcard precedes
 * `..`.
 */
async function resolveParents(path: string, workspace: Workspace): Promise<string | null> {
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

/** Returns the files and folders that a bash pattern matches; null if there are too many to look at. */
async function match(
  folder: string,
  [segment = '', ...others]: readonly string[],
  workspace: Workspace,
  budget: { left: number },
  signal: AbortSignal,
): Promise<string[] | null> {
  // Folders outside the workspace are not listed. The folder itself counts as the only match.
  if ((await workspace.resolve(folder)).kind === 'outside') return [folder];
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
    if (isWorkspaceError(error)) return [];
    throw error;
  }
}

/** Only `*` and `?` are wildcards, and neither matches a leading dot. */
function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  return compileGlob(pattern.replace(/[[\]{}!\\]/g, '\\$&'))?.(name) === true;
}

interface MoreFiles {
  /** Files in a folder that the command uses; null if they cannot be determined. */
  readonly below: readonly PathResolution[] | null;
  readonly unnamed: readonly PathResolution[];
}

const NO_MORE: MoreFiles = { below: [], unnamed: [] };
const TOO_MANY: MoreFiles = { below: null, unnamed: [] };

/** Returns the files that a command uses in addition to `path`, which the command names. */
async function filesFor(
  { access, below }: NamedFile,
  path: PathResolution,
  sources: Sources,
  signal: AbortSignal,
): Promise<MoreFiles> {
  const { workspace, git } = sources;
  if (path.kind === 'outside') return NO_MORE;
  const view =
    access === 'tree' || access === 'searched' ? access : fileRulesOf(sources).length > 0 ? below : undefined;
  // A folder that the command reads is searched even without rules, so a lower limit keeps the search fast.
  const limit = view === access ? MAX_ENTRIES : undefined;
  if (view) return { below: await filesBelow(path, view, workspace, signal, limit), unnamed: [] };
  if (access !== 'tracked' && access !== 'versions' && access !== 'repository') return NO_MORE;
  const type = (await workspace.stat(path.path, signal))?.type;
  // Git reads a word with a wildcard, a backslash or a leading colon as a pattern, even if a file has the word as its
  // name.
  if (access !== 'repository' && /[*?[\\]|(^|\/):/.test(path.relative)) return TOO_MANY;
  if (access === 'versions') return type === 'file' ? NO_MORE : TOO_MANY;
  if (access === 'tracked' && type === undefined) return TOO_MANY;
  if (type !== 'directory') return NO_MORE;
  const repository = await git.findRepository(path.path, signal);
  if (!repository) return NO_MORE;
  const root = await workspace.resolve(repository.root);
  if (access === 'tracked') return { below: await allTracked(root, git, signal), unnamed: [] };
  const data = repository.externalData === null ? [] : [await workspace.resolve(repository.externalData)];
  return { below: [], unnamed: [root, ...data] };
}

/** Lists the whole repository, because git may show any of its files even if the command names one folder. */
async function allTracked(root: PathResolution, git: Git, signal: AbortSignal): Promise<PathResolution[] | null> {
  if (root.kind === 'outside') return [];
  const names = await git.listTracked(root.path, signal);
  const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
  // Links are not resolved: git shows the path that a link contains, not the contents of its target.
  return (
    names?.map((name) => ({
      kind: 'inside',
      path: `${root.path}/${name}`,
      relative: inFolder(root.relative, name),
      display: inFolder(root.display, name),
    })) ?? null
  );
}

function withoutRepeats(files: readonly CommandFile[]): CommandFile[] {
  const seen = new Map(files.map((file) => [`${file.use} ${file.path.path}`, file]));
  return [...seen.values()];
}
