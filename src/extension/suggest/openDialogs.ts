import type { OpenQuestion } from './guards.ts';

export type DialogKind = Extract<OpenQuestion, 'permission-dialog' | 'settings-input'>;

/**
 * Premove's open dialogs in VS Code, during which no prompt is suggested. Notifications do not count, because they may
 * stay open for long and would suppress every suggestion.
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
