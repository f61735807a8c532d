import { memoryTexts } from '../../base/texts/instructionTexts.ts';
import type { Chat } from '../../chat/createChat.ts';
import type { MemoryScope } from '../../ports/memoryFiles.ts';
import type { Workspace } from '../../ports/workspace.ts';

type OpenFile = (folder: Workspace, path: string, line: number | null) => Promise<void>;

/** Switches files of instructions on and off in this workspace, from the next prompt on, and opens the memory. */
export class InstructionHandlers {
  private readonly chat: Pick<Chat, 'store' | 'current'>;
  private readonly openFile: OpenFile;

  constructor(chat: Pick<Chat, 'store' | 'current'>, openFile: OpenFile) {
    this.chat = chat;
    this.openFile = openFile;
  }

  /** Ignores an id that the panel does not list. */
  switch(id: string, isOn: boolean): void {
    const { store, current } = this.chat;
    if (!store.state.instructions.items.some((item) => item.id === id)) return;
    current.project.instructions?.switch(id, isOn);
    current.openChat?.readInstructions();
  }

  /** Opens a file of the memory in an editor. Creates the file if it does not exist. */
  async openMemory(scope: MemoryScope): Promise<void> {
    const { store, current } = this.chat;
    const { instructions } = current.project;
    if (!instructions) return;
    const file = await instructions.memory.prepare(scope, new AbortController().signal);
    if (file.kind === 'ready') return this.openFile(file.folder, file.path, null);
    const message = memoryTexts.notOpened(file.problem);
    store.dispatch({ type: 'notice-changed', notice: { severity: 'warning', message, action: null } });
  }
}
