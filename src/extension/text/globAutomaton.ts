/**
 * What a glob is compiled to. A regular expression would try every way to share a text out among the wildcards, which
 * takes for ever with a dozen of them, and patterns come from models and repositories. This takes each character once,
 * in all the places of the pattern where it could stand.
 */
export interface GlobStep {
  /** Whether it takes the character; undefined where it takes none. */
  readonly takes?: (character: string) => boolean;
  /** Where it goes on: after `takes` the next step, else all of these at once. */
  readonly forks: number[];
}

interface State {
  /** The steps that may take the next character. */
  readonly steps: readonly number[];
  readonly isMatch: boolean;
  /** Where characters lead, as far as that was asked; ASCII apart from the others, for its speed. */
  readonly ascii: (State | undefined)[];
  readonly others: Map<number, State>;
}

/** Transitions remembered before all are forgotten, so that no text fills the memory. */
const MAX_REMEMBERED = 10_000;

/** Runs steps from the first one; whoever gets beyond the last has matched. */
export class GlobAutomaton {
  private readonly steps: readonly GlobStep[];
  private readonly states = new Map<string, State>();
  private start: State | undefined;
  private remembered = 0;

  constructor(steps: readonly GlobStep[]) {
    this.steps = steps;
  }

  matches(text: string): boolean {
    let state = (this.start ??= this.stateOf([0]));
    for (let at = 0; at < text.length; at += 1) {
      const code = text.codePointAt(at) ?? 0;
      if (code > 0xffff) at += 1;
      state = (code < 128 ? state.ascii[code] : state.others.get(code)) ?? this.follow(state, code);
      if (state.steps.length === 0 && !state.isMatch) return false;
    }
    return state.isMatch;
  }

  private follow(from: State, code: number): State {
    const character = String.fromCodePoint(code);
    const targets = from.steps.flatMap((step) => (this.steps[step]?.takes?.(character) ? [step + 1] : []));
    const to = this.stateOf(targets);
    if ((this.remembered += 1) > MAX_REMEMBERED) this.forget();
    if (code < 128) from.ascii[code] = to;
    else from.others.set(code, to);
    return to;
  }

  private stateOf(targets: readonly number[]): State {
    const steps = this.reach(targets);
    const key = steps.join();
    const known = this.states.get(key);
    if (known) return known;
    const isMatch = steps.at(-1) === this.steps.length;
    const state: State = {
      steps: isMatch ? steps.slice(0, -1) : steps,
      isMatch,
      ascii: [],
      others: new Map(),
    };
    this.states.set(key, state);
    return state;
  }

  /** The steps that take characters, and the end, as far as they are reached without any; in their order. */
  private reach(targets: readonly number[]): number[] {
    const seen = new Set<number>();
    for (const pending = [...targets]; pending.length > 0;) {
      const at = pending.pop() ?? 0;
      if (seen.has(at)) continue;
      seen.add(at);
      const step = this.steps[at];
      if (step && !step.takes) pending.push(...step.forks);
    }
    return [...seen].filter((at) => !this.steps[at] || this.steps[at].takes).sort((a, b) => a - b);
  }

  private forget(): void {
    for (const state of this.states.values()) {
      state.ascii.length = 0;
      state.others.clear();
    }
    this.states.clear();
    this.start = undefined;
    this.remembered = 0;
  }
}
