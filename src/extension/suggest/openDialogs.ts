import type { OpenQuestion } from './guards.ts';

/** Opens a box and resolves to its answer. */
export type AskInBox = <T>(box: () => Promise<T>) => Promise<T>;

export type DialogKind = Extract<OpenQuestion, 'permission-dialog' | 'settings-input'>;

/**
 * Which of our boxes in VS Code itself are open: while one is, the user's mind is on that. Only what closes with the
 * user's next action counts, an input box, a list, a modal question. A notification stays for as long as the user leaves
 * it there, and would keep every suggestion away until then.
 */
export class OpenDialogs {
  private readonly open: DialogKind[] = [];

  get kinds(): readonly DialogKind[] {
    return this.open;
  }

  /** The same way to ask; while one of its boxes is open, and at no other time, a dialog of this kind counts as open. */
  around(kind: DialogKind, ask: AskInBox): AskInBox {
    return (box) => ask(() => this.during(kind, box));
  }

  async during<T>(kind: DialogKind, dialog: () => Promise<T>): Promise<T> {
    this.open.push(kind);
    try {
      return await dialog();
    } finally {
      this.open.splice(this.open.indexOf(kind), 1);
    }
  }
}
