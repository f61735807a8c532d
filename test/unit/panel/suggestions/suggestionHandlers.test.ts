import { describe, expect, test } from 'vitest';
import { SuggestionHandlers } from '../../../../src/extension/panel/handlers/suggestionHandlers.ts';
import { ChatStore } from '../../../../src/extension/chat/view/chatStore.ts';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { MutedChats } from '../../../../src/extension/suggest/mutedChats.ts';
import { SuggestionNotices } from '../../../../src/extension/suggest/suggestionNotices.ts';
import { createMemento } from '../../../support/memento.ts';

interface Situation {
  readonly written?: 'written' | 'off-in-workspace';
  readonly muted?: readonly string[];
  readonly another?: string;
}

/** Creates handlers. `another` is the id of a chat that is shown when the setting is written or the move stopped. */
function start({ written = 'written', muted = [], another }: Situation = {}) {
  const store = new ChatStore(createInitialChatState('first'));
  const mutedChats = new MutedChats(createMemento());
  for (const id of muted) mutedChats.set(id, true);
  const done: string[] = [];
  const record = async (effect: string): Promise<void> => {
    done.push(effect);
    if (another) store.replace(createInitialChatState(another));
  };
  const handlers = new SuggestionHandlers({
    mutedChats,
    habit: { reset: () => {} },
    notices: new SuggestionNotices(store, createManualClock()),
    store,
    moveAhead: { stop: () => record('stop') },
    writeEnabled: async (enabled) => {
      await record(`write ${enabled}`);
      return written;
    },
    writePreparing: async (enabled) => {
      await record(`write preparing ${enabled}`);
      return written;
    },
    openSettings: (page) => record(`settings: ${page}`),
    setFastModelKey: () => record('key'),
  });
  return { handlers, store, done, isMuted: (id: string) => mutedChats.has(id) };
}

describe('if the workspace has suggestions off', () => {
  test.each([
    ['the undo', ({ handlers }: ReturnType<typeof start>) => handlers.handle('first', 'on')],
    ['the command for the chat', ({ handlers }: ReturnType<typeof start>) => handlers.toggle(false)],
    ['the command for all chats', ({ handlers }: ReturnType<typeof start>) => handlers.toggleEverywhere(false)],
  ])('%s shows a notice that the workspace has them off, and no notice that they are on', async (_, switchOn) => {
    const world = start({ written: 'off-in-workspace' });
    await switchOn(world);
    expect(world.done).toEqual(['write true']);
    expect(world.store.state.suggesting.notice).toEqual({ kind: 'off-in-workspace' });
    await world.handlers.handle('first', 'open-workspace-settings');
    expect(world.done.at(-1)).toBe('settings: workspace');
  });
});

test.each([
  ['open-settings', 'settings: suggestions'],
  ['open-fast-model-setting', 'settings: fast-model'],
  ['set-fast-model-key', 'key'],
] as const)('the action %s leads to “%s”', async (action, where) => {
  const { handlers, done } = start();
  await handlers.handle('first', action);
  expect(done).toEqual([where]);
});

describe('prepared edits', () => {
  test.each([
    ['preparing-on', 'write preparing true'],
    ['preparing-off', 'write preparing false'],
  ] as const)('are switched in the user’s settings, and the panel shows a notice (%s)', async (action, write) => {
    const { handlers, store, done } = start();
    store.dispatch({ type: 'suggesting-changed', patch: { notice: { kind: 'offer-preparing', cost: 0.02 } } });
    await handlers.handle('first', action);
    expect(done).toEqual([write]);
    expect(store.state.suggesting.notice).toEqual({ kind: action });
  });

  test('stay off if the workspace has them off, and the panel shows a notice', async () => {
    const { handlers, store, done } = start({ written: 'off-in-workspace' });
    await handlers.handle('first', 'preparing-on');
    expect(store.state.suggesting.notice).toEqual({ kind: 'preparing-off-in-workspace' });
    await handlers.handle('first', 'open-workspace-preparing-setting');
    expect(done.at(-1)).toBe('settings: workspace-preparing');
  });
});

describe('if another chat is shown meanwhile', () => {
  test('the command switches suggestions on in its own chat, and not in the shown chat', async () => {
    const { handlers, store, isMuted } = start({ another: 'second', muted: ['first', 'second'] });
    await handlers.toggle(false);
    expect(store.state.conversationId).toBe('second');
    expect([isMuted('first'), isMuted('second')]).toEqual([false, true]);
    expect(store.state.suggesting.notice).toBeNull();
  });

  test('the shown chat gets no notice that suggestions are off in the earlier chat', async () => {
    const { handlers, store, isMuted, done } = start({ another: 'second' });
    await handlers.toggle(true);
    expect(done).toEqual(['stop']);
    expect([isMuted('first'), isMuted('second')]).toEqual([true, false]);
    expect(store.state.suggesting.notice).toBeNull();
  });

  test('a later action for the earlier chat does nothing', async () => {
    const { handlers, done, isMuted } = start({ another: 'second' });
    await handlers.handle('first', 'on');
    await handlers.handle('first', 'off-in-chat');
    expect(done).toEqual(['write true']);
    expect([isMuted('first'), isMuted('second')]).toEqual([false, false]);
  });
});
