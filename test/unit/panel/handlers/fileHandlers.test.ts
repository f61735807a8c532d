import { describe, expect, test } from 'vitest';
import type { MentionSources } from '../../../../src/extension/ports/mentionSources.ts';
import { mentionOffersSchema } from '../../../../src/shared/protocol.ts';
import { createMemoryFileStore } from '../../../support/memoryFileStore.ts';
import { write } from '../../speculate/fixtures.ts';
import { agent, startAgents } from '../agents/agentPanel.ts';
import { start, until } from '../harness.ts';

describe('a link to a file', () => {
  const links = ['[a](a.ts:2)', '[up](../secret.ts)', '[root](/etc/passwd)', '[gone](gone.ts)', '[folder](/ws)'];

  test('opens the file only if it exists in the workspace', async () => {
    const { exchange, controller, store, opened } = await start([`See ${links.join(', ')}.`]);
    await exchange('where?');
    const itemId = store.state.items.at(-1)?.id ?? '';
    await controller.handle({ type: 'open-file', itemId, index: 0 });
    expect(opened).toEqual(['/ws/a.ts:2']);
    for (const [index, reason] of [
      [1, 'outside the workspace'],
      [2, 'outside the workspace'],
      [3, 'gone.ts does not exist'],
      [4, '/ws does not exist'],
      [5, 'no longer in this chat'],
    ] as const) {
      await expect(controller.handle({ type: 'open-file', itemId, index })).rejects.toThrow(reason);
    }
    expect(opened).toHaveLength(1);
  });
});

describe('inline code', () => {
  const text =
    'Look at `a.ts:2`, `src/b.ts`, `gone.ts`, `../secret.ts`, `/etc/passwd` and [the link](a.ts:2); not at `a.b()`.';

  test('opens the file that it names if the host has found the file', async () => {
    const { exchange, controller, store, opened } = await start([text], 'auto-edit', { 'a.ts': 'x\n', 'src/b.ts': '' });
    await exchange('where?');
    const itemId = store.state.items.at(-1)?.id ?? '';
    const found = await controller.handle({ type: 'find-files', itemId });
    expect(found).toEqual([0, 1]);
    for (const index of found as number[]) await controller.handle({ type: 'open-file', itemId, index });
    expect(opened).toEqual(['/ws/a.ts:2', '/ws/src/b.ts']);
    expect(await controller.handle({ type: 'find-files', itemId: 'nothing' })).toEqual([]);
  });
});

describe('the report of an agent', () => {
  test('opens the files that it names, and not those that another output names', async () => {
    const task = 'Where is alpha?';
    const panel = await startAgents(
      {
        go: [
          { calls: [agent('c', 'explore', task), { id: 'r', name: 'read_file', input: { file_path: 'src/b.ts' } }] },
          'Done.',
        ],
        [task]: [{ text: 'In `a.ts:2`, [there](a.ts:3) and `../secret.ts`.' }],
      },
      'default',
      { 'a.ts': 'x\n', 'src/b.ts': '`a.ts:9`\n' },
    );
    await panel.exchange('go');
    const { id: itemId = '' } = panel.answer() ?? {};
    const found = await panel.controller.handle({ type: 'find-files', itemId });
    expect(found).toEqual([1]);
    for (const index of [0, 1]) await panel.controller.handle({ type: 'open-file', itemId, index });
    expect(panel.opened).toEqual(['/ws/a.ts:3', '/ws/a.ts:2']);
    await expect(panel.controller.handle({ type: 'open-file', itemId, index: 2 })).rejects.toThrow('outside');
    await expect(panel.controller.handle({ type: 'open-file', itemId, index: 3 })).rejects.toThrow(
      'no longer in this chat',
    );
  });
});

describe('a tool row', () => {
  test('opens the file of its call, at the changed line', async () => {
    const { exchange, controller, store, opened } = await start([{ calls: [write('b.ts', 'one\n')] }, 'Written.']);
    await exchange('write it');
    const item = store.state.items.at(-1);
    const tool = item?.kind === 'answer' ? item.blocks.find((block) => block.kind === 'tool') : undefined;
    const itemId = item?.id ?? '';
    await controller.handle({ type: 'open-tool-file', itemId, callId: tool?.callId ?? '' });
    expect(opened).toEqual(['/ws/b.ts:1']);
    await expect(controller.handle({ type: 'open-tool-file', itemId, callId: 'other' })).rejects.toThrow(
      'no longer in this chat',
    );
  });

  test('does not open a file outside the workspace', async () => {
    const read = { name: 'read_file', input: { file_path: '../secret.ts' } };
    const { submit, controller, store, opened } = await start([{ calls: [read] }, 'Refused.'], 'plan');
    await submit('read it');
    await until(() => store.state.status === 'waiting-for-confirmation');
    const item = store.state.items.at(-1);
    const tool = item?.kind === 'answer' ? item.blocks.find((block) => block.kind === 'tool') : undefined;
    const request = { type: 'open-tool-file', itemId: item?.id ?? '', callId: tool?.callId ?? '' } as const;
    await expect(controller.handle(request)).rejects.toThrow('outside the workspace');
    expect(opened).toEqual([]);
  });
});

describe('the chips of a sent message', () => {
  const files = createMemoryFileStore();
  const sources: Partial<MentionSources> = {
    findSymbols: async () => [{ name: 'parseAge', path: '/ws/src/age.ts' }],
    findSymbolLines: async () => ({ first: 2, last: 4 }),
  };

  test('open what they mention, and remain after an edit and a reload', async () => {
    const panel = await start(['Seen.'], 'auto-edit', { 'src/age.ts': 'a\nb\n' }, files, sources);
    const { controller, store, opened } = panel;
    panel.settings.enableFollowupSuggestions = false;
    const offer = async (query: string, kind: string) =>
      mentionOffersSchema
        .parse(await controller.handle({ type: 'complete-mention', query }))
        .find((each) => each.kind === kind) ?? { id: '', label: '' };
    const [file, symbol] = [await offer('age', 'file'), await offer('parseAge', 'symbol')];
    const paste = 'line\n'.repeat(20);
    const text = `  see @${file.label} and @${symbol.label}: ${paste}`;
    const at = (words: string) => ({ from: text.indexOf(words), to: text.indexOf(words) + words.length });
    const mentions = [file, symbol].map(({ id, label }, index) =>
      index === 0 ? { id, from: 6, to: 7 + label.length } : { id, ...at(`@${label}`) },
    );
    const { conversationId } = store.state;
    await controller.handle({ type: 'submit', conversationId, text, mentions, folds: [at(paste)] });
    await until(() => store.state.status === 'idle');

    const chips = (state: typeof store.state) => {
      const item = state.items.find(({ kind }) => kind === 'user');
      return item?.kind === 'user' ? item.folds?.map(({ from, to }) => item.text.slice(from, to)) : undefined;
    };
    const expected = [`@${file.label}`, `@${symbol.label}`, paste.trimEnd()];
    expect(chips(store.state)).toEqual(expected);
    const itemId = store.state.items[0]?.id ?? '';
    await controller.handle({ type: 'open-mention', itemId, index: 0 });
    await controller.handle({ type: 'open-mention', itemId, index: 1 });
    expect(opened).toEqual(['/ws/src/age.ts', '/ws/src/age.ts:2']);
    await expect(controller.handle({ type: 'open-mention', itemId, index: 2 })).rejects.toThrow(
      'no longer in this chat',
    );

    await controller.handle({ type: 'edit', conversationId, itemId });
    expect(store.state.draftChips.map(({ from, to }) => store.state.draft.slice(from, to))).toEqual(expected);
    await controller.handle({ type: 'cancel-edit', conversationId });
    const again = await panel.reload();
    expect(chips(again.store.state)).toEqual(expected);
  });
});
