import { expect, test } from 'vitest';
import type { PreparedTurn } from '../../../src/extension/chat/conversation/preparedAnswer.ts';
import { toAmendedRows } from '../../../src/extension/speculate/amendedRows.ts';
import { createOverlay, type Overlay } from '../../../src/extension/speculate/overlay.ts';
import { findAmended } from '../../../src/extension/speculate/overlay/overlayChange.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';

const { signal } = new AbortController();
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** One turn with a call for each list of files. */
function turnOf(...calls: readonly (readonly string[])[]): PreparedTurn {
  const results = calls.map((files, index) => ({
    result: { type: 'tool-result' as const, callId: `call-${index}`, name: 'edit', content: [], isError: false },
    view: { status: 'success' as const, detail: '', summary: '+1 −1', added: 1, removed: 1, files, diff: 'prepared' },
  }));
  return { message: { role: 'assistant', parts: [] }, usage: null, results };
}

/** The rows after the user has given the file this content; null deletes it. */
async function rowsAfter(path: string, content: string | null, ...calls: readonly (readonly string[])[]) {
  const base = createMemoryWorkspace({ 'a.ts': 'one\ntwo\n', 'b.ts': 'one\n' });
  const overlay = createOverlay(base);
  await overlay.write('/ws/a.ts', bytesOf('ONE\nTWO\n'), {}, signal);
  await overlay.write('/ws/b.ts', bytesOf('ONE\n'), {}, signal);
  const prepared = overlay.changes();
  if (content === null) await overlay.delete(path, {}, signal);
  else await overlay.write(path, bytesOf(content), {}, signal);
  const now = overlay.changes();
  const files = findAmended(prepared, now, createSeenFiles());
  const turns = await toAmendedRows([turnOf(...calls)], files, now, signal);
  return turns.flatMap(({ results }) => results.map(({ view }) => view));
}

test('a row has the counts and the diff of the file as the user left it', async () => {
  const rows = await rowsAfter('/ws/a.ts', 'ONE\ntwo\n', ['a.ts'], ['b.ts']);
  expect(rows).toMatchObject([
    { added: 1, removed: 1, summary: '+1 −1', diff: '@@ -1,2 +1,2 @@\n-one\n+ONE\n two' },
    { added: 1, removed: 1, diff: 'prepared' },
  ]);
});

test('the row of a reverted file says that the file was reverted, and has no diff', async () => {
  const rows = await rowsAfter('/ws/b.ts', 'one\n', ['a.ts'], ['b.ts']);
  expect(rows[1]).toMatchObject({ added: 0, removed: 0, summary: 'reverted', diff: '' });
  expect(rows[1]?.userText).toBe('You reverted this edit before it was applied.');
});

test('the last of several rows of one file has the whole change of the file', async () => {
  const rows = await rowsAfter('/ws/a.ts', 'ONE\nTWO\nthree\n', ['a.ts'], ['b.ts'], ['a.ts']);
  expect(rows).toMatchObject([
    { added: 0, removed: 0, summary: '', diff: '', userText: expect.stringContaining('last edit') as string },
    { diff: 'prepared' },
    { added: 3, removed: 2, summary: '+3 −2' },
  ]);
});

test('the row of a deleted file counts the removed lines', async () => {
  expect(await rowsAfter('/ws/b.ts', null, ['b.ts'])).toMatchObject([{ added: 0, removed: 1, summary: '+0 −1' }]);
});

test.each<[string, string, string, readonly string[]]>([
  ['of files that the user has not changed', '/ws/a.ts', 'ONE\nTWO\n', ['a.ts']],
  ['of other files when the user has changed a file that no call names', '/ws/c.ts', 'mine\n', ['a.ts']],
])('the rows %s stay as they are', async (_, path, content, files) => {
  expect(await rowsAfter(path, content, files)).toMatchObject([{ added: 1, removed: 1, diff: 'prepared' }]);
});

/** The rows after the model has edited and moved a file, and the user has then changed it with `edit`. */
async function rowsAfterMove(calls: readonly (readonly string[])[], edit: (overlay: Overlay) => Promise<unknown>) {
  const overlay = createOverlay(createMemoryWorkspace({ 'a.ts': 'one\ntwo\n' }));
  await overlay.write('/ws/a.ts', bytesOf('ONE\ntwo\n'), {}, signal);
  await overlay.rename('/ws/a.ts', '/ws/b.ts', signal);
  const prepared = overlay.changes();
  await edit(overlay);
  const now = overlay.changes();
  const turns = await toAmendedRows([turnOf(...calls)], findAmended(prepared, now, createSeenFiles()), now, signal);
  return turns.flatMap(({ results }) => results.map(({ view }) => view));
}

test('the row of a moved file has the lines that were edited, and still says that it was moved', async () => {
  const rows = await rowsAfterMove([['a.ts'], ['a.ts', 'b.ts']], (overlay) =>
    overlay.write('/ws/b.ts', bytesOf('ONE\nTWO\n'), {}, signal),
  );
  expect(rows).toMatchObject([
    { added: 0, removed: 0, diff: '', userText: expect.stringContaining('last edit') as string },
    { added: 2, removed: 2, summary: '+1 −1', diff: '@@ -1,2 +1,2 @@\n-one\n-two\n+ONE\n+TWO' },
  ]);
});

test('the last row after a move has the edited lines, and the row of the move stays as it is', async () => {
  const rows = await rowsAfterMove([['a.ts', 'b.ts'], ['b.ts']], (overlay) =>
    overlay.write('/ws/b.ts', bytesOf('one\nTWO\n'), {}, signal),
  );
  expect(rows).toMatchObject([
    { summary: '+1 −1', diff: 'prepared' },
    { added: 1, removed: 1, diff: '@@ -1,2 +1,2 @@\n one\n-two\n+TWO' },
  ]);
});

test('the row of a move that the user has reverted says that the move was reverted', async () => {
  const rows = await rowsAfterMove([['a.ts', 'b.ts']], (overlay) => overlay.rename('/ws/b.ts', '/ws/a.ts', signal));
  expect(rows).toMatchObject([{ added: 0, removed: 0, summary: 'reverted', diff: '' }]);
});
