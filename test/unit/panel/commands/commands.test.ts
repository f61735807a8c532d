import { describe, expect, it, test } from 'vitest';
import { chatsCommand } from '../../../../src/extension/panel/commands/chats.ts';
import { clearCommand } from '../../../../src/extension/panel/commands/clear.ts';
import { compressCommand } from '../../../../src/extension/panel/commands/compress.ts';
import { contextCommand } from '../../../../src/extension/panel/commands/context.ts';
import { exportCommand } from '../../../../src/extension/panel/commands/export.ts';
import { helpCommand } from '../../../../src/extension/panel/commands/help.ts';
import { modeCommand } from '../../../../src/extension/panel/commands/mode.ts';
import { newCommand } from '../../../../src/extension/panel/commands/new.ts';
import { reviewCommand } from '../../../../src/extension/panel/commands/review.ts';
import type { SlashCommand } from '../../../../src/extension/panel/commands/slashCommand.ts';
import { undoCommand } from '../../../../src/extension/panel/commands/undo.ts';
import type { AnswerItem, ChangesView } from '../../../../src/shared/transcriptItem.ts';
import { answerItem } from '../../../support/chatItems.ts';
import { start } from '../harness.ts';
import { createCommandRig } from './commandRig.ts';

test.each<[title: string, command: SlashCommand, argument: string, effects: string[]]>([
  ['/new starts a new chat', newCommand, '', ['new chat']],
  ['/chats opens the list of chats', chatsCommand, '', ['chats']],
  ['/review opens the changes of the chat', reviewCommand, '', ['review chat']],
  ['/compress passes its argument on', compressCommand, 'the names', ['compress: the names']],
  ['/mode writes the mode', modeCommand, 'auto-edit', ['approvalMode: auto-edit']],
  ['/mode accepts capitals', modeCommand, 'PLAN', ['approvalMode: plan']],
])('%s', async (_, command, argument, effects) => {
  const { run, log } = createCommandRig();
  expect(await run(command, argument)).toMatchObject({ kind: 'done' });
  expect(log).toEqual(effects);
});

test('/clear only clears the view', async () => {
  const { run, log } = createCommandRig();
  expect(await run(clearCommand)).toEqual({ kind: 'done', effect: 'clear-view' });
  expect(log).toEqual([]);
});

test('/compress stays in the input if the compression has not begun', async () => {
  const { run } = createCommandRig();
  expect(await run(compressCommand, 'never')).toEqual({ kind: 'refused', message: 'Nothing to compress.' });
});

test('/export exports the whole chat, and stays in the input of a chat without messages', async () => {
  const panel = await start(['One.']);
  panel.changeSettings({ enableFollowupSuggestions: false });
  const { run, log } = createCommandRig({}, { conversation: () => panel.current.conversation });
  const message = 'This chat has no messages to export yet.';
  expect(await run(exportCommand)).toEqual({ kind: 'refused', message });
  expect(log).toEqual([]);
  await panel.exchange('first');
  expect(await run(exportCommand)).toMatchObject({ kind: 'done' });
  expect(log).toEqual(['export chat up to null']);
});

test('/export exports a chat that has only a command of the user', async () => {
  const panel = await start([]);
  const { conversation } = panel.current;
  const { run } = createCommandRig({}, { conversation: () => conversation });
  conversation.addShellLine('ls');
  expect(await run(exportCommand)).toMatchObject({ kind: 'done' });
});

describe('/mode', () => {
  test.each([
    ['', 'The approval mode is default. To change it, type /mode and one of: plan, default, auto-edit.'],
    ['yolo', 'The mode yolo can be turned on only in Settings.'],
    ['turbo', 'There is no approval mode turbo. Type /mode and one of: plan, default, auto-edit.'],
  ])('changes nothing after “%s”', async (argument, message) => {
    const { run, log } = createCommandRig();
    expect(await run(modeCommand, argument)).toEqual({ kind: 'refused', message });
    expect(log).toEqual([]);
  });
});

test.each([
  ['auto-edit', 'The mode auto-edit applies after you trust this workspace. Until then, tools only read files.'],
  ['default', 'The mode default applies after you trust this workspace. Until then, tools only read files.'],
  ['plan', undefined],
])('/mode %s in an untrusted workspace writes the mode, and says when it applies', async (mode, message) => {
  const { run, log } = createCommandRig({}, { isTrusted: () => false });
  expect(await run(modeCommand, mode)).toEqual({ kind: 'done', ...(message !== undefined && { message }) });
  expect(log).toEqual([`approvalMode: ${mode}`]);
});

describe('/context', () => {
  const counted = answerItem({ context: { used: 1_000, window: 200_000 } });

  it('opens the meter once the context has been counted', async () => {
    const { run } = createCommandRig({ items: [counted] });
    expect(await run(contextCommand)).toEqual({ kind: 'done', effect: 'open-context' });
  });

  it('reports why there is no meter', async () => {
    const { run } = createCommandRig();
    expect(await run(contextCommand)).toEqual({
      kind: 'refused',
      message: 'The context is counted when the first answer ends. Send a message first.',
    });
    const uncounted = createCommandRig({ items: [answerItem({ context: null })] });
    expect(await uncounted.run(contextCommand)).toMatchObject({
      message: 'The model’s server has reported no token counts, so the context cannot be shown.',
    });
    const failed = createCommandRig({ items: [answerItem({ context: null, status: 'failed' })] });
    expect(await failed.run(contextCommand)).toMatchObject({
      message: 'The context is counted when the first answer ends. Send a message first.',
    });
    const answering = createCommandRig({ items: [answerItem({})], status: 'responding' });
    expect(await answering.run(contextCommand)).toMatchObject({
      message: 'The context is counted when the answer ends. Repeat the command then.',
    });
    const tour = createCommandRig({ items: [counted], tour: 'running' });
    expect(await tour.run(contextCommand)).toMatchObject({ message: 'The offline tour has no context window.' });
  });
});

describe('/undo', () => {
  const changed = (id: string, state: ChangesView['state']): AnswerItem =>
    answerItem({ id, changes: { state, files: 1, added: 1, removed: 0, bypasses: [], changed: [], lost: [] } });

  it('undoes the last answer whose changes are on disk', async () => {
    const items = [
      changed('a1', 'applied'),
      changed('a2', 'applied'),
      answerItem({ id: 'a3' }),
      changed('a4', 'undone'),
    ];
    const { run, log } = createCommandRig({ items });
    expect(await run(undoCommand)).toEqual({ kind: 'done' });
    expect(log).toEqual(['undo a2 in chat']);
  });

  it('reports that no answer has changes to undo', async () => {
    const { run, log } = createCommandRig({ items: [changed('a1', 'restored')] });
    expect(await run(undoCommand)).toEqual({
      kind: 'refused',
      message: 'No answer of this chat has changes that can be undone.',
    });
    expect(log).toEqual([]);
  });
});

test('/help lists each command with its argument and its aliases', async () => {
  const { run, notes } = createCommandRig(
    {},
    {
      commands: () => [
        { name: 'chats', aliases: ['chat'], description: 'Open chats', argument: '' },
        { name: 'model', aliases: [], description: 'Select a model', argument: '[name]' },
      ],
    },
  );
  await run(helpCommand);
  expect(notes[0]?.sections[0]?.rows).toEqual([
    { name: '/chats', detail: 'Open chats (also /chat)' },
    { name: '/model [name]', detail: 'Select a model' },
  ]);
});
