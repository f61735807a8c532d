import { createInitialChatState } from '../../src/shared/chatReducer.ts';
import type { ChatState, QueuedPromptView } from '../../src/shared/chatState.ts';
import type { AnswerItem } from '../../src/shared/transcriptItem.ts';
import { answerItem, toolItem, userItem } from '../../test/support/chatItems.ts';

const image = { id: 'i', name: 'Pasted image', thumbnail: 'data:image/png,' };
const CHANGELOG = queued('then update the changelog');
const LONG = queued('run the tests again, and if one of them fails, say which one and why before you change anything');
const STEERS = queued('leave the fixtures alone', { steers: true });

export const QUEUE_STATES: Readonly<Record<string, ChatState>> = {
  'queue-one': working({ queue: [CHANGELOG] }),
  queue: working({
    queue: [
      STEERS,
      { ...CHANGELOG, model: { id: 'anthropic/claude-haiku-4-5', label: 'claude-haiku-4-5' } },
      { ...LONG, images: [image, { ...image, id: 'j' }] },
    ],
    draft: 'and push',
  }),
  'queue-paused': working({
    status: 'idle',
    items: items('stopped'),
    queue: [CHANGELOG, { ...LONG, removed: true }, STEERS],
    queuePaused: true,
  }),
  'queue-editing': working({ queue: [STEERS, CHANGELOG, LONG], editing: CHANGELOG.id, draft: CHANGELOG.text }),
  'queue-long': working({
    status: 'waiting-for-confirmation',
    queue: Array.from({ length: 12 }, (_, index) => queued(`step ${index + 1} of a very long list`)),
  }),
  steered: working({
    items: [
      ...items('done'),
      userItem({ id: 'u2', text: 'leave the fixtures alone', steers: true }),
      answerItem({ id: 'a2', status: 'streaming', blocks: [{ kind: 'text', text: 'Right, only the sources then.' }] }),
    ],
  }),
};

function working(patch: Partial<ChatState>): ChatState {
  return {
    ...createInitialChatState('c1'),
    title: 'Rename alpha',
    status: 'responding',
    items: items('streaming'),
    model: { id: 'anthropic/claude-sonnet-5', label: 'sonnet-5' },
    approvalMode: 'auto-edit',
    ...patch,
  };
}

function items(status: AnswerItem['status']): ChatState['items'] {
  const running = status === 'streaming' ? 'executing' : 'success';
  return [
    userItem({ id: 'u1', text: 'rename alpha to beta everywhere and keep the tests green' }),
    answerItem({
      id: 'a1',
      status,
      models: ['anthropic/claude-sonnet-5'],
      blocks: [
        { kind: 'text', text: 'I’ll look at every use first.' },
        toolItem({ callId: '1', name: 'grep', detail: '“alpha” in src', summary: '9 in 3 files' }),
        toolItem({ callId: '2', name: 'run_shell_command', detail: 'npm test', status: running }),
      ],
    }),
  ];
}

function queued(text: string, patch: Partial<QueuedPromptView> = {}): QueuedPromptView {
  return { id: text, text, mentions: [], images: [], steers: false, removed: false, ...patch };
}
