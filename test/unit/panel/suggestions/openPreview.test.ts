import { describe, expect, test } from 'vitest';
import type { SpeculationAction } from '../../../../src/shared/protocol.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { until } from '../harness.ts';
import { PREPARED, startReady } from './readyPanel.ts';
import { act, type Panel } from './suggestingPanel.ts';

describe('an open preview', () => {
  async function startPreviewed(...more: ScriptedStep[]) {
    const panel = await startReady(['', ...more]);
    await until(() => panel.scripted.remaining === more.length);
    const id = panel.store.state.speculation?.id ?? '';
    await panel.controller.handle({ type: 'speculation', id, action: 'preview' });
    return {
      ...panel,
      id,
      act: (action: SpeculationAction) => panel.controller.handle({ type: 'speculation', id, action }),
    };
  }

  test.each<[string, (panel: Panel) => Promise<unknown>]>([
    ['another prompt is sent', (panel) => panel.submit('explain it')],
    ['another chat is shown', (panel) => panel.actions.newChat()],
    ['suggestions are switched off', (panel) => act(panel, 'off-in-chat')],
    ['the rules change', (panel) => panel.moveAhead.stop('rules-changed')],
    ['speculation is switched off', (panel) => panel.moveAhead.stop('speculation-off')],
  ])('stays with its bar when %s', async (_, happen) => {
    const panel = await startPreviewed('Of course.', '');
    await happen(panel);
    await until(() => panel.store.state.status === 'idle');
    expect(panel.store.state).toMatchObject({
      speculation: null,
      keptPreviews: [{ id: panel.id, kept: true, phase: 'review', files: ['CHANGELOG.md'] }],
    });
    expect([...panel.previews.keys()]).toEqual([panel.id]);
  });

  test('writes only its files if the chat has continued, and a notice says that the answer was not added', async () => {
    const panel = await startPreviewed('Of course.', '');
    await panel.exchange('explain it');
    const { items } = panel.store.state;
    await panel.act('apply');
    expect(panel.base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    expect(panel.store.state).toMatchObject({ items, keptPreviews: [] });
    expect(panel.store.state.notice?.message).toContain('their answer was not added to a chat');
    expect(panel.previews.size).toBe(0);
  });

  test.each<[string, string | undefined, string | undefined, string]>([
    ['removes the file that the edits created', undefined, undefined, 'The edits were undone.'],
    [
      'leaves a file that was changed after the apply',
      '- By the user.\n',
      '- By the user.\n',
      'These files have changed since or can’t be restored, so they stay as they are: CHANGELOG.md.',
    ],
  ])('that was applied after the chat had continued has an Undo that %s', async (_, changed, expected, notice) => {
    const panel = await startPreviewed('Of course.', '');
    await panel.actions.newChat();
    await panel.act('apply');
    expect(panel.store.state.notice?.action).toBe('undo-edits');
    if (changed !== undefined) panel.base.put('CHANGELOG.md', changed);
    await panel.controller.handle({ type: 'command', command: 'undo-edits' });
    expect(panel.base.text('CHANGELOG.md')).toBe(expected);
    expect(panel.store.state.notice).toMatchObject({ message: notice, action: null });
  });

  test('is applied with its answer if the chat has not continued', async () => {
    const panel = await startPreviewed();
    await panel.moveAhead.stop('rules-changed');
    await panel.act('apply');
    expect(panel.base.text('CHANGELOG.md')).toBe('- Renamed.\n');
    expect(panel.store.state.items.at(-1)).toMatchObject({ kind: 'answer', speculated: true });
    expect(panel.store.state.keptPreviews).toEqual([]);
  });

  test('can be discarded', async () => {
    const panel = await startPreviewed();
    await panel.moveAhead.stop('rules-changed');
    await panel.act('discard');
    expect(panel.store.state.keptPreviews).toEqual([]);
    expect([panel.base.text('CHANGELOG.md'), panel.previews.size]).toEqual([undefined, 0]);
  });
});

test('edits that could not be merged are done again, and leave the composer empty', async () => {
  const panel = await startReady(['', ...PREPARED, '']);
  await until(() => panel.scripted.remaining === 3);
  panel.base.put('CHANGELOG.md', '- By the user.\n');
  await panel.draft('add a changelog entry');
  expect(await panel.submit('add a changelog entry')).toEqual({ outcome: 'kept' });
  expect(panel.store.state.speculation?.phase).toBe('conflict');
  const id = panel.store.state.speculation?.id ?? '';
  await panel.controller.handle({ type: 'speculation', id, action: 'redo' });
  expect(panel.store.state).toMatchObject({ speculation: null, keptPreviews: [], draft: '' });
  await until(() => panel.store.state.status === 'idle');
  expect(panel.scripted.requests.at(-1)?.messages.length).toBeGreaterThan(4);
});

describe('edits of another chat that could not be merged', () => {
  async function startConflictElsewhere() {
    const panel = await startReady(['', ...PREPARED, '']);
    await until(() => panel.scripted.remaining === 3);
    const chat = panel.store.state.conversationId;
    panel.base.put('CHANGELOG.md', '- By the user.\n');
    await panel.submit('add a changelog entry');
    const id = panel.store.state.speculation?.id ?? '';
    const redo = () => panel.controller.handle({ type: 'speculation', id, action: 'redo' });
    await panel.actions.newChat();
    expect(panel.store.state).toMatchObject({ keptPreviews: [{ id, phase: 'conflict' }], items: [] });
    return { ...panel, chat, id, redo };
  }

  test('are done again in their own chat, which is shown', async () => {
    const { store, scripted, chat, redo } = await startConflictElsewhere();
    await redo();
    await until(() => store.state.status === 'idle');
    expect(store.state).toMatchObject({ conversationId: chat, keptPreviews: [] });
    expect(store.state.items.at(-2)).toMatchObject({ kind: 'user', text: 'add a changelog entry' });
    expect(scripted.requests.at(-1)?.messages.length).toBeGreaterThan(4);
  });

  test('stay if their chat no longer exists, and a notice names their prompt', async () => {
    const { store, chats, chat, id, redo } = await startConflictElsewhere();
    const shown = store.state.conversationId;
    await chats.delete(chat);
    await redo();
    expect(store.state).toMatchObject({ conversationId: shown, keptPreviews: [{ id }], items: [] });
    expect(store.state.notice?.message).toContain('in this window: “add a changelog entry”');
  });
});
