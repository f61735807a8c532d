import type { OpenQuestion } from './guards.ts';

export type DialogKind = Extract<OpenQuestion, 'permission-dialog' | 'settings-input'>;

/** Which of our dialogs in VS Code itself are open: while one is, the user's mind is on that. */
export class OpenDialogs {
  private readonly open: DialogKind[] = [];

  get kinds(): readonly DialogKind[] {
    return this.open;
  }

  /** The same commands; while one of them runs, a dialog of this kind counts as open. */
  around<T extends object>(kind: DialogKind, commands: T): T {
    const wrapped = Object.entries(commands).map(([name, run]: [string, (...given: unknown[]) => Promise<unknown>]) => [
      name,
      (...given: unknown[]) => this.during(kind, () => run(...given)),
    ]);
    return Object.fromEntries(wrapped) as T;
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
