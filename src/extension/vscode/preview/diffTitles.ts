import { PREVIEW_TITLE_PREFIX } from '../../speculate/preview.ts';

/**
 * Makes the titles of multi-file diffs distinct, so that a tab's label identifies its diff. VS Code adds the number of
 * files to the title in the label. Therefore no title is the beginning of the title of another diff.
 */
export class DiffTitles {
  private readonly taken = new Map<string, TakenTitle>();

  /**
   * Returns the title of this owner's diff: `wanted`, with a number if the title of another diff is too similar. The
   * owner keeps this title until `release`, or until `isOpen` is false for the title. `isOpen` is always true by
   * default.
   */
  take(owner: string, wanted: string, isOpen: (title: string) => boolean = () => true): string {
    for (const [each, taken] of this.taken) if (!taken.isOpen(taken.title)) this.taken.delete(each);
    const own = this.taken.get(owner);
    if (own) return own.title;
    const others = [...this.taken.values()].map((taken) => taken.title);
    let number = 1;
    while (others.some((other) => areSimilar(other, numbered(wanted, number)))) number += 1;
    const title = numbered(wanted, number);
    this.taken.set(owner, { title, isOpen });
    return title;
  }

  /** Call when the diff is closed and will not be opened again. */
  release(owner: string): void {
    this.taken.delete(owner);
  }
}

interface TakenTitle {
  readonly title: string;
  readonly isOpen: (title: string) => boolean;
}

/** Whether the label of a tab is the title of a diff that Premove opened, now or before a reload. */
export function isDiffTitle(label: string): boolean {
  return /^Premove(?: \d+)?: /.test(label);
}

/** The number stands in the first word, because titles with different numbers are then never similar. */
function numbered(title: string, number: number): string {
  return number === 1 ? title : `Premove ${number}: ${title.slice(PREVIEW_TITLE_PREFIX.length)}`;
}

function areSimilar(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
