import * as z from 'zod';
import type { Memento } from '../ports/memento.ts';

/** Maximum number of remembered chats. The chats that were muted first are dropped first. */
const MAX_CHATS = 500;

/** The chats in which the user wants no suggestions. Survives a reload. */
export class MutedChats {
  private readonly memento: Memento;

  constructor(memento: Memento) {
    this.memento = memento;
  }

  has(conversationId: string): boolean {
    return this.ids.includes(conversationId);
  }

  set(conversationId: string, muted: boolean): void {
    const others = this.ids.filter((id) => id !== conversationId);
    this.memento.set((muted ? [...others, conversationId] : others).slice(-MAX_CHATS));
  }

  private get ids(): string[] {
    const parsed = z.array(z.string()).safeParse(this.memento.get());
    return parsed.success ? parsed.data : [];
  }
}
