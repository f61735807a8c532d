import { randomUUID } from 'node:crypto';
import type { Note } from '../../shared/note.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';

/** Shows the output of commands in the panel, one note at a time. */
export class Notes {
  private readonly store: Pick<ChatStore, 'state' | 'dispatch'>;

  constructor(store: Pick<ChatStore, 'state' | 'dispatch'>) {
    this.store = store;
  }

  show(note: Omit<Note, 'id'>): void {
    this.store.dispatch({ type: 'note-changed', note: { ...note, id: randomUUID() } });
  }

  isShown(title: string): boolean {
    return this.store.state.note?.title === title;
  }

  /** Does nothing if no note with this title is shown. */
  refresh(note: Omit<Note, 'id'>): void {
    const shown = this.store.state.note;
    if (shown?.title === note.title) this.store.dispatch({ type: 'note-changed', note: { ...note, id: shown.id } });
  }

  close(title: string): void {
    if (this.isShown(title)) this.store.dispatch({ type: 'note-changed', note: null });
  }

  dismiss(id: string): void {
    if (this.store.state.note?.id === id) this.store.dispatch({ type: 'note-changed', note: null });
  }
}
