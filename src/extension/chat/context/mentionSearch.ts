import type { MentionOffer } from '../../../shared/protocol.ts';
import { within } from '../../base/timers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MentionSources } from '../../ports/mentionSources.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { fuzzyScore } from './fuzzyMatch.ts';
import type { IdeContextStore } from './ideContextFeed.ts';
import type { MentionIds, MentionKind } from './mentionIds.ts';

export interface MentionSearchOptions {
  readonly workspace: Workspace;
  readonly sources: MentionSources;
  readonly ideContext: IdeContextStore;
  readonly ids: MentionIds;
  readonly clock: Clock;
}

const MAX_OFFERS = 30;
const MAX_SYMBOLS = 8;
const MAX_FILES = 200_000;
/** Milliseconds after which a query reads the files again. */
const FRESH_MS = 5_000;
/**
 * Milliseconds after the start of a reading. Until then, queries wait for the new list; later, they use the old one.
 */
const MAX_WAIT = 500;
/** Paths that are scored before the search yields to other tasks, such as a newer query. */
const SLICE = 20_000;
/** Characters. A shorter query would match nearly every symbol. */
const MIN_SYMBOL_QUERY = 2;

const SPECIAL = ['selection', 'problems', 'terminal', 'changes', 'memory'] as const;

/** `roots`: the paths of the workspace folders. */
interface FileList {
  readonly roots: string;
  known?: { readonly paths: readonly string[]; readonly at: number };
  reading?: Reading | undefined;
}

interface Reading {
  readonly paths: Promise<readonly string[]>;
  readonly startedAt: number;
}

/** Finds the mentions that `@` offers: special mentions first, then files and folders, best first, then symbols. */
export class MentionSearch {
  private readonly options: MentionSearchOptions;
  private list: FileList | undefined;
  private current: AbortController | undefined;

  constructor(options: MentionSearchOptions) {
    this.options = options;
  }

  /** A newer query aborts an older one, which then returns nothing. */
  async complete(query: string, kind?: 'file' | 'folder'): Promise<readonly MentionOffer[]> {
    this.current?.abort();
    const controller = new AbortController();
    this.current = controller;
    const { signal } = controller;
    const wanted = query.trim().slice(0, 200);
    if (kind) return this.rankPaths(wanted, signal, kind);
    const [paths, symbols] = await Promise.all([this.rankPaths(wanted, signal), this.findSymbols(wanted, signal)]);
    if (signal.aborted) return [];
    const special = SPECIAL.filter((kind) => kind.startsWith(wanted.toLowerCase()));
    const offers = [
      ...special.map((kind) => this.offer(kind, kind)),
      ...paths.slice(0, MAX_OFFERS - symbols.length - special.length),
      ...symbols,
    ];
    return offers.slice(0, MAX_OFFERS);
  }

  private async rankPaths(query: string, signal: AbortSignal, kind?: 'file' | 'folder'): Promise<MentionOffer[]> {
    const open = this.openFiles();
    const files = await this.listFiles();
    const paths = [...(kind === 'folder' ? [] : files), ...(kind === 'file' ? [] : foldersOf(files))];
    const found: { path: string; score: number }[] = [];
    for (const [index, path] of paths.entries()) {
      if (index % SLICE === SLICE - 1) await nextTask();
      if (signal.aborted) return [];
      const score = fuzzyScore(query, path.endsWith('/') ? path.slice(0, -1) : path);
      // The user probably means an open file, but a much better match still wins.
      if (score !== undefined) found.push({ path, score: score + (open.has(path) ? 250 : 0) });
    }
    found.sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
    return found.slice(0, MAX_OFFERS).map(({ path }) => this.offer(path.endsWith('/') ? 'folder' : 'file', path));
  }

  private async findSymbols(query: string, signal: AbortSignal): Promise<MentionOffer[]> {
    if (query.length < MIN_SYMBOL_QUERY || query.includes('/')) return [];
    const { sources, workspace } = this.options;
    const offers = new Map<string, MentionOffer>();
    for (const { name, path } of await sources.findSymbols(query, signal)) {
      if (offers.size >= MAX_SYMBOLS || signal.aborted) break;
      const resolution = await workspace.resolve(path);
      const label = `${resolution.display}#${name}`;
      if (resolution.kind === 'inside' && !/\s/.test(name)) offers.set(label, this.offer('symbol', label));
    }
    return [...offers.values()];
  }

  private offer(kind: MentionKind, label: string): MentionOffer {
    return { id: this.options.ids.idOf(kind, label), kind, label };
  }

  private openFiles(): ReadonlySet<string> {
    return new Set(this.options.ideContext.current.openFiles);
  }

  private async listFiles(): Promise<readonly string[]> {
    const { clock, workspace } = this.options;
    const roots = workspace.roots.map(({ path }) => path).join('\n');
    // Another chat may have other roots, and then needs a list of its own.
    if (this.list?.roots !== roots) this.list = { roots };
    const { list } = this;
    if (list.known && clock.now() - list.known.at < FRESH_MS) return list.known.paths;
    list.reading ??= this.startReading(list);
    const { known, reading } = list;
    if (!known) return reading.paths;
    const left = MAX_WAIT - (clock.now() - reading.startedAt);
    const fresh = left > 0 ? within(left, reading.paths, clock).catch(() => undefined) : undefined;
    return (await fresh) ?? known.paths;
  }

  private startReading(list: FileList): Reading {
    const { clock } = this.options;
    const paths = this.readFiles()
      .then((read) => {
        list.known = { paths: read, at: clock.now() };
        return read;
      })
      .finally(() => (list.reading = undefined));
    // Prevents an unhandled rejection, because queries that use the old list do not handle a failure.
    paths.catch(() => undefined);
    return { paths, startedAt: clock.now() };
  }

  /** Returns display names, which tools accept as paths. Ignored files are left out. */
  private async readFiles(): Promise<readonly string[]> {
    const { workspace } = this.options;
    const { paths } = await workspace.glob({ pattern: '**/*', limit: MAX_FILES }, new AbortController().signal);
    const isSingle = workspace.roots.length === 1;
    return paths.map((path) => {
      const root = workspace.roots.find((each) => path.startsWith(`${each.path}/`));
      const relative = root ? path.slice(root.path.length + 1) : path;
      return isSingle || !root ? relative : `${root.name}/${relative}`;
    });
  }
}

/** The folders have a trailing slash. */
function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
      const folder = file.slice(0, slash + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders];
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
