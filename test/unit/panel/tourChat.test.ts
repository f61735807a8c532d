import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ToolBlock } from '../../../src/shared/toolBlock.ts';
import { answerTexts } from '../../../src/shared/transcriptItem.ts';
import { tourNoticeTexts } from '../../../src/extension/base/texts/noticeTexts.ts';
import { followModel } from '../../../src/extension/panel/tourChats.ts';
import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { textOf } from '../../../src/extension/model/message.ts';
import { createTourModel } from '../../../src/extension/model/tour/tourModel.ts';
import type { ResolvedModel } from '../../../src/extension/model/resolveModel.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { start, until } from './harness.ts';

const SAMPLE = { 'src/greet.ts': '/** A greeting for one person. */\nexport function greet() {}\n' };
const OWN = { 'src/greet.ts': 'mine\n', 'a.ts': 'alpha\n' };
const WHOLE_SAMPLE = Object.fromEntries(
  [...Object.keys(SAMPLE), 'src/index.ts', 'test/greet.test.ts', 'README.md', 'CHANGELOG.md', 'package.json'].map(
    (path) => [path, readFileSync(`sample/${path}`, 'utf8')],
  ),
);
const TOUR = { id: 'tour/tour', label: 'tour' };
const OTHER = { id: 'fake/model', label: 'model' };

/** Opens a window on the user's own files, with the tour selected unless `selected` names another model. */
async function openWindow(
  files = createMemoryFileStore(),
  selected: string = TOUR.id,
  sample: Readonly<Record<string, string>> = SAMPLE,
) {
  const panel = await start([{ text: 'Done.' }], 'auto-edit', OWN, files, {}, { model: selected, sample });
  const requests: ModelRequest[] = [];
  const clock = createManualClock();
  const script = createTourModel({ clock, pace: 0 });
  const chatModel: typeof script = {
    stream(request, signal) {
      requests.push(request);
      return script.stream(request, signal);
    },
  };
  const select = (model: typeof TOUR): void => {
    panel.settings.model = model.id;
    const resolved: ResolvedModel = { kind: 'model', model: { ...model, name: model.label, chatModel } };
    panel.setResolved(resolved);
  };
  select(selected === TOUR.id ? TOUR : OTHER);
  /** Waits until a condition holds, and advances the clock that paces the tour's words. */
  const playUntil = (condition: () => boolean): Promise<void> =>
    until(() => {
      void clock.advance(1);
      return condition();
    });
  const ask = async (text: string): Promise<void> => {
    await panel.submit(text);
    await playUntil(() => panel.store.state.status === 'idle');
  };
  const { signal } = new AbortController();
  const project = () => [...panel.overlays.values()].at(-1)!;
  const sampleText = async (path = 'src/greet.ts'): Promise<string> =>
    new TextDecoder().decode((await project().read(`/premove-tour/greetings/${path}`, signal)).bytes);
  /** Replaces text in a file of the sample, as the user does in an editor. */
  const edit = async (path: string, from: string, to: string): Promise<void> => {
    const text = (await sampleText(path)).replace(from, to);
    await project().write(`/premove-tour/greetings/${path}`, new TextEncoder().encode(text), {}, signal);
  };
  /** Waits until the edits of a suggestion are prepared, or until the speculation stops because it needs the user. */
  const prepare = async (prompt: string): Promise<void> => {
    await playUntil(() => panel.store.state.suggestion?.text === prompt);
    await panel.showGhost();
    await playUntil(() => /ready|stopped/.test(panel.store.state.speculation?.phase ?? ''));
  };
  const lastAnswer = () => panel.store.state.items.findLast((item) => item.kind === 'answer')!;
  const lastText = (): string => answerTexts(lastAnswer().blocks).join('\n');
  const id = (): string => panel.store.state.conversationId;
  return { ...panel, playUntil, ask, edit, prepare, lastAnswer, lastText, select, requests, sampleText, id };
}

it('the tour changes only its sample, and does not get the window’s context or write the user’s files', async () => {
  const panel = await openWindow();
  panel.ideContext.set({
    ...panel.ideContext.current,
    activeFile: { path: 'a.ts', cursor: { line: 1, character: 1 }, selectedText: '' },
  });
  await panel.ask('add a farewell function');
  expect(await panel.sampleText()).toContain('export function farewell(');
  expect(panel.base.snapshot()).toEqual(OWN);
  expect(panel.base.calls.filter((call) => call.startsWith('write'))).toEqual([]);
  const sent = panel.requests.flatMap(({ system, messages }) => [system ?? '', ...messages.map(textOf)]).join('\n');
  expect(sent).toContain('/premove-tour/greetings');
  expect(sent).not.toContain('a.ts');
  expect(sent).not.toContain('/ws');
  expect(panel.requests[0]?.tools.map(({ name }) => name)).not.toContain('run_shell_command');
});

it('a review in the tour says that the tour keeps no earlier contents', async () => {
  const panel = await openWindow();
  await panel.ask('add a farewell function');
  const message = 'The offline tour keeps no earlier contents of files, so there is nothing to review.';
  expect(await panel.submit('/review')).toEqual({ outcome: 'kept', message });
});

it('the tour is running until its last step, and a chat with another model is not the tour', async () => {
  const panel = await openWindow();
  expect(panel.store.state.tour).toBe('running');
  for (const prompt of ['add a farewell function', 'say goodbye again']) await panel.ask(prompt);
  expect(panel.store.state.tour).toBe('running');
  panel.select(OTHER);
  await followModel(OTHER, panel.actions, panel.store);
  expect(panel.store.state.tour).toBeNull();
});

it('the user’s change of a file is merged with the prepared edits of that file', async () => {
  const panel = await openWindow(createMemoryFileStore(), TOUR.id, WHOLE_SAMPLE);
  for (const prompt of ['add a farewell function', 'rename greet to welcome', 'add a test', 'add a changelog entry'])
    await panel.ask(prompt);
  expect(panel.lastText()).toContain('try changing the title in `README.md`');

  await panel.prepare('update the README');
  await panel.edit('README.md', '# Greetings', '# My greetings');
  await until(() => panel.store.state.speculation?.changedFiles?.[0] === 'README.md');
  await panel.submit('update the README');
  expect(await panel.sampleText('README.md')).toMatch(/^# My greetings\n[^]*- `farewell\(name\)` says goodbye\./);
  expect(panel.lastAnswer().amended).toEqual(['README.md']);
  expect(panel.lastText()).toContain('If you have changed the title, your change is still there.');
});

it('a step that asks a question continues after its edits were merged', async () => {
  const panel = await openWindow(createMemoryFileStore(), TOUR.id, WHOLE_SAMPLE);
  for (const prompt of ['add a farewell function', 'rename greet to welcome', 'add a test', 'changelog', 'readme'])
    await panel.ask(prompt);
  await panel.prepare('release a new version');
  await panel.edit('README.md', '# Greetings', '# My greetings');
  await panel.submit('release a new version');
  const question = () =>
    panel.lastAnswer().blocks.find((block) => block.kind === 'tool' && block.status === 'awaiting-answer');
  await panel.playUntil(() => question() !== undefined);
  const callId = (question() as ToolBlock).callId;
  await panel.controller.handle({ type: 'answer', callId, answer: { kind: 'dismissed' } });
  await panel.playUntil(() => panel.store.state.status === 'idle');
  expect(panel.lastText()).toContain('You closed the question');
  expect(await panel.sampleText('README.md')).toMatch(/^# My greetings\n[^]*## Changes/);
});

it('a stopped answer of the tour continues where it was stopped, and its step is then completed', async () => {
  const panel = await openWindow();
  await panel.submit('add a farewell function');
  await panel.playUntil(() => panel.store.state.items.length === 2 && panel.lastText().length > 40);
  await panel.actions.stop();
  const stopped = panel.lastText();
  expect(panel.lastAnswer()).toMatchObject({ status: 'stopped', usage: null });
  await panel.controller.handle({ type: 'continue-answer', conversationId: panel.id(), itemId: panel.lastAnswer().id });
  await panel.playUntil(() => panel.store.state.status === 'idle');
  expect(panel.lastAnswer()).toMatchObject({ status: 'done', continued: { form: 'guided', prefix: stopped.length } });
  expect(panel.lastText()).toMatch(/^This is the offline tour[^]*I’ll read the code first\.[^]*Next in the tour:/);
  expect(await panel.sampleText()).toContain('export function farewell(');
});

it('choosing another model opens a new chat, which takes over the text of the input', async () => {
  const panel = await openWindow();
  await panel.ask('add a farewell function');
  await panel.draft('my own words');
  const tour = panel.id();
  panel.select(OTHER);
  await followModel(OTHER, panel.actions, panel.store);
  expect(panel.id()).not.toBe(tour);
  expect(panel.store.state).toMatchObject({ items: [], draft: 'my own words', tour: null });
  expect(panel.store.state.notice?.message).toBe('This is a new chat with model. The tour is under “Chats…”.');
  expect(panel.current.project.workspace).toBe(panel.base);
});

it('the user’s own chat stays after the tour is chosen, until a prompt is submitted', async () => {
  const panel = await openWindow(createMemoryFileStore(), OTHER.id);
  panel.setResolved({ kind: 'model', model: { ...OTHER, name: 'model', chatModel: panel.scripted } });
  await panel.exchange('hello');
  const own = panel.id();
  panel.select(TOUR);
  await followModel(TOUR, panel.actions, panel.store);
  expect(panel.id()).toBe(own);
  expect(await panel.submit('add a farewell function')).toEqual({ outcome: 'kept' });
  expect(panel.id()).not.toBe(own);
  expect(panel.store.state).toMatchObject({ items: [], draft: 'add a farewell function', tour: 'running' });
  expect(panel.store.state.notice?.message).toContain('Press Enter to send.');
  await panel.ask('add a farewell function');
  expect(panel.base.snapshot()).toEqual(OWN);
});

it('if the tour is selected in the user’s own chat, no command runs and a notice announces the tour chat', async () => {
  const panel = await openWindow(createMemoryFileStore(), OTHER.id);
  panel.setResolved({ kind: 'model', model: { ...OTHER, name: 'model', chatModel: panel.scripted } });
  await panel.exchange('hello');
  const conversationId = panel.id();
  panel.select(TOUR);
  panel.changeSettings({ model: TOUR.id });
  await until(() => panel.store.state.notice !== null);
  expect(panel.store.state.notice?.message).toBe('The offline tour has its own chats. The next message starts one.');
  expect(await panel.controller.handle({ type: 'run-shell', conversationId, command: 'ls' })).toEqual({
    outcome: 'kept',
    message: 'The offline tour runs no commands.',
  });
  expect(await panel.submit('/init')).toMatchObject({
    message: 'The offline tour writes no AGENTS.md. Start a new chat with another model.',
  });
  expect(panel.id()).toBe(conversationId);
  expect(panel.store.state.shellLines).toEqual([]);
  await panel.submit('add a farewell function');
  expect(panel.id()).not.toBe(conversationId);
});

it('a draft that moves into the tour loses the model that was chosen for it', async () => {
  const panel = await openWindow(createMemoryFileStore(), OTHER.id);
  await panel.draft('half');
  panel.drafts.chooseModel('other/big');
  panel.select(TOUR);
  await followModel(TOUR, panel.actions, panel.store);
  expect(panel.store.state).toMatchObject({ draft: 'half', composerMenu: { messageModel: null } });
});

it('an edit of a message of the tour stays in its chat if another model is selected', async () => {
  const panel = await openWindow();
  await panel.ask('add a farewell function');
  const { conversationId, items } = panel.store.state;
  await panel.controller.handle({ type: 'edit', conversationId, itemId: items[0]?.id ?? '' });
  panel.select(OTHER);
  expect(await panel.submit('add a greeting')).toEqual({ outcome: 'kept' });
  expect(panel.store.state).toMatchObject({ conversationId, draft: 'add a greeting', editing: items[0]?.id });
  expect(panel.store.state.notice?.message).toBe(tourNoticeTexts.otherModelInTour());
});

it('an answer of the tour cannot be retried with another model', async () => {
  const panel = await openWindow();
  await panel.ask('add a farewell function');
  const answer = panel.store.state.items.at(-1);
  panel.select(OTHER);
  await panel.controller.handle({ type: 'retry', conversationId: panel.id(), itemId: answer?.id ?? '' });
  expect(panel.store.state.items.at(-1)).toEqual(answer);
  expect(panel.store.state.notice?.message).toContain('This chat is the offline tour.');
});

it('a reopened tour keeps its changed project, and a new tour begins with a fresh sample', async () => {
  const files = createMemoryFileStore();
  const before = await openWindow(files);
  await before.ask('add a farewell function');
  await before.close();
  const after = await openWindow(files);
  expect(after.store.state).toMatchObject({ conversationId: before.id(), tour: 'running' });
  expect(await after.sampleText()).toContain('export function farewell(');
  await after.actions.newChat();
  expect(await after.sampleText()).toBe(SAMPLE['src/greet.ts']);
});

/** Opens a preview, and sends another prompt while the preview is open. */
async function openKeptPreview() {
  const panel = await openWindow(createMemoryFileStore(), TOUR.id, WHOLE_SAMPLE);
  await panel.ask('add a farewell function');
  await panel.prepare('rename greet to welcome');
  const id = panel.store.state.speculation?.id ?? '';
  await panel.controller.handle({ type: 'speculation', id, action: 'preview' });
  await panel.ask('what can you do?');
  return { panel, id };
}

it('an open preview stays when another prompt is sent, and ends with its chat', async () => {
  const { panel, id } = await openKeptPreview();
  expect(panel.store.state).toMatchObject({ keptPreviews: [{ id, phase: 'review' }] });
  expect(panel.previews.has(id)).toBe(true);
  await panel.actions.newChat();
  expect(panel.store.state.keptPreviews).toEqual([]);
  expect(panel.previews.size).toBe(0);
});

it('an open preview that is applied after another prompt writes its files to the sample', async () => {
  const { panel, id } = await openKeptPreview();
  await panel.controller.handle({ type: 'speculation', id, action: 'apply' });
  expect(await panel.sampleText()).toContain('export function welcome(');
  expect(panel.store.state.keptPreviews).toEqual([]);
});

it('the tour gets no request that checks whether its answer is complete', async () => {
  const panel = await openWindow();
  panel.settings.nextSpeakerCheck = true;
  await panel.ask('add a farewell function');
  expect(panel.requests.filter(({ promptId }) => promptId === 'next_speaker')).toEqual([]);
  expect(panel.lastAnswer().status).toBe('done');
});
