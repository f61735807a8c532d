import { expect, test } from 'vitest';
import { mapConcurrently } from '../../../src/extension/base/mapConcurrently.ts';

test('mapConcurrently returns the results in the order of the items, and runs at most `limit` calls at a time', async () => {
  let running = 0;
  let most = 0;
  const results = await mapConcurrently([3, 1, 2, 0], 2, async (turns) => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    running -= 1;
    return `after ${turns}`;
  });
  expect(results).toEqual(['after 3', 'after 1', 'after 2', 'after 0']);
  expect(most).toBe(2);
});

test('mapConcurrently fails if a call fails', async () => {
  const fail = (item: string): Promise<string> =>
    item === 'b' ? Promise.reject(new Error('b failed')) : Promise.resolve(item);
  await expect(mapConcurrently(['a', 'b', 'c'], 2, fail)).rejects.toThrow('b failed');
});
