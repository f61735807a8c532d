import { expect, test } from 'vitest';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';

/** Starts the panel with these files, and waits for the list of commands. */
async function open(files: Readonly<Record<string, string>>, answers: Parameters<typeof start>[0] = ['Done.']) {
  const panel = await start(answers, 'auto-edit', { 'a.ts': 'alpha\n', ...files });
  panel.changeSettings({ enableFollowupSuggestions: false });
  const listed = () => panel.store.state.commands.filter(({ folder }) => folder !== undefined);
  await until(() => listed().length > 0);
  const shownPrompt = (): string | undefined => {
    const item = panel.store.state.items.findLast(({ kind }) => kind === 'user');
    return item?.kind === 'user' ? item.text : undefined;
  };
  return { ...panel, listed, shownPrompt };
}

test('prompt files are in the list of commands, with their folder', async () => {
  const { listed, submit, store } = await open({
    '.claude/commands/review-pr.md': '---\ndescription: Review it\nargument-hint: [number]\n---\nReview.',
  });
  expect(listed()).toEqual([
    { name: 'review-pr', aliases: [], description: 'Review it', argument: '[number]', folder: '.claude/commands' },
  ]);
  await submit('/help');
  expect(store.state.note?.sections[1]).toMatchObject({
    heading: 'Prompt files',
    rows: [{ name: '/review-pr [number]' }],
  });
});

test('the message shows the text that is sent for the command of a prompt file', async () => {
  const { submit, store, shownPrompt, scripted } = await open({
    '.premove/prompts/fix.md': 'Fix issue $ARGUMENTS in ${file}.',
  });
  expect(await submit('/FIX 12')).toEqual({ outcome: 'sent' });
  await until(() => store.state.status === 'idle');
  expect(shownPrompt()).toBe('Fix issue 12 in [no file is open in the editor].');
  expect(JSON.stringify(scripted.requests[0]?.messages)).toContain('Fix issue 12');
  expect(store.state.draft).toBe('');
});

test('the user is asked for the inputs of a prompt file, and a cancelled question keeps the draft', async () => {
  const { draft, submit, store, shownPrompt, world } = await open({
    '.premove/prompts/add.md': 'Add ${input:what:a name} to ${input:where}.',
  });
  await draft('/add');
  expect(await submit('/add')).toEqual({ outcome: 'kept' });
  expect(store.state).toMatchObject({ draft: '/add', items: [] });
  world.input = 'it';
  expect(await submit('/add')).toEqual({ outcome: 'sent' });
  expect(shownPrompt()).toBe('Add it to it.');
  const inputs = [
    { name: 'what', placeholder: 'a name' },
    { name: 'where', placeholder: '' },
  ];
  // One dialog asks for both values, because a second dialog would not get the focus.
  expect(world.inputQuestions).toEqual([
    { command: '/add', file: '.premove/prompts/add.md', inputs },
    { command: '/add', file: '.premove/prompts/add.md', inputs },
  ]);
});

test('the command of a prompt file that cannot be used names the file', async () => {
  const { submit } = await open({
    '.premove/prompts/good.md': 'Good.',
    '.premove/prompts/bad.md': '---\nmodel: [a\n---\nBad.',
  });
  expect(await submit('/Bad now')).toEqual({
    outcome: 'kept',
    message: '.premove/prompts/bad.md cannot be used. See the list of instructions (book button).',
  });
});

test.each(['/clear', '!rm -rf .', '/new chat'])(
  'a prompt file whose text begins like a command is an ordinary message: %s',
  async (text) => {
    const { submit, store, shownPrompt, controller } = await open({ '.premove/prompts/evil.md': text }, [
      'One.',
      'Two.',
    ]);
    expect(await submit('/evil')).toEqual({ outcome: 'sent' });
    await until(() => store.state.status === 'idle');
    expect(shownPrompt()).toBe(text);
    const { conversationId, items } = store.state;
    await controller.handle({ type: 'edit', conversationId, itemId: items[0]?.id ?? '' });
    expect(await submit(store.state.draft)).toEqual({ outcome: 'sent' });
    expect(shownPrompt()).toBe(text);
  },
);

test('the tools of a prompt file limit its answer, also after a wait in the queue', async () => {
  let finish = (): void => {};
  const hold = new Promise<void>((resolve) => (finish = resolve));
  const { submit, store, base } = await open(
    { '.premove/prompts/look.md': '---\ntools: [read_file]\nallowed-tools: write_file\n---\n/Look.' },
    [
      { text: 'slow', hold },
      { calls: [{ name: 'write_file', input: { path: 'b.ts', content: 'x' } }] },
      'It may not write.',
    ],
  );
  await submit('first');
  await until(() => store.state.status === 'responding');
  expect(await submit('/look')).toEqual({ outcome: 'queued' });
  finish();
  await until(() => store.state.items.length === 4 && store.state.status === 'idle');
  expect(JSON.stringify(store.state.items.at(-1))).toContain('It may not write.');
  expect(base.text('b.ts')).toBeUndefined();
});

test('a model that the user has not set up is reported, and the chat’s model answers', async () => {
  const { submit } = await open({ '.premove/prompts/big.md': '---\nmodel: huge\n---\nGo.' });
  expect(await submit('/big')).toEqual({
    outcome: 'sent',
    message: '.premove/prompts/big.md asks for the model huge, which is not set up. The chat’s model is used.',
  });
});

test('the chat names the model that a prompt file has chosen, also after a retry and a reload', async () => {
  const id = 'test/other';
  const files = { '.premove/prompts/big.md': `---\nmodel: ${id}\n---\nGo.` };
  const panel = await open(files, ['From the chat’s model.']);
  const other = toSelected(createScriptedModel(['From the other.', 'Again.']), id);
  panel.world.otherModels.set(id, other);
  panel.changeSettings({ fastModel: id });
  const routed = ({ store }: Pick<typeof panel, 'store'> = panel) => {
    const item = store.state.items.at(-1);
    return item?.kind === 'answer' && { models: item.models, routed: item.routed };
  };
  const own = { models: [id], routed: { reason: 'own', insteadOf: '' } };
  await panel.exchange('/big');
  expect(routed()).toEqual(own);
  const { conversationId, items } = panel.store.state;
  await panel.controller.handle({ type: 'retry', conversationId, itemId: items.at(-1)?.id ?? '' });
  await until(() => panel.store.state.status === 'idle');
  expect(routed()).toEqual(own);
  const again = await panel.reload();
  expect(routed(again)).toEqual(own);
  await panel.close();
});

test('a prompt file without text is not sent', async () => {
  const { submit } = await open({ '.premove/prompts/none.md': '---\ndescription: Nothing\n---\n' });
  expect(await submit('/none')).toEqual({ outcome: 'kept', message: '.premove/prompts/none.md has no text to send.' });
});

test('the list follows the files when the user types a slash', async () => {
  const { base, clock, draft, listed } = await open({ '.premove/prompts/one.md': 'One.' });
  base.put('.premove/prompts/two.md', 'Two.');
  await clock.advance(3_000);
  await draft('/t');
  await until(() => listed().length === 2);
});
