import { describe, expect, test } from 'vitest';
import { createSnapshot, type IdeSnapshot } from '../../../src/extension/chat/context/ideContext.ts';
import { textOf } from '../../../src/extension/model/message.ts';
import { start, until } from './harness.ts';

type Panel = Awaited<ReturnType<typeof start>>;

function at(path: string, line: number, selectedText = ''): IdeSnapshot {
  const counts = { selectedCharacters: selectedText.length, selectedLines: selectedText ? 1 : 0, nameOnly: false };
  return createSnapshot({
    activeFile: { path, cursor: { line, character: 1 }, selectedText, ...counts },
    openFiles: [path],
  });
}

/** The prompts of the newest request, as the model gets them. */
function promptsIn({ scripted }: Panel): string[] {
  const prompts = scripted.requests.at(-1)?.messages.filter(({ role }) => role === 'user') ?? [];
  return prompts.map((message) => textOf(message));
}

const FULL = '"otherOpenFiles"';
const DELTA = '"changes"';

/** Starts a panel without suggestions. */
async function begin(steps: Parameters<typeof start>[0] = ['One.', 'Two.', 'Three.', 'Four.']): Promise<Panel> {
  const panel = await start(steps);
  panel.settings.enableFollowupSuggestions = false;
  return panel;
}

describe('the editor context', () => {
  test('is sent before the user’s text, and is not shown', async () => {
    const panel = await begin();
    panel.ideContext.set(at('a.ts', 3, 'alpha'));
    await panel.exchange('what is this?');
    const [prompt] = panel.scripted.requests[0]?.messages ?? [];
    expect(prompt?.parts).toMatchObject([
      { type: 'text', text: expect.stringContaining('"selectedText":"alpha"') as string },
      { type: 'text', text: 'what is this?' },
    ]);
    expect(panel.store.state.items[0]).toMatchObject({ kind: 'user', text: 'what is this?' });
    expect(panel.store.state.title).toBe('what is this?');
  });

  test('is sent in full first, then as changes only, and leaves sent messages unchanged', async () => {
    const panel = await begin();
    panel.ideContext.set(at('a.ts', 3));
    await panel.exchange('one');
    panel.ideContext.set(at('a.ts', 9));
    await panel.exchange('two');
    await panel.exchange('three');
    const [one, two, three] = promptsIn(panel);
    expect(one).toContain(FULL);
    expect(two).toContain('{"changes":{"cursorMoved":{"path":"a.ts","cursor":{"line":9,"character":1}}}}');
    expect(three).toBe('three');
    const sent = panel.scripted.requests.map(({ messages }) => messages);
    expect(sent[2]?.slice(0, sent[1]?.length)).toEqual(sent[1]);
    expect(sent[1]?.slice(0, sent[0]?.length)).toEqual(sent[0]);
  });

  test('is never sent between a call and its result', async () => {
    const panel = await begin([{ calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] }, 'Done.']);
    panel.ideContext.set(at('a.ts', 1));
    await panel.submit('read it');
    panel.ideContext.set(at('a.ts', 2));
    await until(() => panel.store.state.status === 'idle');
    const messages = panel.scripted.requests[1]?.messages ?? [];
    expect(messages.at(-1)?.parts.map(({ type }) => type)).toEqual(['tool-result']);
    expect(JSON.stringify(messages)).not.toContain(DELTA);
  });

  test('lists the changes since the prompts of its own branch, not since a sibling', async () => {
    const panel = await begin();
    panel.ideContext.set(at('a.ts', 1));
    await panel.exchange('one');
    panel.ideContext.set(at('a.ts', 2));
    await panel.exchange('two');
    const { conversationId, items } = panel.store.state;
    await panel.controller.handle({ type: 'edit', conversationId, itemId: items[2]?.id ?? '' });
    expect(panel.store.state.draft).toBe('two');
    await panel.exchange('two, anew');
    const [one, two] = promptsIn(panel);
    expect(one).toContain(FULL);
    expect(two).toContain('"cursor":{"line":2,"character":1}');
    expect(two).toContain(DELTA);
  });

  test('is the same when an answer is retried', async () => {
    const panel = await begin();
    panel.ideContext.set(at('a.ts', 1));
    await panel.exchange('one');
    panel.ideContext.set(at('a.ts', 2));
    const { conversationId, items } = panel.store.state;
    await panel.controller.handle({ type: 'retry', conversationId, itemId: items[1]?.id ?? '' });
    await until(() => panel.store.state.status === 'idle');
    expect(panel.scripted.requests[1]?.messages).toEqual(panel.scripted.requests[0]?.messages);
    await panel.exchange('two');
    expect(promptsIn(panel)[1]).toContain(DELTA);
  });

  test('is sent in full again after a switch to another branch', async () => {
    const panel = await begin();
    panel.ideContext.set(at('a.ts', 1));
    await panel.exchange('one');
    const { conversationId, items } = panel.store.state;
    await panel.controller.handle({ type: 'retry', conversationId, itemId: items[1]?.id ?? '' });
    await until(() => panel.store.state.status === 'idle');
    const itemId = panel.store.state.items[1]?.id ?? '';
    await panel.controller.handle({ type: 'switch-branch', conversationId, itemId, step: -1 });
    await panel.exchange('two');
    expect(promptsIn(panel)[1]).toContain(FULL);
  });

  test('is sent in full again in a new chat, and in a chat that was opened again', async () => {
    const panel = await begin();
    panel.ideContext.set(at('a.ts', 1));
    await panel.exchange('one');
    await panel.actions.newChat();
    await panel.exchange('new');
    expect(promptsIn(panel)[0]).toContain(FULL);
    const again = await panel.reload(['Back.']);
    again.settings.enableFollowupSuggestions = false;
    again.ideContext.set(at('a.ts', 1));
    await again.exchange('two');
    const prompts = promptsIn(again);
    expect(prompts[0]).toBe(promptsIn(panel)[0]);
    expect(prompts[1]).toContain(FULL);
  });

  test('leaves the parent’s bytes in forks unchanged', async () => {
    const panel = await start(['One.', 'Two.', 'add a test', 'I will.']);
    panel.ideContext.set(at('a.ts', 1));
    await panel.exchange('one');
    await panel.exchange('two');
    panel.ideContext.set(at('a.ts', 7, 'other'));
    await panel.showGhost();
    await until(() => panel.scripted.requests.length >= 4);
    const [, main, ...forks] = panel.scripted.requests.map(({ messages }) => messages);
    for (const fork of forks) {
      expect(fork.slice(0, main?.length)).toEqual(main);
      expect(JSON.stringify(fork.slice(main?.length))).not.toContain('editor_context');
    }
  });

  test('is not sent if the user has turned it off, also after a reload', async () => {
    const panel = await begin();
    panel.ideContext.set(at('a.ts', 1));
    const share = (shared: boolean) =>
      panel.controller.handle({ type: 'share-editor', conversationId: panel.store.state.conversationId, shared });
    await share(false);
    expect(panel.store.state.sharesEditor).toBe(false);
    await panel.exchange('one');
    expect(promptsIn(panel)).toEqual(['one']);
    const again = await panel.reload(['Two.', 'Three.']);
    again.settings.enableFollowupSuggestions = false;
    again.ideContext.set(at('a.ts', 1));
    expect(again.store.state.sharesEditor).toBe(false);
    await again.exchange('two');
    expect(promptsIn(again)).toEqual(['one', 'two']);
    const { conversationId } = again.store.state;
    await again.controller.handle({ type: 'share-editor', conversationId, shared: true });
    await again.exchange('three');
    expect(promptsIn(again)[2]).toContain(FULL);
  });

  test('is turned off for one chat only, and creates no file for an empty chat', async () => {
    const panel = await begin();
    const { conversationId } = panel.store.state;
    await panel.controller.handle({ type: 'share-editor', conversationId, shared: false });
    expect(await panel.files.list('conversations')).not.toContain(`${conversationId}.jsonl`);
    await panel.exchange('one');
    await panel.actions.newChat();
    expect(panel.store.state.sharesEditor).toBe(true);
    await panel.chats.open(conversationId);
    expect(panel.store.state.sharesEditor).toBe(false);
  });
});
