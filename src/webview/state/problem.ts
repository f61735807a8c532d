import type { ChatStore } from './chatStore.ts';
import { createValueStore, type ValueStore } from './valueStore.ts';

/** A failure that only the webview knows of. It is forgotten when another chat is shown. */
export function createProblem(chat: Pick<ChatStore, 'get' | 'subscribe'>): ValueStore<string | null> {
  const problem = createValueStore<string | null>(null);
  let shown = chat.get()?.conversationId;
  chat.subscribe(() => {
    const previous = shown;
    shown = chat.get()?.conversationId;
    if (previous !== undefined && shown !== previous) problem.set(null);
  });
  return problem;
}
