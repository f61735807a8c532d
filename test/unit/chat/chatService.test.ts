import { describe, expect, test } from 'vitest';
import { createWorld } from './chatWorld.ts';

const { signal } = new AbortController();
const never = new Promise<never>(() => {});

describe('a draft that cannot be loaded', () => {
  test('does not keep its chat locked, so that another window can open the chat', async () => {
    const { openWindow, names } = createWorld();
    const window = await openWindow(['One.', 'Two.']);
    await window.ask('first chat');
    const first = window.id();
    await window.chats.newChat();
    window.drafts.load = () => Promise.reject(new Error('A bug'));
    await expect(window.chats.open(first)).rejects.toThrow('A bug');
    expect(names()).not.toContain(`conversations/${first}.lock`);
  });

  test('stays on disk, and a notice names its file', async () => {
    const { openWindow, files } = createWorld();
    const window = await openWindow(['One.']);
    await window.ask('first chat');
    const first = window.id();
    await window.chats.newChat();
    files.files.set(`drafts/${first}.json`, 'not JSON');
    expect(await window.chats.open(first)).toBe('opened');
    const { notice, draft } = window.store.state;
    expect(draft).toBe('');
    expect(notice).toMatchObject({ severity: 'warning', action: null });
    expect(notice?.message).toContain(`drafts/${first}.json`);
    expect(files.files.get(`drafts/${first}.json`)).toBe('not JSON');
  });
});

describe('switching between chats', () => {
  test('shows each chat with its own prompts, title and draft', async () => {
    const { openWindow } = createWorld();
    const window = await openWindow(['One.', 'Two.']);
    await window.ask('first chat');
    const first = window.id();
    await window.chats.newChat();
    await window.ask('second chat');
    const second = window.id();
    await window.type('unsent');
    expect(await window.chats.open(first)).toBe('opened');
    expect([window.prompts(), window.store.state.title, window.store.state.draft]).toEqual([
      ['first chat'],
      'first chat',
      '',
    ]);
    await window.chats.open(second);
    expect([window.prompts(), window.store.state.draft]).toEqual([['second chat'], 'unsent']);
  });

  test('stops and saves a running answer, and releases the chat’s lock', async () => {
    const { openWindow, names } = createWorld();
    const window = await openWindow([{ text: ['Half'], hold: never }]);
    await window.ask('go on and on');
    const id = window.id();
    await window.chats.newChat();
    expect(names()).not.toContain(`conversations/${id}.lock`);
    await window.chats.open(id);
    const last = window.store.state.items.at(-1);
    expect(last).toMatchObject({ status: 'stopped', chatLeft: true });
  });

  test('leaves no file for a chat without a prompt', async () => {
    const { openWindow, names, clock } = createWorld();
    const window = await openWindow();
    await window.chats.newChat();
    await window.chats.newChat();
    await window.chats.close();
    await clock.advance(1000);
    expect(names()).toEqual(['closed.json', 'shown.json']);
    expect(await window.chats.library.list(signal)).toEqual([]);
  });

  test('keeps the draft of an empty chat for the next new chat', async () => {
    const { openWindow } = createWorld();
    const window = await openWindow(['One.']);
    await window.ask('first');
    const first = window.id();
    await window.chats.newChat();
    await window.type('a thought');
    await window.chats.open(first);
    expect(window.store.state.draft).toBe('');
    await window.chats.newChat();
    expect(window.store.state.draft).toBe('a thought');
  });

  test('keeps the drafts of several empty chats, even if another draft moves into a new chat', async () => {
    const { openWindow } = createWorld();
    const window = await openWindow(['One.']);
    await window.ask('first');
    const first = window.id();
    await window.chats.newChat();
    await window.type('a thought');
    await window.chats.open(first);
    await window.type('from the first');
    await window.chats.newChat();
    expect(window.store.state.draft).toBe('from the first');
    await window.chats.open(first);
    const found: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await window.chats.newChat();
      found.push(window.store.state.draft);
      await window.type('');
      await window.chats.open(first);
    }
    expect(found).toEqual(['from the first', 'a thought', '']);
  });

  test('lists the draft of an empty chat until it is sent, also after a reload', async () => {
    const { openWindow } = createWorld();
    const before = await openWindow(['One.']);
    await before.ask('first');
    const first = before.id();
    await before.chats.newChat();
    await before.type('a\nthought');
    const id = before.id();
    await before.chats.open(first);
    await before.chats.close();
    before.crash();
    const window = await openWindow(['Two.']);
    const drafts = async () => (await window.chats.list(signal)).filter(({ isDraft }) => isDraft);
    // If a chat is listed, its draft does not get a second entry.
    await window.type('more');
    expect(window.id()).toBe(first);
    expect((await drafts()).map(({ title }) => title)).toEqual(['a thought']);
    expect(await window.chats.open(id)).toBe('opened');
    expect([window.id(), window.prompts()]).toEqual([id, []]);
    expect(window.store.state.draft).toBe('a\nthought');
    expect(await drafts()).toEqual([]);
    await window.ask('a thought');
    await window.type('');
    await window.chats.newChat();
    expect(await drafts()).toEqual([]);
  });

  test('changes nothing if the other chat cannot be opened', async () => {
    const { openWindow, files } = createWorld();
    const window = await openWindow(['One.']);
    await window.ask('first');
    const id = window.id();
    files.files.set('conversations/broken.jsonl', 'x\n');
    expect(await window.chats.open('broken')).toBe('unreadable');
    expect(await window.chats.open('missing')).toBe('absent');
    expect(window.id()).toBe(id);
    expect(files.files.get('conversations/broken.jsonl')).toBe('x\n');
    expect(await window.chats.library.list(signal)).toMatchObject([{ id }, { id: 'broken', readable: false }]);
  });
});

describe('a chat that cannot be saved', () => {
  test('stays open with its content, shows why, and is saved once the disk has room', async () => {
    const { openWindow, files, names } = createWorld();
    const window = await openWindow(['One.', 'Two.']);
    await window.ask('other');
    const other = window.id();
    await window.chats.newChat();
    const repair = files.failAlways('append', new Error('disk full'));
    await window.ask('precious');
    const id = window.id();
    await window.chats.newChat();
    expect(await window.chats.open(other)).toBe('unsaved');
    expect(await window.chats.openCopy(other)).toBe('unsaved');
    expect(await window.chats.delete(id)).toBe('unsaved');
    expect(await window.chats.rename(id, 'Renamed')).toBe('unsaved');
    expect([window.id(), window.prompts()]).toEqual([id, ['precious']]);
    expect(window.store.state.notice?.message).toContain('can’t be saved');
    expect(names()).not.toContain(`conversations/${other}.lock`);
    repair();
    expect(await window.chats.open(other)).toBe('opened');
    await window.chats.open(id);
    expect([window.prompts(), window.store.state.title]).toEqual([['precious'], 'Renamed']);
  });
});

describe('a draft that cannot be saved', () => {
  test('keeps its chat open until the disk has room, so that no window loads an older draft', async () => {
    const { openWindow, files, names } = createWorld();
    const window = await openWindow(['One.']);
    await window.ask('first');
    const id = window.id();
    await window.type('precious');
    const repair = files.failAlways('write', new Error('disk full'));
    await window.chats.newChat();
    expect([window.id(), window.store.state.draft]).toEqual([id, 'precious']);
    expect(window.store.state.notice?.message).toContain('can’t be saved');
    expect(names()).toContain(`conversations/${id}.lock`);
    repair();
    await window.chats.newChat();
    expect([window.prompts(), window.store.state.draft]).toEqual([[], 'precious']);
    expect(names()).not.toContain(`conversations/${id}.lock`);
  });
});

describe('deleting a chat', () => {
  test('can be undone exactly, also for the shown chat', async () => {
    const { openWindow, files } = createWorld();
    const window = await openWindow(['One.']);
    await window.ask('precious');
    const id = window.id();
    await window.type('and a draft');
    await window.chats.session.flush();
    const before = files.files.get(`conversations/${id}.jsonl`);
    expect(await window.chats.delete(id)).toBe('done');
    expect([window.prompts(), window.store.state.draft]).toEqual([[], 'and a draft']);
    expect(await window.chats.library.list(signal)).toEqual([]);
    expect(await window.chats.undelete(id, true)).toBe('done');
    expect(files.files.get(`conversations/${id}.jsonl`)).toBe(before);
    expect([window.prompts(), window.store.state.draft]).toEqual([['precious'], 'and a draft']);
  });

  test('and undoing it keep the text that is typed in between', async () => {
    const { openWindow } = createWorld();
    const window = await openWindow(['One.', 'Two.']);
    await window.ask('precious');
    const id = window.id();
    await window.type('a draft');
    await window.chats.delete(id);
    await window.type('a draft, and more');
    await window.chats.undelete(id, true);
    expect([window.prompts(), window.store.state.draft]).toEqual([['precious'], 'a draft, and more']);
    await window.chats.newChat();
    expect(window.store.state.draft).toBe('a draft, and more');
    await window.chats.open(id);
    expect(window.store.state.draft).toBe('');
    await window.chats.delete(id);
    await window.ask('something new');
    await window.type('half a thought');
    await window.chats.undelete(id, true);
    expect([window.prompts(), window.store.state.draft]).toEqual([['something new'], 'half a thought']);
    expect((await window.chats.library.list(signal)).map(({ title }) => title)).toContain('precious');
  });

  test('becomes final after a week, not earlier', async () => {
    const { openWindow, names, clock } = createWorld();
    const window = await openWindow(['One.', 'Two.']);
    await window.ask('old');
    const id = window.id();
    await window.chats.delete(id);
    await clock.advance(6 * 86_400_000);
    await window.chats.sweep(signal);
    expect(names()).toContain(`trash/${id}.jsonl`);
    await clock.advance(2 * 86_400_000);
    await window.chats.sweep(signal);
    expect(names()).not.toContain(`trash/${id}.jsonl`);
  });
});
