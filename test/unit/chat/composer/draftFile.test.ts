import { describe, expect, test } from 'vitest';
import { DraftFile, EMPTY_DRAFT, type Draft } from '../../../../src/extension/chat/composer/draftFile.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createMemoryFileStore } from '../../../support/memoryFileStore.ts';

const image = (id: string) => ({ id, name: `${id}.png`, thumbnail: 'data:,', mimeType: 'image/png', data: 'AAAA' });
const draft: Draft = {
  text: 'new words',
  attachments: [image('a'), image('b')],
  editing: { itemId: 'prompt', stashed: { text: 'stashed words', attachments: [image('c')] } },
};

function start() {
  const files = createMemoryFileStore();
  const clock = createManualClock();
  const written: string[] = [];
  const { write } = files;
  files.write = (name, text) => {
    written.push(name);
    return write(name, text);
  };
  const open = () => new DraftFile(files, clock, silentLog);
  return { files, clock, written, open, file: open() };
}

describe('DraftFile', () => {
  test('loads the same draft after a reload', async () => {
    const { file, open } = start();
    file.save('chat', draft);
    await file.flush();
    expect(await open().load('chat')).toEqual(draft);
    expect(await open().load('another')).toEqual(EMPTY_DRAFT);
  });

  test('writes shortly after the last change, and writes each image once', async () => {
    const { file, clock, written } = start();
    file.save('chat', draft);
    expect(written).toEqual([]);
    await clock.advance(250);
    await file.flush();
    expect(written).toEqual([
      'drafts/chat.a.image.json',
      'drafts/chat.b.image.json',
      'drafts/chat.c.image.json',
      'drafts/chat.json',
    ]);
    written.length = 0;
    file.save('chat', { ...draft, text: 'new words, and more' });
    await file.flush();
    expect(written).toEqual(['drafts/chat.json']);
  });

  test('deletes images that the draft no longer names, and images left by a crash', async () => {
    const { file, files, open } = start();
    files.files.set('drafts/chat.lost.image.json', JSON.stringify(image('lost')));
    files.files.set('drafts/chat2.kept.image.json', JSON.stringify(image('kept')));
    file.save('chat', draft);
    await file.flush();
    const again = open();
    again.save('chat', { text: '', attachments: [image('b')], editing: null });
    await again.flush();
    expect([...files.files.keys()].sort()).toEqual([
      'drafts/chat.b.image.json',
      'drafts/chat.json',
      'drafts/chat2.kept.image.json',
    ]);
    await again.forget('chat');
    expect([...files.files.keys()]).toEqual(['drafts/chat2.kept.image.json']);
  });

  test('loads an empty draft if the file cannot be read, and omits a missing image', async () => {
    const { file, files, open } = start();
    file.save('chat', draft);
    await file.flush();
    files.files.delete('drafts/chat.a.image.json');
    expect((await open().load('chat')).attachments).toEqual([image('b')]);
    files.files.set('drafts/chat.json', '{"text":5}');
    expect(await open().load('chat')).toEqual(EMPTY_DRAFT);
  });

  test('writes again after a failed write', async () => {
    const { file, files, open } = start();
    files.failNext('write', new Error('disk full'));
    file.save('chat', draft);
    await file.flush();
    file.save('chat', { ...draft, text: 'later' });
    await file.flush();
    expect(await open().load('chat')).toEqual({ ...draft, text: 'later' });
  });

  test('retries a failed write by itself, and reports the recovery', async () => {
    const { files, open, clock } = start();
    let recoveries = 0;
    const file = new DraftFile(files, clock, silentLog, () => void (recoveries += 1));
    files.failNext('write', new Error('disk full'));
    file.save('chat', draft);
    await file.flush();
    expect(files.files.size).toBe(0);
    expect(recoveries).toBe(0);
    await clock.advance(10_000);
    expect(recoveries).toBe(1);
    expect(await open().load('chat')).toEqual(draft);
    expect(clock.pending).toBe(0);
  });

  test('loads the unwritten draft, not the older draft on disk, after a failed write', async () => {
    const { file, files, open } = start();
    const older = { ...draft, text: 'older' };
    file.save('chat', older);
    await file.flush();
    file.save('chat', draft);
    files.failNext('write', new Error('disk full'));
    expect(await file.load('chat')).toEqual(draft);
    expect(await open().load('chat')).toEqual(older);
  });

  test('writes a draft that was saved while an earlier write failed', async () => {
    const { file, files, open } = start();
    files.failNext('write', new Error('disk full'));
    file.save('chat', { ...draft, text: 'older' });
    const flushed = file.flush();
    file.save('chat', draft);
    await flushed;
    await file.flush();
    expect(await open().load('chat')).toEqual(draft);
  });

  test('keeps moved content in the old chat until it is on disk in the new chat, also after several moves', async () => {
    const { file, files, open } = start();
    file.save('first', draft);
    await file.flush();
    file.move('first', EMPTY_DRAFT, 'second', draft);
    file.move('second', EMPTY_DRAFT, 'third', draft);
    file.save('third', { ...draft, text: 'one more key' });
    files.failNext('write', new Error('disk full'));
    await file.flush();
    expect(await open().load('first')).toEqual(draft);
    await file.flush();
    expect(await open().load('third')).toEqual({ ...draft, text: 'one more key' });
    expect([...files.files.keys()].filter((name) => !name.startsWith('drafts/third.'))).toEqual([]);
  });

  test('writes an image again if a failed write may have deleted it', async () => {
    const { file, files, open } = start();
    const images = { text: '', attachments: [image('a'), image('b')], editing: null };
    file.save('chat', images);
    await file.flush();
    const { delete: remove } = files;
    files.delete = async (name) => {
      await remove(name);
      if (name.includes('.b.')) throw new Error('interrupted');
    };
    file.save('chat', { ...images, text: 'none', attachments: [] });
    await file.flush();
    files.delete = remove;
    file.save('chat', images);
    await file.flush();
    expect(await open().load('chat')).toEqual(images);
  });

  test('loads and keeps images that another window has added', async () => {
    const { file, open } = start();
    const own = { text: 'look', attachments: [image('a')], editing: null };
    file.save('chat', own);
    await file.flush();
    const other = open();
    const added = { ...(await other.load('chat')), attachments: [image('a'), image('b')] };
    other.save('chat', added);
    await other.flush();
    expect(await file.load('chat')).toEqual(added);
    file.save('chat', { ...added, text: 'look here' });
    await file.flush();
    expect(await open().load('chat')).toEqual({ ...added, text: 'look here' });
  });

  test('omits a damaged image, and keeps its file', async () => {
    const { file, files, open } = start();
    file.save('chat', draft);
    await file.flush();
    files.files.set('drafts/chat.a.image.json', '{"half');
    const again = open();
    const loaded = await again.load('chat');
    expect(loaded).toEqual({ ...draft, attachments: [image('b')] });
    again.save('chat', { ...loaded, text: 'one more key' });
    await again.flush();
    expect(files.files.get('drafts/chat.a.image.unreadable-1')).toBe('{"half');
    expect(await open().load('chat')).toEqual({ ...loaded, text: 'one more key' });
  });

  test('sets aside unreadable drafts and their images, and never overwrites a draft that was set aside earlier', async () => {
    const { file, files, open } = start();
    for (const [count, damaged] of ['{"text":5}', '{"half'].entries()) {
      file.save('chat', draft);
      await file.flush();
      files.files.set('drafts/chat.json', damaged);
      const again = open();
      expect(await again.load('chat')).toEqual(EMPTY_DRAFT);
      again.save('chat', { ...EMPTY_DRAFT, text: 'new' });
      await again.flush();
      expect(files.files.get(`drafts/chat.unreadable-${count + 1}`)).toBe(damaged);
      expect(files.files.get(`drafts/chat.b.image.unreadable-${count + 1}`)).toBe(JSON.stringify(image('b')));
      expect(await open().load('chat')).toEqual({ ...EMPTY_DRAFT, text: 'new' });
      await file.load('chat');
    }
  });

  test('loads the whole draft when a read succeeds after a failed read', async () => {
    const { file, files, open } = start();
    file.save('chat', draft);
    await file.flush();
    const again = open();
    files.failNext('read', new Error('EMFILE'));
    expect(await again.load('chat')).toEqual(EMPTY_DRAFT);
    expect(await again.load('chat')).toEqual(draft);
    again.save('chat', { ...draft, text: 'more' });
    await again.flush();
    expect(await open().load('chat')).toEqual({ ...draft, text: 'more' });
  });
});

describe('the draft of a chat that another window may open', () => {
  const words = (text: string): Draft => ({ ...EMPTY_DRAFT, text });

  test('is released only when it is on disk', async () => {
    const { file, files, open } = start();
    file.save('chat', words('precious'));
    const repair = files.failAlways('write', new Error('disk full'));
    expect(await file.release('chat')).toBe(false);
    repair();
    expect(await file.release('chat')).toBe(true);
    expect(await open().load('chat')).toEqual(words('precious'));
  });

  test('is released with the words that were typed during the write', async () => {
    const { file, files, open } = start();
    file.save('chat', words('first'));
    const { write } = files;
    files.write = (name, content) => {
      if (String(content).includes('first')) file.save('chat', words('first and more'));
      return write(name, content);
    };
    expect(await file.release('chat')).toBe(true);
    expect(await open().load('chat')).toEqual(words('first and more'));
  });

  test('is not overwritten by a late retry, whose text is kept in a file beside the draft', async () => {
    const { file, files, open, clock } = start();
    file.save('chat', words('old'));
    await file.release('chat');
    files.failNext('write', new Error('disk full'));
    file.save('chat', words('a key that came late'));
    await file.flush();
    const other = open();
    other.save('chat', words('newer'));
    await other.flush();
    await clock.advance(10_000);
    expect(await open().load('chat')).toEqual(words('newer'));
    expect(files.files.get('drafts/chat.overtaken-1')).toContain('a key that came late');
    expect(clock.pending).toBe(0);
  });

  test('keeps its images when another window has written the draft and deleted their files', async () => {
    const { file, files, open, clock } = start();
    file.save('chat', { ...words('old'), attachments: [image('b')] });
    await file.release('chat');
    files.failNext('write', new Error('disk full'));
    file.save('chat', draft);
    await file.flush();
    const other = open();
    other.save('chat', words('newer'));
    await other.flush();
    await clock.advance(10_000);
    // Every later write deletes images that its draft does not name.
    const later = open();
    later.save('chat', words('newest'));
    await later.flush();
    expect(await open().load('chat')).toEqual(words('newest'));
    expect(files.files.get('drafts/chat.overtaken-1')).toContain('stashed words');
    for (const id of ['a', 'b', 'c']) {
      expect(files.files.get(`drafts/chat.${id}.image.overtaken-1`)).toBe(JSON.stringify(image(id)));
    }
  });

  test('is not emptied by a late retry after its content has moved to another chat', async () => {
    const { file, files, open, clock } = start();
    file.save('first', words('moved words'));
    await file.release('first');
    file.move('first', EMPTY_DRAFT, 'second', words('moved words'));
    files.failNext('write', new Error('disk full'));
    await file.flush();
    const other = open();
    other.save('first', words('newer'));
    await other.flush();
    await clock.advance(10_000);
    expect(await open().load('first')).toEqual(words('newer'));
    expect(await open().load('second')).toEqual(words('moved words'));
    expect([...files.files.keys()].sort()).toEqual(['drafts/first.json', 'drafts/second.json']);
  });

  test('is written if no other window has written it, or if the chat is locked again', async () => {
    const { file, open } = start();
    await file.release('chat');
    for (const text of ['one', 'two']) {
      file.save('chat', words(text));
      await file.flush();
      expect(await open().load('chat')).toEqual(words(text));
    }
    const other = open();
    other.save('chat', words('newer'));
    await other.flush();
    file.hold('chat');
    file.save('chat', words('newest'));
    await file.flush();
    expect(await open().load('chat')).toEqual(words('newest'));
  });

  test('is deleted with its chat, even if another window has written it meanwhile', async () => {
    const { file, files, open } = start();
    file.save('chat', draft);
    await file.release('chat');
    const other = open();
    other.save('chat', { ...words('newer'), attachments: [image('d')] });
    await other.flush();
    await file.forget('chat');
    expect([...files.files.keys()]).toEqual([]);
  });

  test('is deleted with its chat, and so are the files that were kept beside it', async () => {
    const { file, files, open, clock } = start();
    file.save('chat', words('old'));
    await file.release('chat');
    files.failNext('write', new Error('disk full'));
    file.save('chat', draft);
    await file.flush();
    const other = open();
    other.save('chat', words('newer'));
    await other.flush();
    await clock.advance(10_000);
    files.files.set('drafts/chat.json', 'damaged');
    await other.load('chat');
    other.save('chat', words('newest'));
    await other.flush();
    files.files.set('drafts/chat-2.overtaken-1', '{}');
    expect([...files.files.keys()].sort()).toEqual([
      'drafts/chat-2.overtaken-1',
      'drafts/chat.a.image.overtaken-1',
      'drafts/chat.b.image.overtaken-1',
      'drafts/chat.c.image.overtaken-1',
      'drafts/chat.json',
      'drafts/chat.overtaken-1',
      'drafts/chat.unreadable-1',
    ]);
    await other.forget('chat');
    expect([...files.files.keys()]).toEqual(['drafts/chat-2.overtaken-1']);
  });

  test('is not written any more once the chat continues in a copy', async () => {
    const { file, files, open } = start();
    file.save('chat', words('taken over'));
    files.failNext('write', new Error('disk full'));
    await file.flush();
    file.abandon('chat');
    file.save('copy', words('taken over'));
    await file.flush();
    expect(await open().load('chat')).toEqual(EMPTY_DRAFT);
    expect(await open().load('copy')).toEqual(words('taken over'));
  });
});
