import { expect, test } from 'vitest';
import { OpenDialogs } from '../../../src/extension/suggest/openDialogs.ts';
import { createLatch } from '../../support/latch.ts';

test('OpenDialogs counts a dialog as open until it closes or fails', async () => {
  const dialogs = new OpenDialogs();
  const closed = createLatch();
  const answer = dialogs.track('settings-input', async () => {
    await closed.opened;
    return 'sk-typed';
  });
  expect(dialogs.kinds).toEqual(['settings-input']);
  closed.open();
  expect([await answer, dialogs.kinds]).toEqual(['sk-typed', []]);
  const broken = dialogs.track('settings-input', () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(dialogs.kinds).toEqual([]);
});
