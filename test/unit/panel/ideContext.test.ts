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

/** The prompts of the newest request, as the model reads them. */
function promptsIn({ scripted }: Panel): string[] {
  const prompts = scripted.requests.at(-1)?.messages.filter(({ role }) => role === 'user') ?? [];
  return prompts.map((message) => textOf(message));
}

const FULL = '"otherOpenFiles"';
const DELTA = '"changes"';

/** Three answers, no suggestions in between. */
async function begin(steps: Parameters<typeof start>[0] = ['One.', 'Two.', 'Three.', 'Four.']): Promise<Panel> {
  const panel = await start(steps);
  panel.settings.enableFollowupSuggestions = false;
  return panel;
}

describe('the editor in the conversation', () => {
  test('is told in front of the user’s words, which are shown alone', async () => {
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

  test('is told once, then as changes, then not at all; what was sent stays as it was', async () => {
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

  test('never comes between a call and its result', async () => {
    const panel = await begin([{ calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] }, 'Done.']);
    panel.ideContext.set(at('a.ts', 1));
    await panel.submit('read it');
    panel.ideContext.set(at('a.ts', 2));
    await until(() => panel.store.state.status === 'idle');
    const messages = panel.scripted.requests[1]?.messages ?? [];
    expect(messages.at(-1)?.parts.map(({ type }) => type)).toEqual(['tool-result']);
    expect(JSON.stringify(messages)).not.toContain(DELTA);
  });

  test('builds on what was told on its own path: an edited prompt does not count its sibling’s', async () => {
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

  test('asks for an answer again with the same words about the editor', async () => {
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

  test('is told in full again after another branch was shown', async () => {
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

  test('is told in full again in a new chat, and in one that was opened again', async () => {
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

  test('leaves the forks their parent’s bytes', async () => {
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

  test('is not told where the user has turned it off, also after a reload', async () => {
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

  test('is turned off for one chat only, and leaves an empty one without a file', async () => {
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
