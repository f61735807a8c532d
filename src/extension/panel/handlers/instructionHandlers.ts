import { memoryTexts } from '../../base/texts/instructionTexts.ts';
import { refusalTexts } from '../../base/texts/refusalTexts.ts';
import type { Chat } from '../../chat/createChat.ts';
import type { MemoryScope } from '../../ports/memoryFiles.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { RefusedRequest } from '../channel.ts';
import type { MemoryNote } from '../memoryNote.ts';
import type { PanelCommands } from './commandHandlers.ts';

export interface InstructionDialogs extends Pick<PanelCommands, 'manageTrust'> {
  /** The editor takes the focus; `line` is 1-based. */
  openFile(workspace: Workspace, path: string, line: number | null): Promise<void>;
}

/**
 * Switches instruction files on and off in this workspace, from the next prompt on. Also opens files with a problem,
 * and the memory.
 */
export class InstructionHandlers {
  private readonly chat: Pick<Chat, 'store' | 'current'>;
  private readonly dialogs: InstructionDialogs;
  private readonly memoryNote: Pick<MemoryNote, 'refresh'>;

  constructor(
    chat: Pick<Chat, 'store' | 'current'>,
    dialogs: InstructionDialogs,
    memoryNote: Pick<MemoryNote, 'refresh'>,
  ) {
    this.chat = chat;
    this.dialogs = dialogs;
    this.memoryNote = memoryNote;
  }

  /** Reads the files again, for the list. Does not wait. */
  list(): void {
    this.chat.current.openChat?.listInstructions();
  }

  /** Ignores an id that the panel does not list. */
  switch(id: string, isOn: boolean): void {
    const { store, current } = this.chat;
    if (!store.state.instructions.items.some((item) => item.id === id)) return;
    current.project.instructions?.switch(id, isOn);
    current.openChat?.readInstructions();
  }

  /** `problem`: a line of the panel's list of problems. */
  async openProblem(problem: string): Promise<void> {
    const { store, current } = this.chat;
    const isListed = store.state.instructions.problems.includes(problem);
    const place = isListed ? await current.project.instructions?.placeOfProblem(problem) : undefined;
    switch (place?.kind) {
      case undefined:
        throw new RefusedRequest(refusalTexts.problemGone());
      case 'untrusted':
        return this.dialogs.manageTrust();
      case 'not-opened':
        throw new RefusedRequest(refusalTexts.notAFile(place.display));
      case 'file':
        return this.dialogs.openFile(place.folder, place.path, null);
    }
  }

  /** Creates the file if it does not exist. */
  async openMemory(scope: MemoryScope): Promise<void> {
    const { store, current } = this.chat;
    const { instructions } = current.project;
    if (!instructions) return;
    const file = await instructions.memory.prepare(scope, new AbortController().signal);
    if (file.kind === 'ready') {
      await this.memoryNote.refresh();
      return this.dialogs.openFile(file.folder, file.path, null);
    }
    const message = memoryTexts.notOpened(file.problem);
    store.dispatch({ type: 'notice-changed', notice: { severity: 'warning', message, action: null } });
  }
}
