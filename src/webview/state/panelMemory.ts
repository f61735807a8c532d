import * as z from 'zod/mini';
import type { ChatState } from '../../shared/chatState.ts';
import { draftChipSchema } from '../../shared/draftChip.ts';
import type { FocusMessage, PageMessage, WebviewMessage } from '../../shared/protocol.ts';

/** The state that the webview itself persists across reloads; the host has the rest. */
const memorySchema = z.object({
  conversationId: z.string(),
  draft: z.string(),
  /** Ranges of `draft` that are rendered as chips. */
  folds: z.array(draftChipSchema),
  /** `draft` is a shell command. */
  shell: z.optional(z.boolean()),
  draftRevision: z.number(),
  /**
   * Older texts that the host may hold, as `draftKey`s: the last acknowledged text, and those in flight. Any other text
   * of the host is newer.
   */
  olderDrafts: z.array(z.string()),
  /** The transcript's scroll position; null if it is at the end. */
  scroll: z.nullable(z.object({ itemId: z.string(), offset: z.number() })),
  /** The typed text that answers a call's question. */
  answer: z.optional(z.nullable(z.object({ callId: z.string(), text: z.string() }))),
  /** The call whose list of steps is hidden. */
  hiddenPlan: z.optional(z.string()),
  /** Which effects of Enter on a suggestion have been announced to screen readers. */
  heardEnter: z.optional(z.array(z.enum(['run', 'review', 'apply', 'fill', 'send-typed']))),
  /** Texts typed into cards, the latest last. */
  cardTexts: z.optional(z.array(z.object({ key: z.string(), text: z.string() }))),
});
export type Memory = z.infer<typeof memorySchema>;

const EMPTY: Memory = { conversationId: '', draft: '', folds: [], draftRevision: 0, olderDrafts: [], scroll: null };

export interface PanelMemory {
  get(): Memory;
  /** Persists the change at once. If that fails, the change lasts until the webview is disposed. */
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
 * Chooses the composer's text after a snapshot. The webview's own text wins only if it is a later edit of the host's
 * text: `setState` can be lost when a window reloads, and the host may have set or cleared the draft. The rule also
 * covers a draft that was carried over into another chat.
 */
export function chooseDraft(memory: Memory, chat: HostDraft): string {
  const sameDraft =
    memory.conversationId === chat.conversationId
      ? memory.draftRevision === chat.draftRevision
      : memory.conversationId === chat.draftOrigin;
  return sameDraft && memory.olderDrafts.includes(draftKey(chat.draft)) ? memory.draft : chat.draft;
}

/**
 * Whether the chat's last prompt or command, or a queued prompt, has this text. VS Code can lose the last `setState`
 * before a reload. The webview then remembers a text that it has sent.
 */
export function wasSubmitted(text: string, { items, queue, shellLines }: ChatState): boolean {
  const submitted = text.trim();
  if (submitted === '') return false;
  const prompt = items.findLast(({ kind }) => kind === 'user');
  const sent = [prompt?.kind === 'user' && prompt.text, shellLines.at(-1)?.command, ...queue.map((one) => one.text)];
  return sent.some((other) => typeof other === 'string' && other.trim() === submitted);
}

type HostDraft = Pick<ChatState, 'conversationId' | 'draft' | 'draftRevision' | 'draftOrigin'>;

/** Maximum characters of a text that is its own key. */
const MAX_KEY = 200;

/** Identifies a draft without storing a long text twice. */
export function draftKey(text: string): string {
  return text.length <= MAX_KEY ? text : `${text.length}#${hash(text, 0x811c9dc5)}#${hash(text, 0x1b873593)}`;
}

/** FNV-1a over UTF-16 code units. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}

/** VS Code's API for a webview. `acquireVsCodeApi` throws when called twice. */
export interface VsCodeApi {
  postMessage(message: WebviewMessage | FocusMessage | PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
