import type { OpenQuestion } from './guards.ts';

export type DialogKind = Extract<OpenQuestion, 'permission-dialog' | 'settings-input'>;

/**
 * Which of our boxes in VS Code itself are open; while one is, nothing is suggested. Only boxes that close with the user's
 * next action count: an input box, a list, a modal question. A notification never counts: it stays until the user closes
 * it, and would suppress every suggestion until then.
 */
export class OpenDialogs {
  private readonly open: DialogKind[] = [];

  get kinds(): readonly DialogKind[] {
    return this.open;
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
