import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Speculator } from '../../../src/extension/speculate/speculator.ts';
import type { ChatEvent } from '../../../src/shared/protocol.ts';
import type { ChatState } from '../../../src/shared/chatState.ts';
import { createLatch } from '../../support/latch.ts';
import { settle } from '../../support/manualClock.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { edit as replace, toSelected, write } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';

const IMAGE = {
  type: 'attach',
  name: 'cat.png',
  mimeType: 'image/png',
  data: 'AAAA',
  thumbnail: 'data:image/png;base64,AAAA',
} as const;

const never = new Promise<never>(() => {});

/** The transcript, with each message's place among its siblings. */
function shown({ items }: ChatState): string[] {
  return items.map((item) => {
    const text =
      item.kind !== 'answer'
        ? item.text
        : item.blocks.map((block) => (block.kind === 'text' ? block.text : block.kind)).join(' ');
    return item.branch ? `${text} ${item.branch.index}/${item.branch.count}` : text;
  });
}

async function startChat(steps: readonly ScriptedStep[]) {
  const setup = await start(steps);
  setup.settings.enableFollowupSuggestions = false;
  const { controller, store } = setup;
  const idOf = (text: string): string => {
    const index = shown(store.state).findIndex((line) => line.startsWith(text));
    return store.state.items[index]?.id ?? '';
  };
  const send = (request: object) =>
    controller.handle({ conversationId: store.state.conversationId, ...request } as Parameters<
      typeof controller.handle
    >[0]);
  const retry = async (text: string): Promise<void> => {
    await send({ type: 'retry', itemId: idOf(text) });
    await setup.keepFiles();
    await until(() => store.state.status === 'idle');
  };
  const edit = (text: string) => send({ type: 'edit', itemId: idOf(text) });
  const move = (text: string, step: -1 | 1) => send({ type: 'switch-branch', itemId: idOf(text), step });
  return { ...setup, idOf, send, retry, edit, move };
}

describe('retry', () => {
  test('requests any answer again, and keeps the earlier answer as a sibling', async () => {
    const { exchange, retry, move, store, scripted, reload } = await startChat(['One.', 'Two.', 'Uno.']);
    await exchange('first');
    await exchange('second');
    await retry('One.');
    expect(shown(store.state)).toEqual(['first', 'Uno. 2/2']);
    expect(scripted.requests[2]?.messages).toHaveLength(1);
    await move('Uno.', -1);
    const before = ['first', 'One. 1/2', 'second', 'Two.'];
    expect(shown(store.state)).toEqual(before);
    expect(shown((await reload()).store.state)).toEqual(before);
  });

  test('starts when a key is set from the banner of a refused answer, but not if the user cancels', async () => {
    const error = { kind: 'unauthorized', message: '', status: 401, retryable: false } as const;
    const { exchange, send, setKeyInput, store } = await startChat([{ error }, 'One.']);
    await exchange('first');
    const itemId = store.state.items[1]?.id;
    expect(store.state.items[1]).toMatchObject({ error: { action: 'set-api-key' } });
    await send({ type: 'set-key-and-retry', itemId });
    expect(store.state.items[1]).toMatchObject({ status: 'failed' });
    setKeyInput(() => true);
    await send({ type: 'set-key-and-retry', itemId });
    await until(() => store.state.status === 'idle');
    expect(shown(store.state)).toEqual(['first', 'One.']);
    expect(store.state.items[1]).toMatchObject({ error: null });
  });

  test('does not start after a key is set if the user has sent another prompt in between', async () => {
    const error = { kind: 'unauthorized', message: '', status: 401, retryable: false } as const;
    const { exchange, send, setKeyInput, store, scripted } = await startChat([{ error }, 'Two.', 'One.']);
    await exchange('first');
    const itemId = store.state.items[1]?.id;
    setKeyInput(async () => {
      await exchange('second');
      return true;
    });
    await send({ type: 'set-key-and-retry', itemId });
    await until(() => store.state.status === 'idle');
    expect(scripted.requests).toHaveLength(2);
    expect(store.state.items.at(-1)).toMatchObject({ kind: 'answer', status: 'done' });
  });

  test('of an earlier answer offers to show the hidden prompts until the chat continues', async () => {
    const { exchange, retry, send, idOf, store, reload } = await startChat(['One.', 'Two.', 'Uno.', 'Due.']);
    await exchange('first');
    await exchange('second');
    await retry('One.');
    expect(store.state.items[1]?.branch).toEqual({ index: 2, count: 2, later: { step: -1, prompts: 1 } });
    await send({ type: 'switch-branch', itemId: idOf('Uno.'), step: -1 });
    expect(shown(store.state)).toEqual(['first', 'One. 1/2', 'second', 'Two.']);
    expect(store.state.items[1]?.branch?.later).toBeUndefined();
    await send({ type: 'switch-branch', itemId: idOf('One.'), step: 1 });
    await exchange('other second');
    expect(store.state.items[1]?.branch).toEqual({ index: 2, count: 2 });
    expect((await reload()).store.state.items).toEqual(store.state.items);
  });

  test('does nothing for another chat, an unknown message or a prompt', async () => {
    const { exchange, send, idOf, store, scripted } = await startChat(['One.']);
    await exchange('first');
    await send({ type: 'retry', itemId: idOf('One.'), conversationId: 'another' });
    await send({ type: 'retry', itemId: 'nothing' });
    await send({ type: 'retry', itemId: idOf('first') });
    expect(scripted.requests).toHaveLength(1);
    expect(store.state.status).toBe('idle');
  });
});

test.each(['continue-answer', 'continue-prompt', 'use-as-message', 'retry'] as const)(
  'the request %s does nothing while an answer runs',
  async (type) => {
    const { exchange, send, idOf, submit, store, scripted } = await startChat([
      'One.',
      { text: 'Two.', hold: new Promise<never>(() => {}) },
    ]);
    await exchange('first');
    await submit('second');
    await until(() => store.state.items.length === 4);
    await send({ type, itemId: idOf(type === 'continue-prompt' ? 'first' : 'One.') });
    expect(scripted.requests).toHaveLength(2);
    expect(store.state.items).toHaveLength(4);
  },
);

describe('a branch from an answer', () => {
  test('ends the chat at the answer, also after a reload, and offers to show the messages that followed', async () => {
    const { exchange, send, idOf, store, reload } = await startChat(['One.', 'Two.', 'Three.', 'Due.']);
    await exchange('first');
    await exchange('second');
    await exchange('third');
    await send({ type: 'branch-from', itemId: idOf('One.') });
    expect(shown(store.state)).toEqual(['first', 'One. 1/1']);
    expect(store.state.items[1]?.branch).toEqual({ index: 1, count: 1, later: { step: 0, prompts: 2 } });
    expect((await reload()).store.state.items).toEqual(store.state.items);
    await send({ type: 'switch-branch', itemId: idOf('One.'), step: 0 });
    expect(shown(store.state)).toEqual(['first', 'One.', 'second', 'Two.', 'third', 'Three.']);
  });

  test('makes the next prompt a sibling of the prompt that followed the answer', async () => {
    const { exchange, send, idOf, store, scripted, reload } = await startChat(['One.', 'Two.', 'Due.']);
    await exchange('first');
    await exchange('second');
    await send({ type: 'branch-from', itemId: idOf('One.') });
    await exchange('other');
    expect(shown(store.state)).toEqual(['first', 'One.', 'other 2/2', 'Due.']);
    expect(store.state.items[1]?.branch).toBeNull();
    expect(scripted.requests.at(-1)?.messages).toHaveLength(3);
    expect((await reload()).store.state.items).toEqual(store.state.items);
  });

  test('does nothing at the end of the chat, for another chat, or for a prompt', async () => {
    const { exchange, send, idOf, store } = await startChat(['One.', 'Two.']);
    await exchange('first');
    await exchange('second');
    const before = store.state.items;
    await send({ type: 'branch-from', itemId: idOf('Two.') });
    await send({ type: 'branch-from', itemId: idOf('first') });
    await send({ type: 'branch-from', itemId: idOf('One.'), conversationId: 'another' });
    expect(store.state.items).toEqual(before);
  });
});

describe('an edit of an answer', () => {
  test('is saved as a version without a request, and marked, also after a reload', async () => {
    const read = { name: 'read_file', input: { file_path: 'a.ts' } };
    const { exchange, edit, send, store, scripted, reload } = await startChat([
      { text: 'Reading.', calls: [read] },
      'One.',
      'Two.',
    ]);
    await exchange('first');
    await exchange('second');
    const total = store.state.spending.chat;
    await edit('Reading.');
    expect(store.state).toMatchObject({ draft: 'One.', editing: store.state.items[1]?.id });
    expect(await send({ type: 'submit', text: 'Uno.\n' })).toEqual({ outcome: 'saved' });
    expect(shown(store.state)).toEqual(['first', 'Reading. tool Uno. 2/2']);
    expect(store.state.items[1]).toMatchObject({ edited: true, branch: { later: { step: -1, prompts: 1 } } });
    expect(store.state).toMatchObject({ draft: '', editing: null, spending: { chat: total } });
    expect(scripted.requests).toHaveLength(3);
    const again = await reload(['Three.']);
    expect(again.store.state.items).toEqual(store.state.items);
    await again.exchange('third');
    const texts = again.scripted.requests[0]?.messages.map(({ parts }) => parts.find(({ type }) => type === 'text'));
    expect(texts).toMatchObject([
      { text: 'first' },
      { text: 'Reading.' },
      undefined,
      { text: 'Uno.' },
      { text: 'third' },
    ]);
  });

  test('without a change adds no version, and restores the composer’s text', async () => {
    const { exchange, edit, send, store } = await startChat(['One.']);
    await exchange('first');
    await send({ type: 'draft', text: 'unsent' });
    await edit('One.');
    await expect(send(IMAGE)).rejects.toThrow('only text');
    expect(await send({ type: 'submit', text: 'One.' })).toEqual({ outcome: 'saved' });
    expect(shown(store.state)).toEqual(['first', 'One.']);
    expect(store.state).toMatchObject({ draft: 'unsent', editing: null });
  });

  test('can be cancelled, and is still open after a reload', async () => {
    const { exchange, edit, send, reload } = await startChat(['One.']);
    await exchange('first');
    await edit('One.');
    await send({ type: 'draft', text: 'Uno.' });
    const { controller, store } = await reload();
    const { conversationId } = store.state;
    expect(store.state).toMatchObject({ draft: 'Uno.', editing: store.state.items[1]?.id });
    await controller.handle({ type: 'cancel-edit', conversationId });
    expect(store.state).toMatchObject({ draft: '', editing: null });
    expect(shown(store.state)).toEqual(['first', 'One.']);
  });

  test('stays in the composer while another answer is written', async () => {
    const { exchange, edit, send, store } = await startChat(['One.', 'Two.', { hold: never }]);
    await exchange('first');
    await exchange('second');
    await edit('One.');
    await send({ type: 'retry', itemId: store.state.items[3]?.id });
    expect(store.state.status).toBe('responding');
    expect(await send({ type: 'submit', text: 'Uno.' })).toEqual({ outcome: 'kept' });
    expect(store.state.draft).toBe('Uno.');
    await send({ type: 'stop' });
  });

  test('does not begin if the answer has no text', async () => {
    const error = { kind: 'server', message: 'boom', status: 500, retryable: false } as const;
    const { exchange, send, store } = await startChat([{ error }]);
    await exchange('first');
    await send({ type: 'edit', itemId: store.state.items[1]?.id });
    expect(store.state.editing).toBeNull();
  });
});

describe('a speculation that cannot be aborted', () => {
  test('prevents neither a retry nor a new chat', async () => {
    const { exchange, retry, send, store } = await startChat(['One.', 'Uno.']);
    const abort = vi.spyOn(Speculator.prototype, 'abort').mockRejectedValue(new Error('The overlay is stuck'));
    onTestFinished(() => abort.mockRestore());
    await exchange('first');
    await retry('One.');
    expect(shown(store.state)).toEqual(['first', 'Uno. 2/2']);
    await send({ type: 'command', command: 'new-chat' });
    expect(shown(store.state)).toEqual([]);
  });
});

describe('switching branches', () => {
  test('continues from the shown branch, and does not use the saved request of the other branch', async () => {
    const { exchange, retry, move, scripted, store } = await startChat(['One.', 'Uno.', 'More.']);
    await exchange('first');
    await retry('One.');
    await move('Uno.', -1);
    await exchange('go on');
    expect(shown(store.state)).toEqual(['first', 'One. 1/2', 'go on', 'More.']);
    const { messages, cacheAnchors } = scripted.requests.at(-1) ?? {};
    expect(messages?.map((message) => message.parts[0])).toMatchObject([
      { text: 'first' },
      { text: 'One.' },
      { text: 'go on' },
    ]);
    expect(cacheAnchors).toEqual([2]);
  });

  test('does nothing before the first and after the last version, for another chat, and while an answer streams', async () => {
    const { exchange, retry, move, send, idOf, submit, store, scripted, actions } = await startChat([
      'One.',
      'Uno.',
      { text: 'Half', hold: never },
    ]);
    await exchange('first');
    await retry('One.');
    await move('Uno.', 1);
    await send({ type: 'switch-branch', itemId: idOf('Uno.'), step: -1, conversationId: 'another' });
    expect(shown(store.state)[1]).toBe('Uno. 2/2');
    await submit('second');
    await until(() => scripted.requests.length === 3);
    await move('Uno.', -1);
    expect(shown(store.state)[1]).toBe('Uno. 2/2');
    await actions.stop();
  });

  test('drops the suggestion and its speculation', async () => {
    const steps = [
      { calls: [replace('a.ts', 'alpha', 'beta')] },
      'Renamed.',
      { calls: [replace('a.ts', 'beta', 'gamma')] },
      'Done.',
      'add a test',
      { text: 'Wait', hold: never },
    ];
    const { exchange, retry, move, settings, showGhost, store, scripted } = await startChat(steps);
    await exchange('rename it');
    settings.enableFollowupSuggestions = true;
    await retry('tool Renamed.');
    await showGhost();
    await until(() => scripted.requests.length === 6);
    await move('tool Done.', -1);
    expect(store.state).toMatchObject({ suggestion: null, speculation: null });
    expect(scripted.aborted).toBe(1);
    expect(shown(store.state)).toEqual(['rename it', 'tool Renamed. 1/2']);
  });

  test('emits branch-changed as soon as the sibling is added', async () => {
    const { exchange, retry, store } = await startChat(['One.', 'Uno.']);
    await exchange('first');
    const events: ChatEvent[] = [];
    store.onDidChange((event) => events.push(event));
    await retry('One.');
    const types = events.map((event) => event.type);
    expect(types.indexOf('branch-changed')).toBe(types.indexOf('item-added') + 1);
    expect(types.indexOf('branch-changed')).toBeLessThan(types.indexOf('block-added'));
  });
});

describe('editing', () => {
  test('sends the edited prompt as a sibling, and restores the text of the composer', async () => {
    const { exchange, edit, move, draft, store, submit, scripted } = await startChat(['One.', 'Two.', 'Uno.']);
    await exchange('first');
    await exchange('second');
    await draft('half a thought');
    await edit('first');
    expect(store.state).toMatchObject({ draft: 'first', editing: store.state.items[0]?.id, draftRevision: 2 });
    await draft('uno');
    expect(await submit('uno')).toEqual({ outcome: 'sent' });
    await until(() => store.state.status === 'idle');
    expect(shown(store.state)).toEqual(['uno 2/2', 'Uno.']);
    expect(store.state).toMatchObject({ draft: 'half a thought', editing: null, draftRevision: 3 });
    expect(scripted.requests[2]?.messages).toHaveLength(1);
    await move('uno', -1);
    expect(shown(store.state)).toEqual(['first 1/2', 'One.', 'second', 'Two.']);
  });

  test('sends an unchanged prompt too', async () => {
    const { exchange, edit, store } = await startChat(['One.', 'Uno.']);
    await exchange('first');
    await edit('first');
    await exchange('first');
    expect(shown(store.state)).toEqual(['first 2/2', 'Uno.']);
  });

  test('when cancelled, restores the composer’s text, and adds the changed text of an earlier edit', async () => {
    const { exchange, edit, draft, send, store } = await startChat(['One.', 'Two.']);
    await exchange('first');
    await exchange('second');
    await draft('half');
    await edit('first');
    await draft('first, but better');
    await edit('first');
    expect(store.state.draft).toBe('first, but better');
    await edit('second');
    expect(store.state.draft).toBe('second');
    await send({ type: 'cancel-edit' });
    expect(store.state).toMatchObject({ draft: 'half\n\nfirst, but better', editing: null });
  });

  test('can begin while an answer streams, but sends only after its end', async () => {
    const { opened: hold, open: finish } = createLatch();
    const { exchange, edit, submit, store, scripted } = await startChat(['One.', { text: 'Two.', hold }, 'Uno.']);
    await exchange('first');
    await submit('second');
    await until(() => scripted.requests.length === 2);
    await edit('first');
    expect(await submit('uno')).toEqual({ outcome: 'kept' });
    expect(store.state).toMatchObject({ draft: 'uno', editing: store.state.items[0]?.id });
    finish();
    await until(() => store.state.status === 'idle');
    expect(await submit('uno')).toEqual({ outcome: 'sent' });
    await until(() => store.state.status === 'idle');
    expect(shown(store.state)).toEqual(['uno 2/2', 'Uno.']);
  });

  test('continues after a reload', async () => {
    const { exchange, edit, draft, reload } = await startChat(['One.']);
    await exchange('first');
    await draft('half');
    await edit('first');
    await draft('uno');
    const again = await reload(['Uno.']);
    expect(again.store.state).toMatchObject({ draft: 'uno', editing: again.store.state.items[0]?.id });
    await again.exchange('uno');
    expect(shown(again.store.state)).toEqual(['uno 2/2', 'Uno.']);
    expect(again.store.state.draft).toBe('half');
  });

  test('sends text that equals the suggestion as the edited prompt, and does not accept it', async () => {
    const { exchange, edit, keepFiles, settings, scripted, store, submit } = await startChat([
      { calls: [replace('a.ts', 'alpha', 'beta')] },
      'Renamed.',
      'add a test',
      'As you wish.',
    ]);
    settings.enableFollowupSuggestions = true;
    await exchange('rename it');
    await until(() => store.state.suggestion !== null);
    await edit('rename it');
    expect(await submit('add a test')).toEqual({ outcome: 'kept' });
    expect(await keepFiles()).toBe(true);
    await until(() => store.state.status === 'idle');
    expect(shown(store.state)).toEqual(['add a test 2/2', 'As you wish.']);
    expect(scripted.requests.at(-1)?.messages).toHaveLength(1);
  });

  test.each([
    ['changed text, after the stashed draft', 'second, but better', 'half\n\nsecond, but better'],
    ['only the stashed draft if the text was not changed', undefined, 'half'],
  ])('of a prompt that is no longer shown keeps %s', async (_name, changed, left) => {
    const { exchange, edit, draft, retry, move, store } = await startChat(['One.', 'Two.', 'Uno.']);
    await exchange('first');
    await exchange('second');
    await draft('half');
    await edit('second');
    if (changed) await draft(changed);
    await retry('One.');
    expect(store.state).toMatchObject({ draft: left, editing: null });
    expect(shown(store.state)).toEqual(['first', 'Uno. 2/2']);
    await move('Uno.', -1);
    expect(store.state).toMatchObject({ draft: left, editing: null });
  });
});

test('an edit that begins while an accepted suggestion is applied stays in the composer', async () => {
  const steps = [
    { calls: [replace('a.ts', 'alpha', 'beta')] },
    'Renamed.',
    'add a changelog entry',
    { calls: [write('CHANGELOG.md', '- Renamed.\n')] },
    'Written.',
    '',
  ];
  const { base, exchange, edit, draft, send, settings, showGhost, reachPhase, store, submit } = await startChat(steps);
  settings.enableFollowupSuggestions = true;
  await exchange('rename it');
  await showGhost();
  await reachPhase('ready');
  await draft('add a changelog entry');
  const release = base.holdNext('write');
  const applied = submit('add a changelog entry');
  await until(() => store.state.speculation?.phase === 'applying');
  await edit('rename it');
  release();
  expect(await applied).toEqual({ outcome: 'applied' });
  expect(store.state).toMatchObject({ draft: 'rename it', editing: store.state.items[0]?.id });
  await send({ type: 'cancel-edit' });
  expect(store.state).toMatchObject({ draft: '', editing: null });
});

describe('a new chat', () => {
  test('takes over the composer’s text, and late drafts that still name the old chat', async () => {
    const { controller, draft, actions, store, drafts, files } = await startChat([]);
    const { conversationId } = store.state;
    await draft('half');
    await actions.newChat();
    expect(store.state).toMatchObject({ draft: 'half', draftOrigin: conversationId });
    await controller.handle({ type: 'draft', conversationId, text: 'half a thou' });
    expect(store.state.draft).toBe('half a thou');
    const late = { type: 'submit', conversationId, text: 'half a thought' } as const;
    expect(await controller.handle(late)).toEqual({ outcome: 'kept' });
    expect(store.state).toMatchObject({ items: [], draft: 'half a thought' });
    await draft('half a thought, here');
    await controller.handle({ type: 'draft', conversationId, text: 'a stray' });
    expect(store.state.draft).toBe('half a thought, here');
    await drafts.flush();
    const texts = [...files.files].filter(([name]) => name.startsWith('drafts/')).map(([, text]) => text);
    expect(texts.map((text) => (JSON.parse(text) as { text: string }).text)).toEqual([
      'half a thought, here',
      'a stray',
    ]);
  });

  test('leaves an edit, and the draft that the edit stashed, in the old chat', async () => {
    const { chats, controller, exchange, edit, draft, actions, store } = await startChat(['One.']);
    await exchange('first');
    const { conversationId } = store.state;
    await draft('half');
    await edit('first');
    await draft('uno');
    const { editing } = store.state;
    await actions.newChat();
    expect(store.state).toMatchObject({ items: [], draft: '', editing: null, draftOrigin: null });
    await controller.handle({ type: 'draft', conversationId, text: 'uno, typed last' });
    await actions.withChats(() => chats.open(conversationId));
    expect(store.state).toMatchObject({ draft: 'uno, typed last', editing, draftOrigin: null });
    await controller.handle({ type: 'cancel-edit', conversationId });
    expect(store.state).toMatchObject({ draft: 'half', editing: null });
  });
});

test('closing the window continues after a failed step, and reports all errors', async () => {
  const { chats, exchange, draft, files, moveAhead, actions } = await startChat(['One.']);
  await exchange('first');
  await draft('half a thought');
  const first = new Error('the preview could not be closed');
  const second = new Error('the answer could not be stopped');
  moveAhead.close = () => Promise.reject(first);
  chats.session.close = () => Promise.reject(second);
  await expect(actions.close()).rejects.toMatchObject({ errors: [first, second] });
  const stored = [...files.files];
  expect(stored.filter(([name]) => name.endsWith('.lock'))).toEqual([]);
  expect(stored.find(([name]) => name.startsWith('drafts/'))?.[1]).toContain('half a thought');
  expect(stored.find(([name]) => name === 'closed.json')?.[1]).toContain(chats.session.id);
});

describe('a model that never becomes ready', () => {
  test.each(['prompt', 'compression', 'fast model'])('does not delay the end of the window: %s', async (waiting) => {
    const { actions, changeSettings, chats, controller, exchange, setFastModel, setResolved, store, submit } =
      await startChat(['One.']);
    const conversationId = chats.session.id;
    await exchange('first');
    changeSettings({ fastModel: 'test/fast', routing: { fallback: '', fastFor: 'explore' } });
    if (waiting === 'fast model') setFastModel(never);
    else setResolved(never);
    const text = 'Where do we parse dates?';
    const action = waiting === 'compression' ? controller.handle({ type: 'compress', conversationId }) : submit(text);
    await settle();
    await actions.close();
    await action;
    expect(store.state).toMatchObject({ notice: null, status: 'idle' });
    expect(chats.session.curatedHistory()).toHaveLength(2);
  });

  test('times out after 10 seconds, keeps the prompt, and does not block the next prompt', async () => {
    const { clock, draft, drafts, setResolved, submit, store, scripted, exchange } = await startChat(['One.']);
    const { model } = store.state;
    setResolved(never);
    await draft('first');
    const submitted = submit('first');
    await clock.advance(9_999);
    expect(store.state.notice).toBeNull();
    await clock.advance(1);
    expect(await submitted).toEqual({ outcome: 'kept' });
    expect(store.state).toMatchObject({ status: 'idle', model, items: [], notice: { action: 'select-model' } });
    expect(drafts.current.text).toBe('first');
    setResolved({ kind: 'model', model: toSelected(scripted) });
    await exchange('first');
    expect(shown(store.state)).toEqual(['first', 'One.']);
    expect(store.state.notice).toBeNull();
  });
});
