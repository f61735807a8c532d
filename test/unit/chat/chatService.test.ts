import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CacheSafeParamsStore } from '../../../src/extension/background/cacheSafeParams.ts';
import { ChatService } from '../../../src/extension/chat/chatService.ts';
import { ChatStore } from '../../../src/extension/chat/chatStore.ts';
import { parseConversation } from '../../../src/extension/chat/conversationFile.ts';
import { DraftFile } from '../../../src/extension/chat/draftFile.ts';
import { Drafts } from '../../../src/extension/chat/drafts.ts';
import { IdeContextStore } from '../../../src/extension/chat/ideContextFeed.ts';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createStorage, type LivingWindows } from '../../support/conversationStorage.ts';
import { createManualClock, settle, type ManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createQueue } from '../../support/queue.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';

const { signal } = new AbortController();
const never = new Promise<never>(() => {});

function createWorld() {
  const clock = createManualClock();
  const files = createMemoryFileStore({}, clock);
  const living: LivingWindows = new Set();

  /** A window on the workspace that all share. `ownClock` stands still while it sleeps. */
  const openWindow = async (steps: readonly ScriptedStep[] = [], ownClock: ManualClock = clock) => {
    const storage = createStorage(files, ownClock, living);
    const store = new ChatStore(createInitialChatState(''));
    const drafts = new Drafts(store, new DraftFile(files, ownClock, silentLog));
    const chats = new ChatService({
      storage,
      drafts,
      ...createQueue(store, files),
      store,
      registry: createToolRegistry([]),
      workspace: createMemoryWorkspace({}),
      ideContext: new IdeContextStore(),
      environment: { os: 'Linux', shell: 'bash' },
      approval: createApprovalPolicy('default'),
      maxSessionTurns: () => null,
      cacheSafeParams: new CacheSafeParamsStore(),
    });
    const restored = chats.restore();
    // It waits for a window that is about to end.
    for (let waited = 0; waited < 2_500; waited += 100) await clock.advance(100);
    await restored;
    const chatModel = createScriptedModel(steps);
    const type = (text: string) => drafts.typed(chats.session.id, text);
    const ask = async (text: string): Promise<void> => {
      chats.session.submit(text, { id: 'fake/model', label: 'model', name: 'model', chatModel });
      for (let round = 0; round < 20; round += 1) await settle();
    };
    const prompts = (): string[] => store.state.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
    const crash = (): void => void living.delete(storage.window.pid);
    return { chats, drafts, store, type, ask, prompts, crash, id: () => chats.session.id };
  };
  const names = (): string[] => [...files.files.keys()].filter((name) => !name.endsWith('.meta.json')).sort();
  return { clock, files, openWindow, names };
}

describe('a draft that cannot be had', () => {
  test('gives the chat back where loading it fails, so that another window can open it', async () => {
    const { openWindow, names } = createWorld();
    const window = await openWindow(['One.', 'Two.']);
    await window.ask('first chat');
    const first = window.id();
    await window.chats.newChat();
    window.drafts.load = () => Promise.reject(new Error('A bug'));
    await expect(window.chats.open(first)).rejects.toThrow('A bug');
    expect(names()).not.toContain(`conversations/${first}.lock`);
  });

  test('is kept, and the panel says where', async () => {
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
  test('shows each with its own prompts, title and draft', async () => {
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

  test('stops what runs, writes it down, and lets go of the chat', async () => {
    const { openWindow, names } = createWorld();
    const window = await openWindow([{ text: ['Half'], hold: never }]);
    await window.ask('go on and on');
    const id = window.id();
    await window.chats.newChat();
    expect(names()).not.toContain(`conversations/${id}.lock`);
    await window.chats.open(id);
    const last = window.store.state.items.at(-1);
    expect(last?.kind === 'answer' && last.status).toBe('stopped');
  });

  test('leaves no file of a chat without a prompt', async () => {
    const { openWindow, names, clock } = createWorld();
    const window = await openWindow();
    await window.chats.newChat();
    await window.chats.newChat();
    await window.chats.close();
    await clock.advance(1000);
    expect(names()).toEqual(['closed.json', 'shown.json']);
    expect(await window.chats.library.list(signal)).toEqual([]);
  });

  test('keeps the draft of an empty chat for the next new one', async () => {
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

  test('keeps the drafts of several empty chats, also where another text comes along into a new one', async () => {
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

  test('finds what was typed into an empty chat in the list, after a reload too, until it is sent', async () => {
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
    // The draft of a chat that is listed itself is no entry of its own.
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

  test('changes nothing where the other chat cannot be had', async () => {
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
  test('stays with everything in it, says why, and is saved once there is room', async () => {
    const { openWindow, files, names } = createWorld();
    const window = await openWindow(['One.', 'Two.']);
    await window.ask('other');
    const other = window.id();
    await window.chats.newChat();
    const mend = files.failAlways('append', new Error('disk full'));
    await window.ask('precious');
    const id = window.id();
    await window.chats.newChat();
    expect(await window.chats.open(other)).toBe('unsaved');
    expect(await window.chats.openCopy(other)).toBe('unsaved');
    expect(await window.chats.delete(id)).toBe('unsaved');
    expect(await window.chats.rename(id, 'Renamed')).toBe('unsaved');
    expect([window.id(), window.prompts()]).toEqual([id, ['precious']]);
    expect(window.store.state.notice?.message).toContain('cannot be saved');
    expect(names()).not.toContain(`conversations/${other}.lock`);
    mend();
    expect(await window.chats.open(other)).toBe('opened');
    await window.chats.open(id);
    expect([window.prompts(), window.store.state.title]).toEqual([['precious'], 'Renamed']);
  });
});

describe('a draft that cannot be saved', () => {
  test('keeps its chat, so that no other window has an older one, until there is room', async () => {
    const { openWindow, files, names } = createWorld();
    const window = await openWindow(['One.']);
    await window.ask('first');
    const id = window.id();
    await window.type('precious');
    const mend = files.failAlways('write', new Error('disk full'));
    await window.chats.newChat();
    expect([window.id(), window.store.state.draft]).toEqual([id, 'precious']);
    expect(window.store.state.notice?.message).toContain('cannot be saved');
    expect(names()).toContain(`conversations/${id}.lock`);
    mend();
    await window.chats.newChat();
    expect([window.prompts(), window.store.state.draft]).toEqual([[], 'precious']);
    expect(names()).not.toContain(`conversations/${id}.lock`);
  });
});

describe('deleting a chat', () => {
  test('is undone exactly, the shown one included', async () => {
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

  test('and undoing that leaves in the composer what has come into it since', async () => {
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

  test('is final after a week, and not before', async () => {
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

describe('two windows on one workspace', () => {
  test('own a chat one at a time: the second begins a new one, and says why', async () => {
    const { openWindow } = createWorld();
    const one = await openWindow(['One.']);
    await one.ask('mine');
    const two = await openWindow(['Two.']);
    expect(two.id()).not.toBe(one.id());
    expect(two.store.state.notice?.message).toContain('open in another window');
    expect(await two.chats.open(one.id())).toBe('owned');
    expect(await two.chats.rename(one.id(), 'x')).toBe('owned');
    expect(await two.chats.delete(one.id())).toBe('owned');
  });

  test('says nothing where the other window’s chat is empty', async () => {
    const { openWindow } = createWorld();
    const one = await openWindow();
    const two = await openWindow();
    expect(two.id()).not.toBe(one.id());
    expect(two.store.state.notice).toBeNull();
  });

  test('can open a copy of the other’s chat, which goes its own way', async () => {
    const { openWindow } = createWorld();
    const one = await openWindow(['One.', 'More.']);
    await one.ask('mine');
    const two = await openWindow(['Two.']);
    expect(await two.chats.openCopy(one.id())).toBe('opened');
    expect([two.prompts(), two.store.state.title]).toEqual([['mine'], 'mine (copy)']);
    await two.ask('theirs');
    await one.ask('still mine');
    await two.chats.session.flush();
    expect(one.prompts()).toEqual(['mine', 'still mine']);
    const listed = await one.chats.library.list(signal);
    expect(listed.map(({ title }) => title).sort()).toEqual(['mine', 'mine (copy)']);
  });

  test('gives a reloaded window its own chat back, whatever the other shows', async () => {
    const { openWindow } = createWorld();
    const one = await openWindow(['One.']);
    await one.ask('mine');
    const two = await openWindow(['Two.']);
    await two.ask('theirs');
    const id = one.id();
    await one.chats.close();
    one.crash();
    const again = await openWindow();
    expect(again.id()).toBe(id);
  });

  test('takes a chat over from a crashed one, with what it had written down', async () => {
    const { openWindow, clock } = createWorld();
    const one = await openWindow([{ text: ['Half an answer'], hold: never }]);
    await one.ask('mine');
    await clock.advance(300);
    await one.chats.session.flush();
    one.crash();
    const two = await openWindow();
    expect(two.id()).toBe(one.id());
    const last = two.store.state.items.at(-1);
    expect(last?.kind === 'answer' && [last.status, last.blocks]).toEqual([
      'interrupted',
      [{ kind: 'text', text: 'Half an answer' }],
    ]);
  });

  test('that slept while the other took its chat over goes on in a copy with everything in it', async () => {
    const world = createWorld();
    const asleep = createManualClock(world.clock.now());
    const opening = world.openWindow(['One.', 'Late.'], asleep);
    const one = await opening;
    await one.ask('mine');
    const id = one.id();
    let moved: Promise<void> | undefined;
    one.chats.onDidLose(() => void (moved = one.chats.goOnInCopy()));
    await world.clock.advance(120_000);
    const two = await world.openWindow(['Two.']);
    expect(two.id()).toBe(id);
    await two.ask('theirs');
    await two.chats.session.flush();
    const file = world.files.files.get(`conversations/${id}.jsonl`);
    await one.ask('what I typed after lunch');
    await moved;
    expect(world.files.files.get(`conversations/${id}.jsonl`)).toBe(file);
    expect(one.id()).not.toBe(id);
    expect(one.prompts()).toEqual(['mine', 'what I typed after lunch']);
    expect(one.store.state.notice?.message).toContain('copy');
    expect(two.prompts()).toEqual(['mine', 'theirs']);
  });

  test.each(['starts a new chat', 'opens another', 'closes'])(
    'that slept, and then at once %s, has kept a copy of what it could not write any more',
    async (action) => {
      const world = createWorld();
      const one = await world.openWindow(['Zero.', 'One.', 'Late.'], createManualClock(world.clock.now()));
      await one.ask('another');
      const another = one.id();
      await one.chats.newChat();
      await one.ask('mine');
      const id = one.id();
      let lost = 0;
      one.chats.onDidLose(() => void (lost += 1));
      await world.clock.advance(120_000);
      const two = await world.openWindow(['Two.']);
      await two.ask('theirs');
      await two.chats.session.flush();
      await one.ask('what I typed after lunch');
      await one.type('a draft');
      if (action === 'closes') await one.chats.close();
      else if (action === 'opens another') await one.chats.open(another);
      else await one.chats.newChat();
      const shown = one.id();
      // It waited for its turn behind that.
      await one.chats.goOnInCopy();
      expect([lost, one.id()]).toEqual([1, shown]);
      const listed = await two.chats.library.list(signal);
      const copy = listed.find(({ title }) => title === 'mine (copy)');
      expect(listed.map(({ title }) => title).sort()).toEqual(['another', 'mine', 'mine (copy)']);
      expect(copy?.lastPrompt).toBe('what I typed after lunch');
      expect(await two.chats.open(copy?.id ?? '')).toBe('opened');
      expect(two.store.state.draft).toBe(action === 'starts a new chat' ? '' : 'a draft');
      expect(world.files.files.get(`conversations/${id}.jsonl`)).not.toContain('after lunch');
    },
  );

  test('never mix their lines in a file or lose a prompt, whatever they do and wherever one crashes', async () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 1 }), fc.constantFrom('ask', 'new', 'open', 'copy', 'crash'));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const world = createWorld();
        const answers = Array.from({ length: 20 }, (_, index) => `Answer ${index}.`);
        const windows = [await world.openWindow(answers), await world.openWindow(answers)];
        const asked: string[] = [];
        for (const [index, action] of steps) {
          const window = windows[index];
          const other = windows[1 - index];
          if (!window || !other) throw new Error('There are two windows');
          if (action === 'ask') {
            const text = `prompt ${asked.length}`;
            asked.push(text);
            await window.ask(text);
            await window.chats.session.flush();
          } else if (action === 'new') await window.chats.newChat();
          else if (action === 'open') await window.chats.open(other.id());
          else if (action === 'copy') await window.chats.openCopy(other.id());
          else {
            window.crash();
            windows[index] = await world.openWindow(answers);
          }
          expect(windows[0]?.id()).not.toBe(windows[1]?.id());
        }
        const kept: string[] = [];
        for (const [name, text] of world.files.files) {
          if (!name.endsWith('.jsonl')) continue;
          const parsed = parseConversation(text);
          if (parsed.kind !== 'parsed') throw new Error(parsed.reason);
          const nodes = parsed.entries.filter((entry) => entry.type === 'prompt' || entry.type === 'answer');
          // Each follows the one before: nobody else has written in between.
          nodes.forEach((node, index) => expect(node.parent).toBe(nodes[index - 1]?.id ?? null));
          kept.push(
            ...nodes
              .flatMap((node) => (node.type === 'prompt' ? node.parts : []))
              .map((part) => (part.type === 'text' ? part.text : '')),
          );
        }
        expect(new Set(kept)).toEqual(new Set(asked));
      }),
      { numRuns: 40 },
    );
  });
});
