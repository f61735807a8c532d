import { expect, test } from 'vitest';
import { announcementFor } from '../../../../src/webview/announcements/announcements.ts';
import { start, until } from '../harness.ts';

const USAGE = { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 10 };

test('/cost and /stats show the cost of the answers, of each background purpose by its internal id, and of the day', async () => {
  const panel = await start([
    { text: 'One.', usage: USAGE },
    { text: 'Two.', usage: USAGE },
    { text: 'add a test', usage: USAGE },
  ]);
  panel.changeSettings({ enableSpeculation: false });
  await panel.exchange('first');
  await panel.exchange('second');
  await until(() => panel.suggesting.requests.length === 1);
  for (const command of ['/cost', '/stats']) {
    expect(await panel.submit(command)).toEqual({ outcome: 'ran' });
    const { note } = panel.store.state;
    expect(note?.title).toBe('Cost');
    expect(note?.sections.flatMap(({ rows }) => rows)).toEqual([
      { name: 'Answers', detail: '', amount: { dollars: 0, tokens: 2_020 } },
      { name: 'prompt_suggestion', detail: '1 request', amount: { dollars: 0, tokens: 1_010 } },
      { name: 'Total', detail: '', amount: { dollars: 0, tokens: 3_030 } },
      { name: 'Today, in all windows', detail: '', amount: { dollars: 0, tokens: 3_030 } },
    ]);
  }
});

test('/cost says in words that an empty chat has cost nothing', async () => {
  const panel = await start([]);
  await panel.submit('/cost');
  expect(panel.store.state.note?.sections[0]).toEqual({
    heading: 'This chat',
    text: 'Nothing has been spent yet.',
    rows: [],
  });
  const before = { ...panel.store.state, note: null };
  expect(announcementFor(before, panel.store.state)).toContain(
    'Nothing has been spent yet. Today, in all windows nothing.',
  );
});
