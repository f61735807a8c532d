import * as z from 'zod/mini';
import type { ChatState } from '../../shared/chatState.ts';
import { draftFoldSchema } from '../../shared/draftFold.ts';
import type { FocusMessage, PageMessage, WebviewMessage } from '../../shared/protocol.ts';

/** What the webview itself remembers across being hidden and shown (`setState`); the host knows the rest. */
const memorySchema = z.object({
  conversationId: z.string(),
  draft: z.string(),
  /** Ranges of `draft` that are drawn as chips. */
  folds: z.array(draftFoldSchema),
  draftRevision: z.number(),
  /**
   * Texts that the host may hold and that are older than `draft`, as `draftKey` names them: the one it acknowledged
   * last and those on their way. A host that holds anything else knows better than we do.
   */
  olderDrafts: z.array(z.string()),
  /** Where the transcript was scrolled to; null at its end. */
  scroll: z.nullable(z.object({ itemId: z.string(), offset: z.number() })),
  /** What has been typed in answer to a call's question. */
  answer: z.optional(z.nullable(z.object({ callId: z.string(), text: z.string() }))),
  /** The call whose list of steps the user has hidden. */
  hiddenPlan: z.optional(z.string()),
  /** What a screen reader has been told that Enter may do on a suggestion. */
  heardEnter: z.optional(z.array(z.enum(['run', 'review', 'apply', 'fill', 'send-typed']))),
  /** What the user is writing into cards, the latest last. */
  cardTexts: z.optional(z.array(z.object({ key: z.string(), text: z.string() }))),
});
export type Memory = z.infer<typeof memorySchema>;

const EMPTY: Memory = { conversationId: '', draft: '', folds: [], draftRevision: 0, olderDrafts: [], scroll: null };

export interface PanelMemory {
  get(): Memory;
  /** Kept at once. Where VS Code cannot keep it, it still holds for as long as the webview lives. */
  patch(patch: Partial<Memory>): void;
}

export function createPanelMemory(
  api: Pick<VsCodeApi, 'getState' | 'setState'>,
  onError: (error: unknown) => void,
): PanelMemory {
  const parsed = memorySchema.safeParse(api.getState());
  let memory = parsed.success ? parsed.data : EMPTY;
  return {
    get: () => memory,
    patch(patch) {
      memory = { ...memory, ...patch };
      try {
        api.setState(memory);
      } catch (error) {
        onError(error);
      }
    },
  };
}

/**
 * The composer's text when a snapshot arrives. The webview's own memory wins only where it is a later edit of what
 * the host holds: `setState` can be lost when a window reloads, and a host that set or cleared the draft is right.
 * The same goes for a draft that came along into another chat while it was being typed.
 */
export function chooseDraft(memory: Memory, chat: HostDraft): string {
  const sameDraft =
    memory.conversationId === chat.conversationId
      ? memory.draftRevision === chat.draftRevision
      : memory.conversationId === chat.draftOrigin;
  return sameDraft && memory.olderDrafts.includes(draftKey(chat.draft)) ? memory.draft : chat.draft;
}

type HostDraft = Pick<ChatState, 'conversationId' | 'draft' | 'draftRevision' | 'draftOrigin'>;

/** Characters up to which a text stands for itself among the older drafts. */
const MAX_KEY = 200;

/** Tells one draft from another without keeping a long one twice. */
export function draftKey(text: string): string {
  return text.length <= MAX_KEY ? text : `${text.length}#${hash(text, 0x811c9dc5)}#${hash(text, 0x1b873593)}`;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}

/** What VS Code gives a webview, once: `acquireVsCodeApi` throws when called again. */
export interface VsCodeApi {
  postMessage(message: WebviewMessage | FocusMessage | PageMessage): void;
  /** What `setState` kept when the view was last torn down. */
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
