import type { ModelRequest } from '../../../../src/extension/model/chatModel.ts';
import { textOf } from '../../../../src/extension/model/message.ts';
import type { MentionSources } from '../../../../src/extension/ports/mentionSources.ts';
import type { ApprovalMode, PromptMention } from '../../../../src/shared/chatState.ts';
import { submitResultSchema, type Request, type SubmitResult } from '../../../../src/shared/protocol.ts';
import { createLatch } from '../../../support/latch.ts';
import { createMemoryFileStore } from '../../../support/memoryFileStore.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { start, until } from '../harness.ts';

type Panel = Awaited<ReturnType<typeof start>>;
type Change = Extract<Request, { type: 'change-queued' }>['change'];

/** The texts of the user messages in a request, without messages that hold only tool results. */
export function promptTextsIn(request: ModelRequest | undefined): string[] {
  return (request?.messages ?? []).flatMap((message) =>
    message.role === 'user' && textOf(message) ? [textOf(message)] : [],
  );
}

/**
 * Starts a panel and submits the prompt `one`. Its answer ends when `open` is called; until then prompts are queued.
 */
export async function startQueue(
  steps: readonly ScriptedStep[],
  {
    mode = 'auto-edit',
    files = createMemoryFileStore(),
    sources = { 'a.ts': 'alpha\n' },
    mentionable = {},
  }: {
    mode?: ApprovalMode;
    files?: ReturnType<typeof createMemoryFileStore>;
    sources?: Readonly<Record<string, string>>;
    mentionable?: Partial<MentionSources>;
  } = {},
) {
  const latch = createLatch();
  const panel = await start([{ text: 'One.', hold: latch.opened }, ...steps], mode, sources, files, mentionable);
  panel.settings.enableFollowupSuggestions = false;
  const user = useQueue(panel);
  await panel.submit('one');
  await until(() => panel.scripted.requests.length === 1);
  /** Closes the window, and opens it again on the same files. */
  const reload = async (more: readonly ScriptedStep[] = []) => {
    const reloaded = await panel.reload(more);
    return { ...reloaded, ...useQueue(reloaded) };
  };
  return { ...panel, ...user, reload, open: latch.open };
}

function useQueue(panel: Panel) {
  const { controller, scripted, store } = panel;
  const conversationId = (): string => store.state.conversationId;
  const send = async (
    text: string,
    more: { steers?: boolean; mentions?: PromptMention[] } = {},
  ): Promise<SubmitResult['outcome']> => {
    const request = { type: 'submit', conversationId: conversationId(), text, ...more } as const;
    return submitResultSchema.parse(await controller.handle(request)).outcome;
  };
  const idOf = (text: string): string => store.state.queue.find((prompt) => prompt.text === text)?.id ?? '';
  const change = async (text: string, how: Change): Promise<void> => {
    await controller.handle({ type: 'change-queued', conversationId: conversationId(), id: idOf(text), change: how });
  };
  const queue = (): string[] => store.state.queue.flatMap(({ text, removed }) => (removed ? [] : [text]));
  const prompts = (): string[] => store.state.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
  const sendQueue = () => controller.handle({ type: 'send-queue', conversationId: conversationId() });
  const cancelEdit = () => controller.handle({ type: 'cancel-edit', conversationId: conversationId() });
  /** Waits until the chat is idle and the queue is empty or paused. */
  const untilQueueStops = () =>
    until(() => store.state.status === 'idle' && (store.state.queue.length === 0 || store.state.queuePaused));
  const requests = () => scripted.requests;
  return { send, idOf, change, queue, prompts, sendQueue, cancelEdit, untilQueueStops, requests };
}
