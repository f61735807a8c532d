import type { Disposable } from '../base/disposable.ts';
import { memoryNoteTexts } from '../base/texts/commandTexts.ts';
import type { Instructions } from '../instructions/instructions.ts';
import type { Log } from '../ports/log.ts';
import { toMemoryNote } from './commands/memory.ts';
import type { Notes } from './notes.ts';

/** Keeps the output of /memory up to date while it is shown. */
export class MemoryNote implements Disposable {
  private readonly notes: Pick<Notes, 'isShown' | 'refresh'>;
  private readonly instructions: Pick<Instructions, 'memory' | 'onDidChange'>;
  private readonly log: Log;
  private readonly subscription: Disposable;

  constructor(
    notes: Pick<Notes, 'isShown' | 'refresh'>,
    instructions: Pick<Instructions, 'memory' | 'onDidChange'>,
    log: Log,
  ) {
    this.notes = notes;
    this.instructions = instructions;
    this.log = log;
    this.subscription = instructions.onDidChange(() => void this.refresh());
  }

  /** Never rejects. */
  async refresh(): Promise<void> {
    if (!this.notes.isShown(memoryNoteTexts.title())) return;
    try {
      this.notes.refresh(await toMemoryNote(this.instructions));
    } catch (error) {
      this.log.error('The memory could not be read', error);
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }
}
