/** Pseudo-random numbers (mulberry32): the same seed gives the same numbers. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** An integer from 0 to `end - 1`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
  }

  chance(probability: number): boolean {
    return this.below(1_000) < probability * 1_000;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new Error('The list to pick from is empty.');
    return found;
  }

  /** At most `most` items, which may repeat. */
  some<T>(list: readonly T[], most: number): T[] {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(list));
  }
}
