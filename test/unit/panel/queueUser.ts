import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { textOf } from '../../../src/extension/model/message.ts';
import type { MentionSources } from '../../../src/extension/ports/mentionSources.ts';
import type { ApprovalMode, PromptMention } from '../../../src/shared/chatState.ts';
import { submitResultSchema, type Request, type SubmitResult } from '../../../src/shared/protocol.ts';
import { createGate } from '../../support/gate.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { start, until } from './harness.ts';

type Panel = Awaited<ReturnType<typeof start>>;
type Change = Extract<Request, { type: 'change-queued' }>['change'];

/** What the user's words were in a request, without what is told beside them. */
export function wordsIn(request: ModelRequest | undefined): string[] {
  return (request?.messages ?? []).flatMap((message) =>
    message.role === 'user' && textOf(message) ? [textOf(message)] : [],
  );
}

/** A user whose first prompt is answered once `open` is called, and who says more until then. */
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
  const gate = createGate();
  const panel = await start([{ text: 'One.', hold: gate.opened }, ...steps], mode, sources, files, mentionable);
  panel.settings.enableFollowupSuggestions = false;
  const user = useQueue(panel);
  await panel.submit('one');
  await until(() => panel.scripted.requests.length === 1);
  /** What a reload of the window finds, and the user in front of it. */
  const reload = async (more: readonly ScriptedStep[] = []) => {
    const reloaded = await panel.reload(more);
    return { ...reloaded, ...useQueue(reloaded) };
  };
  return { ...panel, ...user, reload, open: gate.open };
}

function useQueue(panel: Panel) {
  const { controller, scripted, store } = panel;
  const conversationId = (): string => store.state.conversationId;
  const say = async (
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
  /** All that was asked for has been answered, and nothing goes on by itself. */
  const rest = () =>
    until(() => store.state.status === 'idle' && (store.state.queue.length === 0 || store.state.queuePaused));
  const requests = () => scripted.requests;
  return { say, idOf, change, queue, prompts, sendQueue, cancelEdit, rest, requests };
}
