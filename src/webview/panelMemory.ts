import * as z from 'zod/mini';
import type { VsCodeApi } from './vscodeApi.ts';

/** What the webview itself remembers across being hidden and shown (`setState`); the host knows the rest. */
const memorySchema = z.object({
  conversationId: z.string(),
  draft: z.string(),
  draftRevision: z.number(),
  /**
   * Texts that the host may hold and that are older than `draft`: the one it acknowledged last and those on their
   * way. A host that holds anything else knows better than we do.
   */
  olderDrafts: z.array(z.string()),
  /** Where the transcript was scrolled to; null at its end. */
  scroll: z.nullable(z.object({ itemId: z.string(), offset: z.number() })),
});
export type Memory = z.infer<typeof memorySchema>;

const EMPTY: Memory = { conversationId: '', draft: '', draftRevision: 0, olderDrafts: [], scroll: null };

export interface PanelMemory {
  get(): Memory;
  /** Kept at once. */
  patch(patch: Partial<Memory>): void;
}

export function createPanelMemory(api: Pick<VsCodeApi, 'getState' | 'setState'>): PanelMemory {
  const parsed = memorySchema.safeParse(api.getState());
  let memory = parsed.success ? parsed.data : EMPTY;
  return {
    get: () => memory,
    patch(patch) {
      memory = { ...memory, ...patch };
      api.setState(memory);
    },
  };
}

/**
 * The composer's text when a snapshot arrives. The webview's own memory wins only where it is a later edit of what
 * the host holds: `setState` can be lost when a window reloads, and a host that set or cleared the draft is right.
 */
export function chooseDraft(
  memory: Memory,
  chat: { readonly conversationId: string; readonly draft: string; readonly draftRevision: number },
): string {
  const sameDraft = memory.conversationId === chat.conversationId && memory.draftRevision === chat.draftRevision;
  return sameDraft && memory.olderDrafts.includes(chat.draft) ? memory.draft : chat.draft;
}
