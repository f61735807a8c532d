import type { TranscriptItem } from '../../shared/transcriptItem.ts';
import { createValueStore, type ValueStore } from '../state/valueStore.ts';
import { indexOfFirstMatch, normalize, indexOfSameMatch, searchItems, type Match } from './search.ts';

export interface FindState {
  readonly open: boolean;
  /** As typed. */
  readonly query: string;
  readonly matches: readonly Match[];
  /** The index in `matches` of the shown match; -1 if there is none. */
  readonly current: number;
  /** Some items have not been searched yet. */
  readonly searching: boolean;
}

const CLOSED: FindState = { open: false, query: '', matches: [], current: -1, searching: false };

/** Milliseconds. A search runs in slices so that it does not block typing. */
const SLICE_MS = 8;

export interface FindSessionOptions {
  readonly items: () => readonly TranscriptItem[];
  readonly firstVisible: () => number;
  readonly now: () => number;
  /** Runs `action` later. Returns a function that cancels it. */
  readonly defer: (action: () => void) => () => void;
  /** Must scroll the selected match into view. */
  readonly onShow: (match: Match) => void;
}

/** The search in the conversation. Closing the bar keeps the query. */
export interface FindSession {
  readonly state: ValueStore<FindState>;
  open(query?: string): void;
  close(): void;
  type(query: string): void;
  /** Wraps around at the ends. */
  step(by: 1 | -1): void;
  /** Call this when the conversation has changed. */
  refresh(): void;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Whether a key is Ctrl+F, or Cmd+F on macOS. On layouts without Latin letters, the key's position decides, as in VS
 * Code.
 */
export function isFindKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, onMac: boolean): boolean {
  const hasModifier = onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  const isF = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'f' : code === 'KeyF';
  return hasModifier && !altKey && !shiftKey && isF;
}

export function createFindSession(options: FindSessionOptions): FindSession {
  const { items, firstVisible, now, defer, onShow } = options;
  const state = createValueStore<FindState>(CLOSED);
  let cancel: () => void = () => {};

  const patch = (change: Partial<FindState>): void => state.set({ ...state.get(), ...change });

  /** Selects `kept` again or, if it is undefined, the first match in or after the first visible item. */
  function search(kept: Match | undefined): void {
    cancel();
    const query = normalize(state.get().query);
    if (query === '') return patch({ matches: [], current: -1, searching: false });
    const all = items();
    const found: Match[] = [];
    const searchSlice = (from: number): void => {
      const end = now() + SLICE_MS;
      const { matches, next } = searchItems(all, query, from, () => now() >= end);
      found.push(...matches);
      if (next < all.length) {
        patch({ searching: true });
        cancel = defer(() => searchSlice(next));
        return;
      }
      const current =
        found.length === 0 ? -1 : kept ? indexOfSameMatch(found, kept) : indexOfFirstMatch(found, firstVisible());
      patch({ matches: found, current, searching: false });
      const match = found[current];
      if (!kept && match) onShow(match);
    };
    searchSlice(0);
  }

  return {
    state,
    open(query) {
      const changed = query !== undefined && query !== state.get().query;
      patch({ open: true, ...(changed && { query }) });
      if (changed || state.get().matches.length === 0) search(undefined);
    },
    close() {
      cancel();
      state.set({ ...CLOSED, query: state.get().query });
    },
    type(query) {
      patch({ query });
      search(undefined);
    },
    step(by) {
      const { matches, current } = state.get();
      if (matches.length === 0) return;
      const next = (current + by + matches.length) % matches.length;
      patch({ current: next });
      const match = matches[next];
      if (match) onShow(match);
    },
    refresh() {
      const { open, matches, current } = state.get();
      if (open) search(matches[current]);
    },
  };
}
