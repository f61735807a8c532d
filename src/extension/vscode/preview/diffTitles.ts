import { PREVIEW_TITLE_PREFIX } from '../../speculate/preview.ts';

/**
 * Makes the titles of multi-file diffs distinct. VS Code appends the number of files to the label, so no title may be
 * the beginning of another.
 */
export class DiffTitles {
  private readonly taken = new Map<string, TakenTitle>();

  /**
   * Returns `wanted`, with a number if another diff's title is too similar. The owner keeps the title until `release`,
   * or until `isOpen` is false for it.
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

  /** Call when the diff will not be opened again. */
  release(owner: string): void {
    this.taken.delete(owner);
  }
}

interface TakenTitle {
  readonly title: string;
  readonly isOpen: (title: string) => boolean;
}

/** Whether Premove opened the diff with this label, now or before a reload. */
export function isDiffTitle(label: string): boolean {
  return /^Premove(?: \d+)?: /.test(label);
}

/** The number is before the colon, so that titles with different numbers are never similar. */
function numbered(title: string, number: number): string {
  return number === 1 ? title : `Premove ${number}: ${title.slice(PREVIEW_TITLE_PREFIX.length)}`;
}

function areSimilar(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
