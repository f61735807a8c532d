import { describe, expect, test } from 'vitest';
import { MAX_ATTACHMENTS, MAX_IMAGE_BYTES, type ImageType } from '../../../../src/shared/protocol.ts';
import { findImageProblem } from '../../../../src/extension/panel/imageCheck.ts';
import { start, until } from '../harness.ts';

const THUMBNAIL = 'data:image/png;base64,AAAA';
const BYTES: Readonly<Record<ImageType, Buffer>> = {
  'image/png': Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1'),
  'image/jpeg': Buffer.from('\xff\xd8\xff\xe0 and so on', 'latin1'),
  'image/gif': Buffer.from('GIF89a and so on', 'latin1'),
  'image/webp': Buffer.from('RIFF1234WEBP and so on', 'latin1'),
};
const PNG = BYTES['image/png'].toString('base64');

async function startPanel(steps: Parameters<typeof start>[0] = []) {
  const setup = await start(steps);
  setup.settings.enableFollowupSuggestions = false;
  const { controller, store } = setup;
  const attach = (name: string, conversationId = store.state.conversationId, data = PNG) =>
    controller.handle({ type: 'attach', conversationId, name, mimeType: 'image/png', data, thumbnail: THUMBNAIL });
  const names = () => store.state.attachments.map((image) => image.name);
  return { ...setup, attach, names };
}

describe('findImageProblem', () => {
  const check = (mimeType: ImageType, data: string, thumbnail = THUMBNAIL) =>
    findImageProblem({ conversationId: 'c', name: 'x', mimeType, data, thumbnail });

  test.each(Object.keys(BYTES) as ImageType[])('accepts data as %s only if it has that format', (type) => {
    for (const other of Object.keys(BYTES) as ImageType[]) {
      const problem = check(type, BYTES[other].toString('base64'));
      if (other === type) expect(problem).toBeUndefined();
      else expect(problem).toContain('It is not a');
    }
  });

  test.each<[string, string, string]>([
    ['no bytes', '', 'could not be read'],
    ['data that is not base64', 'a b!', 'could not be read'],
    ['truncated base64', PNG.slice(0, -3), 'could not be read'],
    ['text', Buffer.from('<svg onload="x()">').toString('base64'), 'not a PNG'],
    [
      'too many bytes',
      Buffer.concat([BYTES['image/png'], Buffer.alloc(MAX_IMAGE_BYTES)]).toString('base64'),
      'too large',
    ],
  ])('refuses %s', (_name, data, words) => {
    expect(check('image/png', data)).toContain(words);
  });

  test.each(['data:image/svg+xml;base64,AAAA', 'data:image/png;base64,', 'data:image/png,<svg>', 'https://a/b.png'])(
    'refuses the preview %s',
    (thumbnail) => expect(check('image/png', PNG, thumbnail)).toContain('preview'),
  );
});

describe('images', () => {
  test('are sent before the text of the prompt, and are shown with it after a reload too', async () => {
    const { attach, exchange, store, scripted, reload, names } = await startPanel(['A cat.']);
    await attach('cat.png');
    expect(names()).toEqual(['cat.png']);
    await exchange('what is this?');
    expect(scripted.requests[0]?.messages).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'image', mimeType: 'image/png', data: PNG },
          { type: 'text', text: 'what is this?' },
        ],
      },
    ]);
    expect(store.state).toMatchObject({ attachments: [], draft: '' });
    expect(store.state.items[0]).toMatchObject({
      text: 'what is this?',
      images: [{ name: 'cat.png', thumbnail: THUMBNAIL }],
    });
    expect((await reload()).store.state.items).toEqual(store.state.items);
  });

  test('can be sent without text', async () => {
    const { attach, submit, store, scripted } = await startPanel(['A cat.']);
    await attach('cat.png');
    expect(await submit(' ')).toEqual({ outcome: 'sent' });
    await until(() => store.state.status === 'idle');
    expect(scripted.requests[0]?.messages[0]?.parts).toEqual([{ type: 'image', mimeType: 'image/png', data: PNG }]);
    expect(store.state.title).toBe('cat.png');
  });

  test('can be removed, and are refused with a reason that the user can read', async () => {
    const { attach, controller, store, names } = await startPanel();
    const { conversationId } = store.state;
    await expect(attach('a.png', conversationId, 'AAAA')).rejects.toThrow('not a PNG');
    for (let count = 0; count < MAX_ATTACHMENTS; count += 1) await attach(`\u202e${count}.png`);
    await expect(attach('one more')).rejects.toThrow(`${MAX_ATTACHMENTS} images at most`);
    const id = store.state.attachments[0]?.id ?? '';
    await controller.handle({ type: 'detach', conversationId: 'another', id });
    await controller.handle({ type: 'detach', conversationId, id });
    expect(names()).toEqual(['1.png', '2.png', '3.png', '4.png', '5.png', '6.png', '7.png', '8.png', '9.png']);
  });

  test('are attached to the shown chat, also by a late request for the chat that was shown before', async () => {
    const { attach, actions, store, names } = await startPanel();
    const { conversationId } = store.state;
    await expect(attach('stray.png', 'another')).rejects.toThrow('Another chat');
    await attach('early.png');
    await actions.newChat();
    await attach('late.png', conversationId);
    expect(names()).toEqual(['early.png', 'late.png']);
  });

  test('return to the composer when their prompt is edited, and are sent again with it', async () => {
    const { attach, controller, exchange, store, names, reload } = await startPanel(['A cat.', 'Two cats.']);
    const { conversationId } = store.state;
    await attach('cat.png');
    await exchange('what is this?');
    await attach('stashed.png');
    await controller.handle({ type: 'edit', conversationId, itemId: store.state.items[0]?.id ?? '' });
    expect(names()).toEqual(['cat.png']);
    await attach('cats.png');
    const again = await reload(['Two cats.']);
    expect(again.store.state.attachments.map((image) => image.name)).toEqual(['cat.png', 'cats.png']);
    await again.exchange('what are these?');
    expect(again.store.state.items[0]).toMatchObject({
      images: [{ name: 'cat.png' }, { name: 'cats.png' }],
      branch: { index: 2, count: 2 },
    });
    expect(again.store.state.attachments).toMatchObject([{ name: 'stashed.png' }]);
  });
});

describe('insert-code', () => {
  test('inserts a code block by its index among all code blocks of the answer', async () => {
    const text = 'Run\n```sh\nnpm i\n```\n';
    const call = { name: 'read_file', input: { file_path: 'a.ts' } };
    const { controller, exchange, inserted, store } = await startPanel([
      { text, calls: [call] },
      'Then\n\n- do\n  ```ts\n  const a = 1;\n  ```',
    ]);
    await exchange('how?');
    const itemId = store.state.items[1]?.id ?? '';
    for (const index of [0, 1]) await controller.handle({ type: 'insert-code', itemId, index });
    expect(inserted).toEqual(['npm i', 'const a = 1;']);
    await expect(controller.handle({ type: 'insert-code', itemId, index: 2 })).rejects.toThrow(
      'no longer in this chat',
    );
  });
});
