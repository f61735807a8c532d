import type { OpenQuestion } from './guards.ts';

export type DialogKind = Extract<OpenQuestion, 'permission-dialog' | 'settings-input'>;

/**
 * Premove's open dialogs in VS Code. While a dialog is open, no prompt is suggested. A dialog counts only if the user's
 * next action closes it: an input box, a list, a modal question. A notification does not count, because it may stay
 * open for long and would suppress every suggestion meanwhile.
 */
export class OpenDialogs {
  private readonly open: DialogKind[] = [];

  get kinds(): readonly DialogKind[] {
    return this.open;
  }

  async track<T>(kind: DialogKind, dialog: () => Promise<T>): Promise<T> {
    this.open.push(kind);
    try {
      return await dialog();
    } finally {
      this.open.splice(this.open.indexOf(kind), 1);
    }
  }
}
