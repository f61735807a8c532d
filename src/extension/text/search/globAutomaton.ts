/*
 * Globs come from models and repositories, and a regular expression could take exponential time. `GlobAutomaton` reads
 * each character once, and follows all possible positions in the glob at the same time.
 */

export interface GlobStep {
  /** Whether the step consumes the character; undefined for a step that consumes none. */
  readonly consumes?: (character: string) => boolean;
  /**
   * The next steps of a step without `consumes`, all followed at once. A step with `consumes` continues with the step
   * after it.
   */
  readonly forks: number[];
}

interface State {
  /** The steps that may consume the next character. */
  readonly steps: readonly number[];
  readonly isMatch: boolean;
  /** Computed transitions by character. ASCII is separate for speed. */
  readonly ascii: (State | undefined)[];
  readonly others: Map<number, State>;
}

/** Maximum number of cached transitions, to limit the memory. */
const MAX_CACHED = 10_000;

/** Runs the steps of a glob. A text matches if the position after the last step is reached at the text's end. */
export class GlobAutomaton {
  private readonly steps: readonly GlobStep[];
  private readonly states = new Map<string, State>();
  private start: State | undefined;
  private cached = 0;

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
    const targets = from.steps.flatMap((step) => (this.steps[step]?.consumes?.(character) ? [step + 1] : []));
    const to = this.stateOf(targets);
    if ((this.cached += 1) > MAX_CACHED) this.forget();
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

  /** Follows forks. Returns, in ascending order, the steps with `consumes` that are reached, and the end if reached. */
  private reach(targets: readonly number[]): number[] {
    const seen = new Set<number>();
    for (const pending = [...targets]; pending.length > 0;) {
      const at = pending.pop() ?? 0;
      if (seen.has(at)) continue;
      seen.add(at);
      const step = this.steps[at];
      if (step && !step.consumes) pending.push(...step.forks);
    }
    return [...seen].filter((at) => !this.steps[at] || this.steps[at].consumes).sort((a, b) => a - b);
  }

  private forget(): void {
    for (const state of this.states.values()) {
      state.ascii.length = 0;
      state.others.clear();
    }
    this.states.clear();
    this.start = undefined;
    this.cached = 0;
  }
}
