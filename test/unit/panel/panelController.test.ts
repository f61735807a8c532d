import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ChatModel } from '../../../src/extension/model/chatModel.ts';
import { createTourModel } from '../../../src/extension/model/tour/tourModel.ts';
import type { Clock } from '../../../src/extension/ports/clock.ts';
import { settle } from '../../support/manualClock.ts';
import { toSelected, write } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';

const never = new Promise<never>(() => {});
/** Calls back at once, because the tour paces its words with timers. */
const immediateClock: Clock = {
  now: () => 0,
  setTimeout(callback) {
    const handle = setImmediate(callback);
    return { dispose: () => clearImmediate(handle) };
  },
};

describe('the list of earlier inputs', () => {
  test('has the inputs of all chats, except unsent ones and those of deleted chats', async () => {
    const { exchange, controller, actions, store, chats, setResolved, submit, settings } = await start([
      'One.',
      'Two.',
    ]);
    settings.enableFollowupSuggestions = false;
    const listed = () => controller.handle({ type: 'list-inputs' });
    await exchange('  first ');
    const first = store.state.conversationId;
    await actions.newChat();
    await exchange('second');
    expect(await listed()).toEqual(['first', 'second']);
    setResolved({ kind: 'bad-id', message: 'This is not a model.' });
    await submit('kept');
    await actions.withChats(() => chats.delete(first));
    expect(await listed()).toEqual(['second']);
  });
});

describe('a card about several edits', () => {
  const askForTwo = async () => {
    const calls = [write('b.ts', 'b\n'), write('c.ts', 'c\n')];
    const panel = await start([{ calls }, 'I ask first.'], 'default');
    panel.settings.enableFollowupSuggestions = false;
    await panel.submit('write both');
    await until(() => panel.store.state.status === 'waiting-for-confirmation');
    return panel;
  };
  const deny = { type: 'decide', decision: 'deny', reason: 'Ask Ada first.' } as const;

  test('denies all its edits with one decision, and sends the model the reason once', async () => {
    const { controller, store, scripted, base } = await askForTwo();
    expect(await controller.handle({ ...deny, callId: 'call-1', others: ['call-2'] })).toBe(true);
    await until(() => store.state.status === 'idle');
    const sent = JSON.stringify(scripted.requests.at(-1)?.messages);
    expect(sent.match(/The user denied this call/g)).toHaveLength(2);
    expect(sent.match(/Ask Ada first/g)).toHaveLength(1);
    expect(base.text('b.ts')).toBeUndefined();
  });

  test('sends the reason with the first call that still waits', async () => {
    const { controller, store, scripted } = await askForTwo();
    await controller.handle({ type: 'decide', callId: 'call-1', decision: 'allow-once' });
    await until(() => store.state.items.some((item) => JSON.stringify(item).includes('"status":"success"')));
    expect(await controller.handle({ ...deny, callId: 'call-1', others: ['call-2'] })).toBe(true);
    await until(() => store.state.status === 'idle');
    expect(JSON.stringify(scripted.requests.at(-1)?.messages).match(/Ask Ada first/g)).toHaveLength(1);
  });
});

test('a prompt submitted while a new chat is created stays unsent in the new chat’s composer', async () => {
  const { actions, store, submit, scripted } = await start([{ text: 'Half', hold: never }]);
  await submit('one');
  await until(() => scripted.requests.length === 1);
  const fresh = actions.newChat();
  expect(await submit('two')).toEqual({ outcome: 'kept' });
  await fresh;
  expect(store.state).toMatchObject({ items: [], draft: 'two', status: 'idle' });
  expect(scripted.requests).toHaveLength(1);
});

test('the panel applies the tour’s next step without another request for that exchange', async () => {
  const folder = new URL('../../../sample/', import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const sample = Object.fromEntries(names.map((name, index) => [name.replaceAll('\\', '/'), texts[index] ?? '']));
  const tour = createTourModel({ clock: immediateClock });
  const asked: string[] = [];
  const counted: ChatModel = {
    stream(request, signal) {
      asked.push(request.promptId);
      return tour.stream(request, signal);
    },
  };
  const { overlays, setResolved, showGhost, reachPhase, store, submit } = await start(
    [],
    'auto-edit',
    {},
    undefined,
    {},
    {
      model: 'tour/tour',
      sample,
    },
  );
  const indexText = async (): Promise<string> => {
    const [files] = overlays.values();
    const { bytes } = await files!.read('/premove-tour/greetings/src/index.ts', new AbortController().signal);
    return new TextDecoder().decode(bytes);
  };
  const model = { id: 'tour/tour', label: 'tour', name: 'tour', chatModel: counted };
  setResolved({ kind: 'model', model });
  await submit('add a farewell function');
  await showGhost();
  await reachPhase('ready');
  expect(store.state.suggestion?.text).toBe('rename greet to welcome');
  expect(await indexText()).toBe(sample['src/index.ts']);
  const speculated = asked.filter((id) => id === 'speculation').length;
  const main = asked.filter((id) => id !== 'speculation' && id !== 'prompt_suggestion').length;
  expect(await submit('rename greet to welcome')).toEqual({ outcome: 'applied' });
  expect(await indexText()).toBe(
    sample['src/index.ts']?.replaceAll('greet', 'welcome').replace('./welcome.ts', './greet.ts'),
  );
  expect(asked.filter((id) => id === 'speculation')).toHaveLength(speculated);
  expect(asked.filter((id) => id !== 'speculation' && id !== 'prompt_suggestion')).toHaveLength(main);
});

describe('submit', () => {
  test('keeps the text and shows what to do if the model has no key', async () => {
    const { setResolved, store, submit } = await start([]);
    setResolved({ kind: 'missing-key', message: 'Anthropic needs an API key.' });
    expect(await submit('hello')).toEqual({ outcome: 'kept' });
    expect(store.state.notice).toMatchObject({ message: 'Anthropic needs an API key.', action: 'set-api-key' });
    expect(store.state.items).toEqual([]);
  });

  test('removes a notice about the model, but not another notice with a button', async () => {
    const { setResolved, scripted, store, submit, exchange } = await start(['Hello.', 'Hello.']);
    const added = { severity: 'info', message: 'Added.', action: 'open-settings', undo: true } as const;
    store.dispatch({ type: 'notice-changed', notice: added });
    await exchange('hello');
    expect(store.state.notice).toEqual(added);
    setResolved({ kind: 'missing-key', message: 'Anthropic needs an API key.' });
    await submit('hello again');
    expect(store.state.notice?.message).toBe('Anthropic needs an API key.');
    setResolved({ kind: 'model', model: toSelected(scripted) });
    await submit('hello again');
    expect(store.state.notice).toBeNull();
  });

  test('sends the text when the notice’s button has set the key, unless the text has changed', async () => {
    const { setResolved, setKeyInput, scripted, store, submit, draft, controller } = await start(['Hello.']);
    const setKey = () => controller.handle({ type: 'command', command: 'set-api-key' });
    setResolved({ kind: 'missing-key', message: 'Anthropic needs an API key.' });
    await draft('hello');
    await submit('hello');
    setKeyInput(() => {
      setResolved({ kind: 'model', model: toSelected(scripted) });
      return true;
    });
    await draft('hello there');
    await setKey();
    expect(store.state.items).toEqual([]);
    setResolved({ kind: 'missing-key', message: 'Anthropic needs an API key.' });
    await submit('hello there');
    await setKey();
    await until(() => store.state.status === 'idle' && store.state.items.length === 2);
    expect(store.state).toMatchObject({
      notice: null,
      draft: '',
      items: [{ text: 'hello there' }, { status: 'done' }],
    });
    await setKey();
    expect(store.state.items).toHaveLength(2);
  });

  test.each([
    ['empty text', ''],
    ['white space', ' \n\t'],
    ['control characters', '\u0007\u0000'],
  ])('does not send %s', async (_name, text) => {
    const { submit, scripted } = await start([]);
    expect(await submit(text)).toEqual({ outcome: 'kept' });
    expect(scripted.requests).toEqual([]);
  });

  test('does not ask for a suggestion after a first answer without tools', async () => {
    const { submit, scripted, store } = await start(['Hello.']);
    await submit('hi');
    await until(() => store.state.status === 'idle');
    for (let round = 0; round < 50; round += 1) await settle();
    expect(scripted.requests).toHaveLength(1);
  });
});
