import type { Chat } from '../../chat/createChat.ts';

/** Switches files of instructions on and off in this workspace, from the next prompt on. */
export class InstructionHandlers {
  private readonly chat: Pick<Chat, 'store' | 'current'>;

  constructor(chat: Pick<Chat, 'store' | 'current'>) {
    this.chat = chat;
  }

  /** Ignores an id that the panel does not list. */
  switch(id: string, isOn: boolean): void {
    const { store, current } = this.chat;
    if (!store.state.instructions.items.some((item) => item.id === id)) return;
    current.project.instructions?.switch(id, isOn);
    current.openChat?.readInstructions();
  }
}
