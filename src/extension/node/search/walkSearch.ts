import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { codeOf } from '../durableWrite.ts';
import type { GrepMatch } from '../../ports/workspace.ts';
import { compileGlob, type GlobMatcher } from '../../text/search/glob.ts';
import { ignoreRulesIn, MAX_IGNORE_FILE } from '../../text/search/ignoreFiles.ts';
import { isIgnored, type IgnoreRules } from '../../text/search/ignoreRules.ts';
import { createLineMatcher } from '../../text/lineMatcher.ts';
import { joinPath, parentPath } from '../../text/paths.ts';
import { readRegularFile } from '../regularFile.ts';
import { comparePaths, MAX_SEARCHED_BYTES, mustCompileGlob, SKIPPED_FOLDERS } from '../../text/search/searchLimits.ts';
import { decodeText } from '../../text/textFile.ts';
import type { TextSearch } from './textSearch.ts';

/**
 * Searches without ripgrep. Used on machines without ripgrep, and for folders with ignore files that ripgrep cannot
 * read safely. Slower than ripgrep, and reads neither git's global exclude file nor `.rgignore`. Its patterns are
 * JavaScript's regular expressions.
 */
export const walkSearch: TextSearch = {
  async grep(request, signal) {
    const includes = mustCompileGlob(request.include ?? '*');
    const { accepts = () => true } = request;
    const matcher = createLineMatcher(request);
    const files = request.file === undefined ? walk(request, signal) : [request.file];
    const maxBytes = request.file === undefined ? MAX_SEARCHED_BYTES : Infinity;
    const matches: GrepMatch[] = [];
    for await (const relative of files) {
      if (!includes(relative) || !accepts(relative)) continue;
      const path = joinPath(request.folder, relative);
      const text = await readSearchable(path, maxBytes, signal);
      // Pushed one by one, because a function call accepts only about 120,000 arguments.
      for (const match of text === undefined ? [] : matcher.match(text)) matches.push({ path, ...match });
      if (matches.length > request.limit) break;
    }
    return { matches: matches.slice(0, request.limit), truncated: matches.length > request.limit };
  },
  async files(request, signal) {
    const matches = mustCompileGlob(request.pattern);
    const { accepts = () => true } = request;
    const paths: string[] = [];
    for await (const relative of walk(request, signal)) {
      if (matches(relative) && accepts(relative)) paths.push(joinPath(request.folder, relative));
    }
    paths.sort(comparePaths);
    return { paths: paths.slice(0, request.limit), truncated: paths.length > request.limit };
  },
};

/** Yields relative paths, sorted. */
async function* walk({ folder, excludes = [] }: Walk, signal: AbortSignal): AsyncGenerator<string> {
  const matchers = excludes.flatMap((glob) => compileGlob(glob) ?? []);
  const isExcluded = (relative: string): boolean => matchers.some((matches) => matches(relative));
  yield* walkFolder(folder, '', await rulesAbove(folder, signal), isExcluded, signal);
}

interface Walk {
  readonly folder: string;
  readonly excludes?: readonly string[];
}

async function* walkFolder(
  top: string,
  relative: string,
  inherited: readonly IgnoreRules[],
  isExcluded: GlobMatcher,
  signal: AbortSignal,
): AsyncGenerator<string> {
  signal.throwIfAborted();
  const folder = joinPath(top, relative);
  const entries = await entriesOf(folder);
  const rules = [...inherited, ...(await rulesIn(folder, signal))];
  // With a slash after the names of folders, names sort like whole paths.
  const named = entries.map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }));
  for (const { entry } of named.sort((a, b) => comparePaths(a.key, b.key))) {
    const path = `${relative}${entry.name}`;
    if (isExcluded(path) || isIgnored(joinPath(top, path), entry.isDirectory(), rules)) continue;
    if (entry.isDirectory()) {
      if (!isSkipped(entry.name)) yield* walkFolder(top, `${path}/`, rules, isExcluded, signal);
    } else if (entry.isFile() && !isSkipped(entry.name)) {
      yield path;
    }
  }
}

/**
 * The ignore rules of the folders above, outermost first. Starts at the root of the repository, or else of the file
 * system.
 */
async function rulesAbove(folder: string, signal: AbortSignal): Promise<IgnoreRules[]> {
  const rules: IgnoreRules[] = [];
  let current = folder;
  while (parentPath(current) !== current && !(await exists(joinPath(current, '.git')))) {
    current = parentPath(current);
    rules.unshift(...(await rulesIn(current, signal)));
  }
  return rules;
}

function rulesIn(folder: string, signal: AbortSignal): Promise<IgnoreRules[]> {
  return ignoreRulesIn(folder, async (path) =>
    (await readRegularFile(path, MAX_IGNORE_FILE, signal).catch(undefinedIfUnreadable))?.toString('utf8'),
  );
}

/**
 * The text of a file. Undefined if the file is binary, too large or not readable, because ripgrep skips such files too.
 */
async function readSearchable(path: string, maxBytes: number, signal: AbortSignal): Promise<string | undefined> {
  const bytes = await readRegularFile(path, maxBytes, signal).catch(undefinedIfUnreadable);
  if (!bytes) return undefined;
  const decoded = decodeText(bytes);
  if (decoded.kind === 'text') return decoded.text;
  // Like ripgrep, accepts invalid UTF-8 unless it contains a NUL byte.
  return bytes.includes(0) ? undefined : bytes.toString('utf8');
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(undefinedIfUnreadable)) ?? [];
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(undefinedIfUnreadable)) !== undefined;
}

function isSkipped(name: string): boolean {
  return SKIPPED_FOLDERS.some((skipped) => skipped === name);
}

function undefinedIfUnreadable(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENXIO'].includes(codeOf(error))) throw error;
  return undefined;
}
