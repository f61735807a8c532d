import { describe, expect, test } from 'vitest';
import type { Attachment } from '../../../src/extension/chat/attachment.ts';
import { ChatStore } from '../../../src/extension/chat/chatStore.ts';
import { DraftFile, EMPTY_DRAFT } from '../../../src/extension/chat/draftFile.ts';
import { Drafts } from '../../../src/extension/chat/drafts.ts';
import { silentLog } from '../../../src/extension/ports/log.ts';
import { createInitialChatState } from '../../../src/shared/chatState.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';

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
  /** What another window, or this one after a crash, would find. */
  const onDisk = (conversationId: string) => new DraftFile(files, clock, silentLog).load(conversationId);
  return { files, clock, store, drafts, onDisk };
}

describe('a draft that comes along into a new chat', () => {
  test('stays on disk in the old one while it cannot be written in the new one', async () => {
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
