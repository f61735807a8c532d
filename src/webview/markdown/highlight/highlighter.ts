import type { LanguageId } from './languages.ts';
import type { Budget } from './regexEngine.ts';
import type { Tokenization, Tokenizer } from './tokenizer.ts';
import { toGroups, type TokenGroup } from './tokens.ts';

/** Milliseconds of work at a time, so that a keystroke is rendered in the frame in which it arrives. */
const SLICE = 8;
/** Characters of code whose tokens are cached. */
const MAX_KEPT = 400_000;
/** Maximum cached groups that are added in one step, because more would take long to lay out. */
const SHOWN_AT_ONCE = 4;

export interface Highlighter {
  /** The first groups that are already highlighted. */
  peek(code: string, language: LanguageId): readonly TokenGroup[];
  /**
   * Calls `onGroups` with all groups so far, until all are done or `signal` is aborted. Highlights one request at a
   * time.
   */
  highlight(
    code: string,
    language: LanguageId,
    onGroups: (groups: readonly TokenGroup[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

export interface HighlighterOptions {
  readonly loadTokenizer: () => Promise<Tokenizer>;
  /** Milliseconds. */
  readonly now: () => number;
  /** Lets other tasks of the page run. */
  readonly pause: () => Promise<void>;
}

/**
 * Code in groups of lines, and the tokens of its first groups. If the code is requested again, its tokenization
 * continues.
 */
interface Entry {
  readonly parts: readonly string[];
  groups: readonly TokenGroup[];
  tokenization: Promise<Tokenization> | null;
}

export function createHighlighter({ loadTokenizer, now, pause }: HighlighterOptions): Highlighter {
  /** The most recently used entry is last. */
  const entries = new Map<string, Entry>();
  let keptCharacters = 0;
  let tokenizer: Promise<Tokenizer> | undefined;
  let last: Promise<void> = Promise.resolve();

  function entryOf(code: string, language: LanguageId): Entry {
    const key = toKey(code, language);
    const entry = entries.get(key) ?? { parts: toGroups(code), groups: [], tokenization: null };
    if (!entries.delete(key)) keptCharacters += key.length;
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (keptCharacters <= MAX_KEPT || oldest === key) break;
      entries.delete(oldest);
      keptCharacters -= oldest.length;
    }
    return entry;
  }

  /** Adds the next group, unless the time slice ends first. */
  async function advance(entry: Entry, language: LanguageId): Promise<void> {
    tokenizer ??= loadTokenizer();
    const loaded = await tokenizer;
    entry.tokenization ??= loaded.begin(language);
    const tokenization = await entry.tokenization;
    const group = tokenization.next(entry.parts[entry.groups.length] ?? '', sliceOf(now));
    if (group) entry.groups = [...entry.groups, group];
  }

  async function run(
    entry: Entry,
    language: LanguageId,
    onGroups: (groups: readonly TokenGroup[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    for (let shown = 0; shown < entry.parts.length && !signal.aborted;) {
      await pause();
      if (signal.aborted) return;
      if (shown >= entry.groups.length) await advance(entry, language);
      if (shown >= entry.groups.length) continue;
      shown = Math.min(shown + SHOWN_AT_ONCE, entry.groups.length);
      onGroups(entry.groups.slice(0, shown));
    }
  }

  return {
    peek: (code, language) => entries.get(toKey(code, language))?.groups.slice(0, SHOWN_AT_ONCE) ?? [],
    highlight(code, language, onGroups, signal) {
      const entry = entryOf(code, language);
      const mine = last.then(() => run(entry, language, onGroups, signal));
      // The caller gets the error; the next request must not fail because of it.
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

function toKey(code: string, language: LanguageId): string {
  return `${language}\n${code}`;
}

function sliceOf(now: () => number): Budget {
  const end = now() + SLICE;
  return { isSpent: () => now() >= end };
}
