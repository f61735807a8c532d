import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConversation } from '../../../../src/extension/chat/conversation/conversationFile.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createWorld } from '../chatWorld.ts';

const { signal } = new AbortController();
const never = new Promise<never>(() => {});

describe('two windows on one workspace', () => {
  test('cannot both own a chat: the second window starts a new chat, and shows why', async () => {
    const { openWindow } = createWorld();
    const one = await openWindow(['One.']);
    await one.ask('mine');
    const two = await openWindow(['Two.']);
    expect(two.id()).not.toBe(one.id());
    expect(two.store.state.notice).toMatchObject({
      message: 'Your last chat is open in another window. Started a new one.',
      action: 'open-copy',
    });
    expect(await two.chats.open(one.id())).toBe('owned');
    expect(await two.chats.rename(one.id(), 'x')).toBe('owned');
    expect(await two.chats.delete(one.id())).toBe('owned');
  });

  test('show no notice if the other window’s chat is empty', async () => {
    const { openWindow } = createWorld();
    const one = await openWindow();
    const two = await openWindow();
    expect(two.id()).not.toBe(one.id());
    expect(two.store.state.notice).toBeNull();
  });

  test('can open a copy of the other window’s chat, which is independent', async () => {
    const { openWindow } = createWorld();
    const one = await openWindow(['One.', 'More.']);
    await one.ask('mine');
    const two = await openWindow(['Two.']);
    await two.chats.openCopyOfLast();
    expect([two.prompts(), two.store.state.title]).toEqual([['mine'], 'mine (copy)']);
    await two.ask('theirs');
    await one.ask('still mine');
    await two.chats.session.flush();
    expect(one.prompts()).toEqual(['mine', 'still mine']);
    const listed = await one.chats.library.list(signal);
    expect(listed.map(({ title }) => title).sort()).toEqual(['mine', 'mine (copy)']);
  });

  test('show their own chats again after a reload, not the other window’s chat', async () => {
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

  test('take over the chat of a crashed window, with all content on disk', async () => {
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

  test('let a window that slept continue in a complete copy if the other window took over its chat', async () => {
    const world = createWorld();
    const asleep = createManualClock(world.clock.now());
    const opening = world.openWindow(['One.', 'Late.'], asleep);
    const one = await opening;
    await one.ask('mine');
    const id = one.id();
    let moved: Promise<void> | undefined;
    one.chats.onDidLose(() => void (moved = one.chats.continueInCopy()));
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

  test.each(['starts a new chat', 'opens another chat', 'closes'])(
    'save a copy of unsaved content if one window slept, lost its chat and at once %s',
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
      else if (action === 'opens another chat') await one.chats.open(another);
      else await one.chats.newChat();
      const shown = one.id();
      // `continueInCopy` was queued after the user's action.
      await one.chats.continueInCopy();
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

  test('never mix their lines in a file or lose a prompt, even after crashes', async () => {
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
          if (!window || !other) throw new Error('Expected two windows');
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
          // Each node follows the node before: the other window has not written in between.
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
