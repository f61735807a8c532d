import { spawn } from 'node:child_process';
import { statSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { WorkspaceError, type GrepLine, type GrepMatch } from '../../ports/workspace.ts';
import { cutLine } from '../../text/lineMatcher.ts';
import { joinPath, parentPath } from '../../text/paths.ts';
import {
  byPathAndLine,
  comparePaths,
  MAX_SEARCHED_BYTES,
  mustCompileGlob,
  SKIPPED_FOLDERS,
} from '../../text/search/searchLimits.ts';
import type { GrepRequest, TextSearch } from './textSearch.ts';
import { walkSearch } from './walkSearch.ts';

/**
 * Bytes. Longer output lines, such as a match in a minified file, are dropped, and the result is marked as truncated.
 */
const MAX_OUTPUT_LINE = 4 * 1024 * 1024;

const COMMON_ARGUMENTS = [
  '--no-config',
  '--hidden',
  '--no-require-git',
  '--no-messages',
  ...SKIPPED_FOLDERS.map((folder) => `--glob=!${folder}`),
];

/** Milliseconds. Without a limit, ripgrep would hang on a pipe with the name of an ignore file. */
const TIME_LIMIT = 60_000;
/** KiB, on Linux. Ripgrep reads an ignore file of any size as a whole. */
const MEMORY_LIMIT = 2 * 1024 * 1024;

/**
 * Creates a search with the ripgrep at `program`. If an ignore file is irregular (`isIrregular`), `walkSearch` searches
 * instead. `timeLimit`: milliseconds.
 */
export function createRipgrepSearch(program: string, timeLimit = TIME_LIMIT): TextSearch {
  return {
    async grep(request, signal) {
      const ignoreFiles = ignoreFilesFor(request.folder);
      if (ignoreFiles.some(isIrregular)) return walkSearch.grep(request, signal);
      const includes = mustCompileGlob(request.include ?? '*');
      const collector = new MatchCollector(request, includes);
      const invocation = {
        program,
        folder: request.folder,
        args: grepArguments(request, ignoreFiles),
        separator: '\n',
        timeLimit,
      };
      const incomplete = await run(invocation, signal, (line) => collector.add(line));
      const found = collector.finish().sort(byPathAndLine);
      const matches = request.file === undefined ? await withoutLargeFiles(found) : found;
      const truncated = incomplete || found.length > request.limit;
      return { matches: matches.slice(0, request.limit), truncated };
    },
    async files(request, signal) {
      const ignoreFiles = ignoreFilesFor(request.folder);
      if (ignoreFiles.some(isIrregular)) return walkSearch.files(request, signal);
      const matches = mustCompileGlob(request.pattern);
      const { accepts = () => true } = request;
      const paths: string[] = [];
      const args = [
        ...COMMON_ARGUMENTS,
        ...withoutParents(ignoreFiles),
        ...excludeArguments(request),
        ...narrowTo(request.pattern),
        '--files',
        '--null',
        './',
      ];
      const invocation = { program, folder: request.folder, args, separator: '\0', timeLimit };
      const incomplete = await run(invocation, signal, (line) => {
        const relative = toRelative(line);
        if (matches(relative) && accepts(relative)) paths.push(joinPath(request.folder, relative));
        return true;
      });
      paths.sort(comparePaths);
      return { paths: paths.slice(0, request.limit), truncated: incomplete || paths.length > request.limit };
    },
  };
}

function grepArguments(request: GrepRequest, ignoreFiles: readonly IgnoreFile[]): string[] {
  return [
    ...COMMON_ARGUMENTS,
    ...withoutParents(ignoreFiles),
    ...(request.file === undefined ? excludeArguments(request) : []),
    ...(request.include === undefined || request.file !== undefined ? [] : narrowTo(request.include)),
    ...(request.context ? [`--context=${request.context}`] : []),
    '--json',
    '--crlf',
    request.caseSensitive ? '--case-sensitive' : '--ignore-case',
    '--',
    request.pattern,
    request.file === undefined ? './' : `./${request.file}`,
  ];
}

/** Checks only files with a match, because `--max-filesize` would take a fifth of the search's time. */
async function withoutLargeFiles(matches: readonly GrepMatch[]): Promise<readonly GrepMatch[]> {
  const paths = [...new Set(matches.map(({ path }) => path))];
  const isLarge = await Promise.all(paths.map(async (path) => (await sizeOf(path)) > MAX_SEARCHED_BYTES));
  const large = new Set(paths.filter((_, index) => isLarge[index]));
  return large.size === 0 ? matches : matches.filter(({ path }) => !large.has(path));
}

/** 0 if the size is unknown, so that the matches of a deleted file stay. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}

/** Unlike a glob that includes files, `--glob=!` does not override `.gitignore`. */
function excludeArguments({ excludes = [] }: { readonly excludes?: readonly string[] }): string[] {
  return excludes.map((glob) => `--glob=!${glob}`);
}

/**
 * Makes ripgrep skip files whose name cannot match. Uses a file type, because `--glob` would override `.gitignore`. A
 * type matches only names, not paths.
 */
function narrowTo(pattern: string): string[] {
  const braces = /[{}]/.test(pattern);
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  // With a bracket, a space or a non-ASCII character, the glob also matches names that ripgrep would skip: see
  // `compileSearchGlob`.
  if (/[[ ]|[^\x20-\x7e]/.test(name)) return [];
  if (name === '' || name === '*' || name.includes('**') || (braces && pattern.includes('/'))) return [];
  return [`--type-add=wanted:${name}`, '--type=wanted'];
}

/** Holds a file's matches until the file's end, because the file may turn out to be binary. */
class MatchCollector {
  private readonly matches: GrepMatch[] = [];
  private readonly request: GrepRequest;
  private readonly includes: (path: string) => boolean;
  private pending: GrepMatch[] = [];
  /** The lines that ripgrep has reported for the current file, by number. Empty if no context was requested. */
  private lines = new Map<number, string>();
  private current: { readonly relative: string; readonly isSearched: boolean } | undefined;

  constructor(request: GrepRequest, includes: (path: string) => boolean) {
    this.request = request;
    this.includes = includes;
  }

  /** Returns all matches, including those of a file in which the limit was reached before the file's end. */
  finish(): GrepMatch[] {
    return [...this.matches, ...this.pending.map((match) => this.withContext(match))];
  }

  /** Reads one event. Returns false when the limit is exceeded. */
  add(line: string): boolean {
    const event = JSON.parse(line) as RipgrepEvent;
    if (event.type === 'match' || event.type === 'context') {
      const relative = toRelative(textOf(event.data.path));
      if (!this.isSearched(relative)) return true;
      const text = cutLine(
        textOf(event.data.lines)
          .replace(/^\ufeff/, '')
          .replace(/\r?\n$/, ''),
      );
      const { line_number: line } = event.data;
      if (this.request.context) this.lines.set(line, text);
      if (event.type === 'context') return true;
      this.pending.push({ path: joinPath(this.request.folder, relative), line, text });
      return this.matches.length + this.pending.length <= this.request.limit;
    }
    if (event.type === 'end') {
      if (event.data.binary_offset === null) {
        for (const match of this.pending) this.matches.push(this.withContext(match));
      }
      this.pending = [];
      this.lines = new Map();
    }
    return true;
  }

  /** Checks a path once per file, because ripgrep reports all lines of one file in a row. */
  private isSearched(relative: string): boolean {
    if (this.current?.relative !== relative) {
      const { accepts = () => true } = this.request;
      this.current = { relative, isSearched: this.includes(relative) && accepts(relative) };
    }
    return this.current.isSearched;
  }

  private withContext(match: GrepMatch): GrepMatch {
    const { context = 0 } = this.request;
    if (context === 0) return match;
    const around: GrepLine[] = [];
    for (let line = match.line - context; line <= match.line + context; line += 1) {
      const text = this.lines.get(line);
      if (text !== undefined && line !== match.line) around.push({ line, text });
    }
    return { ...match, around };
  }
}

type RipgrepEvent =
  | {
      readonly type: 'match' | 'context';
      readonly data: { path: RipgrepText; lines: RipgrepText; line_number: number };
    }
  | { readonly type: 'end'; readonly data: { binary_offset: number | null } }
  | { readonly type: 'begin' | 'summary' };

/** Base64 (`bytes`) if the text is not UTF-8. */
type RipgrepText = { readonly text: string } | { readonly bytes: string };

function textOf(value: RipgrepText): string {
  return 'text' in value ? value.text : Buffer.from(value.bytes, 'base64').toString('utf8');
}

function toRelative(path: string): string {
  const slashed = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return slashed.replace(/^\.\//, '');
}

/** In a worktree or a submodule, `.git` is a file that leads to the folder with `info/exclude`. */
const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore', '.git', '.git/info/exclude'];

interface IgnoreFile {
  /** Whether the file is in a folder above the searched folder. */
  readonly isAbove: boolean;
  readonly stats: Stats;
}

/**
 * The ignore files of the folder and of all folders above it. Synchronous, because asynchronous calls take ten times as
 * long, and `spawn` blocks on the folder's file system anyway.
 */
function ignoreFilesFor(folder: string): IgnoreFile[] {
  const folders = [folder];
  for (let next = parentPath(folder); next !== folders.at(-1); next = parentPath(next)) folders.push(next);
  return folders.flatMap((each) =>
    IGNORE_FILES.flatMap((name) => {
      const stats = statsOf(joinPath(each, name));
      return stats ? [{ isAbove: each !== folder, stats }] : [];
    }),
  );
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // Ripgrep cannot open this file either, so the file cannot block it.
  }
}

/**
 * Whether an ignore file is a pipe or a device, on which ripgrep would hang. Ignore files below the folder are not
 * checked. If one of them is irregular, the limits of time and memory end the search.
 */
function isIrregular({ stats }: IgnoreFile): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

/**
 * Adds `--no-ignore-parent` if no ignore file is above the searched folder. Without this option, ripgrep compares each
 * path with the folders above, which takes a fifth of the time of listing files.
 */
function withoutParents(ignoreFiles: readonly IgnoreFile[]): string[] {
  return ignoreFiles.some(({ isAbove }) => isAbove) ? [] : ['--no-ignore-parent'];
}

interface Invocation {
  readonly program: string;
  readonly folder: string;
  readonly args: readonly string[];
  readonly separator: string;
  /** Milliseconds. */
  readonly timeLimit: number;
}

/**
 * Runs ripgrep and calls `onRecord` with each record of the output until `onRecord` returns false. Settles after the
 * process has ended. Resolves to true if some output was not read. Rejects with a `WorkspaceError` if ripgrep failed,
 * was killed or took too long.
 */
function run(
  { program, folder, args, separator, timeLimit }: Invocation,
  signal: AbortSignal,
  onRecord: (record: string) => boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const tooLong = AbortSignal.timeout(timeLimit);
    const limited = process.platform === 'linux' ? ['/bin/sh', '-c', LIMITED, program] : [program];
    const [first = program, ...others] = [...limited, ...args];
    const child = spawn(first, others, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      signal: AbortSignal.any([signal, tooLong]),
      killSignal: 'SIGKILL',
    });
    const records = new RecordSplitter(separator, MAX_OUTPUT_LINE);
    let stopped = false;
    let failure: Error | undefined;
    let errorOutput = '';
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        for (const record of records.push(chunk)) {
          stopped ||= !onRecord(record);
          if (stopped) break;
        }
      } catch (error) {
        failure = error instanceof Error ? error : new Error('A match could not be read', { cause: error });
        stopped = true;
      }
      if (stopped) child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(0, 4000);
    });
    child.on('error', (error) => {
      failure ??= error;
    });
    const fail = (why: string): void => reject(new WorkspaceError('io', folder, `The search failed: ${why}.`));
    child.on('close', (code, killedBy) => {
      if (signal.aborted) reject(signal.reason as Error);
      else if (tooLong.aborted && !stopped) fail(`it took longer than ${timeLimit / 1000} s. Search a smaller folder`);
      else if (failure) reject(failure);
      else if (!stopped && !EXPECTED_EXIT_CODES.has(code)) {
        fail(`ripgrep ended with ${killedBy ?? `code ${code}`}${errorOutput === '' ? '' : ` (${errorOutput.trim()})`}`);
      }
      // Without a message, code 2 means that a file could not be read, which `--no-messages` hides.
      else if (code === 2 && errorOutput !== '') reject(new WorkspaceError('bad-pattern', folder, errorOutput.trim()));
      else resolve(stopped || records.dropped);
    });
  });
}

/**
 * A shell script that sets the memory limit. It replaces itself with ripgrep (`$0`), so that the process id stays the
 * same.
 */
const LIMITED = `ulimit -v ${MEMORY_LIMIT} 2>/dev/null; exec "$0" "$@"`;

/** 0 for matches, 1 for none, 2 if a file could not be read or the pattern is invalid. */
const EXPECTED_EXIT_CODES: ReadonlySet<number | null> = new Set([0, 1, 2]);

class RecordSplitter {
  dropped = false;
  private readonly separator: number;
  private readonly limit: number;
  private rest: Buffer[] = [];
  private restLength = 0;

  constructor(separator: string, limit: number) {
    this.separator = separator.charCodeAt(0);
    this.limit = limit;
  }

  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (let end = chunk.indexOf(this.separator); end >= 0; end = chunk.indexOf(this.separator, start)) {
      this.keep(chunk.subarray(start, end));
      if (this.restLength <= this.limit) yield Buffer.concat(this.rest).toString('utf8');
      else this.dropped = true;
      this.rest = [];
      this.restLength = 0;
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
  }

  private keep(piece: Buffer): void {
    this.restLength += piece.length;
    if (this.restLength <= this.limit) this.rest.push(piece);
  }
}
