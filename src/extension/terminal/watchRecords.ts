import * as z from 'zod';
import type { Memento } from '../ports/memento.ts';
import type { QuestionIdentity } from './questionIdentity.ts';

export interface WatchRecord {
  /** The user's decision; missing if the user has not decided. */
  readonly watched?: boolean | undefined;
  /** Whether a watched agent runs in the terminal. */
  readonly isRunning?: boolean | undefined;
  /** The questions that the user does not want to see now. */
  readonly dismissed?: readonly QuestionIdentity[] | undefined;
}

const identitySchema = z.object({
  fingerprint: z.nullable(z.string()),
  text: z.string(),
  options: z.array(z.string()),
});
const recordsSchema = z.array(
  z.object({
    key: z.string(),
    watched: z.optional(z.boolean()),
    isRunning: z.optional(z.boolean()),
    dismissed: z.optional(z.array(identitySchema)),
  }),
);

/** The least recently changed are dropped first. */
const MAX_TERMINALS = 50;

/** Persists the user's decisions about terminals, because a terminal stays open when the window is reloaded. */
export class WatchRecords {
  private readonly memento: Memento;

  constructor(memento: Memento) {
    this.memento = memento;
  }

  /** `key`: see `WatchableTerminal.key`. */
  get(key: string | undefined): WatchRecord {
    return this.all().find((each) => each.key === key) ?? {};
  }

  hasRunning(): boolean {
    return this.all().some(({ isRunning }) => isRunning === true);
  }

  patch(key: string | undefined, patch: WatchRecord): void {
    if (key === undefined) return;
    const all = this.all();
    const known = all.find((each) => each.key === key);
    this.memento.set([...all.filter((each) => each !== known), { ...known, key, ...patch }].slice(-MAX_TERMINALS));
  }

  delete(key: string | undefined): void {
    const all = this.all();
    const kept = all.filter((each) => each.key !== key);
    if (kept.length < all.length) this.memento.set(kept);
  }

  private all(): (WatchRecord & { readonly key: string })[] {
    const parsed = recordsSchema.safeParse(this.memento.get());
    return parsed.success ? parsed.data : [];
  }
}
