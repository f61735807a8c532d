import { describe, expect, test } from 'vitest';
import { toPromptContent, type Attachment } from '../../../../src/extension/chat/composer/attachment.ts';
import { ChatStore } from '../../../../src/extension/chat/view/chatStore.ts';
import type { PromptNode } from '../../../../src/extension/chat/conversation/conversationNode.ts';
import { DraftFile, EMPTY_DRAFT } from '../../../../src/extension/chat/composer/draftFile.ts';
import { contentOf, Drafts } from '../../../../src/extension/chat/composer/drafts.ts';
import { textOf } from '../../../../src/extension/model/message.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createMemoryFileStore } from '../../../support/memoryFileStore.ts';

const image = (id: string): Attachment => ({
  id,
  name: `${id}.png`,
  thumbnail: 'data:,',
  mimeType: 'image/png',
  data: 'AAAA',
});

function start() {
  const files = createMemoryFileStore();
  const clock = createManualClock();
  const store = new ChatStore(createInitialChatState('old'));
  const drafts = new Drafts(store, new DraftFile(files, clock, silentLog));
  drafts.open('old', EMPTY_DRAFT);
  /** Loads a draft as another window would, or as this window would after a crash. */
  const onDisk = (conversationId: string) => new DraftFile(files, clock, silentLog).load(conversationId);
  return { files, clock, store, drafts, onDisk };
}

describe('a draft that moves into a new chat', () => {
  test('stays on disk in the old chat until it can be written in the new chat', async () => {
    const { files, clock, drafts, onDisk } = start();
    await drafts.typed('old', 'precious');
    drafts.attach(image('a'));
    await drafts.flush();
    drafts.carryTo('new');
    files.failNext('write', new Error('disk full'));
    await drafts.flush();
    const content = { text: 'precious', attachments: [image('a')], editing: null };
    expect(await onDisk('old')).toEqual(content);
    await clock.advance(10_000);
    expect(await onDisk('new')).toEqual(content);
    expect(await onDisk('old')).toEqual(EMPTY_DRAFT);
  });
});

describe('an edit of a second prompt', () => {
  const prompt = (id: string, text: string, images: readonly Attachment[] = []): PromptNode => ({
    kind: 'prompt',
    context: [],
    folds: [],
    steers: false,
    ownModel: null,
    tools: null,
    shell: [],
    filesRestored: [],
    id,
    parent: null,
    at: 0,
    ...toPromptContent(text, images),
  });
  const prompts = [prompt('first', 'the first', [image('sent')]), prompt('second', 'the second')] as const;

  async function startEdit() {
    const setup = start();
    const { drafts, store } = setup;
    const items = prompts.map(({ id, parts, images }) => ({
      kind: 'user' as const,
      id,
      text: textOf({ role: 'user', parts }),
      images: [...images],
      branch: null,
    }));
    store.replace({ ...store.state, items });
    await drafts.typed('old', 'unsent words');
    drafts.attach(image('own'));
    drafts.edit('first', contentOf(prompts[0]));
    return setup;
  }

  test('does not stash the first prompt if that prompt is unchanged', async () => {
    const { drafts } = await startEdit();
    drafts.edit('second', contentOf(prompts[1]));
    expect(drafts.current).toMatchObject({ text: 'the second', attachments: [], editing: { itemId: 'second' } });
    drafts.cancelEdit();
    expect(drafts.current).toEqual({ text: 'unsent words', attachments: [image('own')], editing: null });
  });

  test('ends when a command is run, so that the next text does not replace the prompt', async () => {
    const { drafts } = start();
    await drafts.typed('old', 'unsent words');
    drafts.edit('first', contentOf(prompt('first', 'the first')), 'prompt');
    await drafts.typed('old', '/compress');
    drafts.sentCommand();
    expect(drafts.current).toEqual({ text: 'unsent words', attachments: [], editing: null });
  });

  test('stashes the changed words of the first prompt', async () => {
    const { drafts } = await startEdit();
    await drafts.typed('old', 'the first, better');
    drafts.edit('second', contentOf(prompts[1]));
    drafts.cancelEdit();
    expect(drafts.current).toEqual({
      text: 'unsent words\n\nthe first, better',
      attachments: [image('own'), image('sent')],
      editing: null,
    });
  });

  test('stashes the images of the first prompt if an image was added', async () => {
    const { drafts } = await startEdit();
    drafts.attach(image('added'));
    drafts.edit('second', contentOf(prompts[1]));
    drafts.cancelEdit();
    expect(drafts.current.attachments).toEqual([image('own'), image('sent'), image('added')]);
  });
});
