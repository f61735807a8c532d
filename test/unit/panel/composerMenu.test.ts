import { describe, expect, it } from 'vitest';
import { start, until } from './harness.ts';

type User = Awaited<ReturnType<typeof start>>;

/** Chooses a model for the next message, as the *More* menu does. */
async function chooseForMessage(user: User, id: string): Promise<void> {
  user.world.chosenModel = id;
  await user.controller.handle({ type: 'command', command: 'choose-message-model' });
  user.world.askedModels.length = 0;
}

const messageModel = (user: User) => user.store.state.composerMenu.messageModel;

it('a model for one message answers that message only', async () => {
  const user = await start(['First.', 'Second.']);
  await chooseForMessage(user, 'other/big');
  expect(messageModel(user)).toMatchObject({ id: 'other/big' });
  await user.exchange('Think hard');
  expect(user.world.askedModels).toContain('other/big');
  expect(messageModel(user)).toBeNull();
  user.world.askedModels.length = 0;
  await user.exchange('Go on');
  expect(user.world.askedModels).not.toContain('other/big');
});

it('a queued message keeps its model, and the message after it has the chat’s model', async () => {
  let finish = (): void => {};
  const hold = new Promise<void>((resolve) => (finish = resolve));
  const user = await start([{ text: 'First.', hold }, 'Second.']);
  await user.submit('Begin');
  await until(() => user.store.state.status === 'responding');
  await chooseForMessage(user, 'other/big');
  await user.submit('Think hard');
  expect(messageModel(user)).toBeNull();
  expect(user.store.state.queue).toMatchObject([{ model: { id: 'other/big', label: 'big' } }]);
  const { conversationId, queue } = user.store.state;
  await user.controller.handle({ type: 'change-queued', conversationId, id: queue[0]?.id ?? '', change: 'edit' });
  expect(messageModel(user)).toMatchObject({ id: 'other/big' });
  await user.submit('Think harder');
  expect(user.store.state.queue).toMatchObject([{ text: 'Think harder', model: { id: 'other/big' } }]);
  expect(messageModel(user)).toBeNull();
  expect(user.world.askedModels).toEqual([]);
  finish();
  await until(() => user.store.state.items.length === 4 && user.store.state.status === 'idle');
  expect(user.world.askedModels).toContain('other/big');
});

describe('an answer of a model that was chosen for one message', () => {
  const answered = async (more: readonly string[]) => {
    const user = await start(['First.', ...more], 'auto-edit', {}, undefined, {}, { model: 'chat/model' });
    await chooseForMessage(user, 'other/big');
    await user.exchange('Think hard');
    user.world.askedModels.length = 0;
    return user;
  };
  const act = async (user: Pick<User, 'controller' | 'store'>, type: 'retry' | 'continue-answer') => {
    const { conversationId, items } = user.store.state;
    await user.controller.handle({ type, conversationId, itemId: items.at(-1)?.id ?? '' });
    await until(() => user.store.state.status === 'idle');
  };

  it.each(['retry', 'continue-answer'] as const)('has the same model after %s, also after a reload', async (type) => {
    const user = await answered(['Again.']);
    await act(user, type);
    expect(user.world.askedModels).toEqual(['other/big']);
    const again = await user.reload(['And again.']);
    await act(again, type);
    expect(again.world.askedModels).toContain('other/big');
  });

  it('has the same model if the message is continued and sent again with the added text', async () => {
    const user = await answered([' about it.', 'Sent.']);
    const { conversationId, items } = user.store.state;
    await user.controller.handle({ type: 'continue-prompt', conversationId, itemId: items[0]?.id ?? '' });
    await until(() => user.store.state.status === 'idle');
    const itemId = user.store.state.items.at(-1)?.id ?? '';
    await user.controller.handle({ type: 'use-as-message', conversationId, itemId });
    await until(() => user.store.state.status === 'idle');
    expect(user.store.state.items[0]).toMatchObject({ text: 'Think hard about it.' });
    expect(user.world.askedModels).toEqual(['other/big', 'other/big']);
    const again = await user.reload(['Again.']);
    await act(again, 'retry');
    expect(again.world.askedModels).toContain('other/big');
  });

  it('has the chat’s model if another model was selected for the chat after the answer', async () => {
    const user = await answered(['Again.']);
    user.changeSettings({ model: 'chat/larger' });
    user.world.askedModels.length = 0;
    await act(user, 'retry');
    expect(user.world.askedModels).toEqual([undefined]);
  });

  it('does not change the model of the next message', async () => {
    const user = await answered(['Second.', 'Again.']);
    await user.exchange('Go on');
    await act(user, 'retry');
    expect(user.world.askedModels).not.toContain('other/big');
  });
});

describe('the choice of a model for one message', () => {
  const withDraft = async () => {
    const user = await start(['Done.'], 'auto-edit', {}, undefined, {}, { model: 'chat/model' });
    await user.draft('half a thought');
    await chooseForMessage(user, 'other/big');
    return user;
  };

  it('stays with its draft after a reload', async () => {
    const user = await withDraft();
    const again = await user.reload(['Done.']);
    expect(again.store.state).toMatchObject({ draft: 'half a thought' });
    expect(messageModel(again)).toEqual({ id: 'other/big', label: 'big' });
    await again.exchange('half a thought');
    expect(again.world.askedModels).toContain('other/big');
    expect(messageModel(await again.reload())).toBeNull();
  });

  it('stays after a reload, also before any text', async () => {
    const user = await start([], 'auto-edit', {}, undefined, {}, { model: 'chat/model' });
    await chooseForMessage(user, 'other/big');
    expect(messageModel(await user.reload())).toMatchObject({ id: 'other/big' });
  });

  it('moves into a new chat with its draft, and stays in its chat while another chat is shown', async () => {
    const user = await withDraft();
    await user.controller.handle({ type: 'command', command: 'new-chat' });
    expect(user.store.state).toMatchObject({ draft: 'half a thought' });
    expect(messageModel(user)).toMatchObject({ id: 'other/big' });
    await user.exchange('half a thought');
    expect(user.world.askedModels).toContain('other/big');

    await chooseForMessage(user, 'other/big');
    await user.draft('next');
    const { conversationId } = user.store.state;
    await user.actions.withChats((chats) => chats.openCopy(conversationId));
    expect(messageModel(user)).toBeNull();
    await user.actions.withChats((chats) => chats.open(conversationId));
    expect(messageModel(user)).toMatchObject({ id: 'other/big' });
  });

  it('is stashed with its draft during an edit', async () => {
    const user = await start(['One.', 'Two.'], 'auto-edit', {}, undefined, {}, { model: 'chat/model' });
    await user.exchange('first');
    await user.draft('half a thought');
    await chooseForMessage(user, 'other/big');
    const { conversationId, items } = user.store.state;
    await user.controller.handle({ type: 'edit', conversationId, itemId: items[0]?.id ?? '' });
    expect(messageModel(user)).toBeNull();
    await user.exchange('uno');
    expect(user.world.askedModels).not.toContain('other/big');
    expect(user.store.state).toMatchObject({ draft: 'half a thought' });
    expect(messageModel(user)).toMatchObject({ id: 'other/big' });
  });
});

it('the choice of a model for one message ends if the user withdraws it, or chooses the chat’s model', async () => {
  const user = await start([], 'auto-edit', {}, undefined, {}, { model: 'chat/model' });
  await chooseForMessage(user, 'other/big');
  await user.controller.handle({ type: 'command', command: 'clear-message-model' });
  expect(messageModel(user)).toBeNull();
  await chooseForMessage(user, 'chat/model');
  expect(messageModel(user)).toBeNull();
});

it('the thinking effort is stored for the model, and its menu warns if a change makes the cache useless', async () => {
  const user = await start(['Done.'], 'auto-edit', {}, undefined, {}, { model: 'openai/gpt-5' });
  expect(user.store.state.composerMenu.effort).toEqual({
    choices: ['minimal', 'low', 'medium', 'high'],
    chosen: null,
  });
  user.world.effort = 'low';
  await user.controller.handle({ type: 'command', command: 'choose-effort' });
  expect(user.world.written).toEqual([['openai/gpt-5', 'low']]);
  user.world.effort = undefined;
  await user.exchange('Do it');
  await user.controller.handle({ type: 'command', command: 'choose-effort' });
  expect(user.world.written).toHaveLength(1);
  expect(user.world.effortQuestions.map(({ costsCache }) => costsCache)).toEqual([false, true]);
});

it('a model without a choice of thinking effort has no menu entry for the effort', async () => {
  const user = await start([], 'auto-edit', {}, undefined, {}, { model: 'openai/gpt-4.1' });
  expect(user.store.state.composerMenu.effort).toBeNull();
});
