import { expect, test } from 'vitest';
import { OpenDialogs } from '../../../src/extension/suggest/openDialogs.ts';
import { createGate } from '../../support/gate.ts';

test('A dialog counts as open while its box is, and not while the command goes on after it', async () => {
  const dialogs = new OpenDialogs();
  const closed = createGate();
  const ask = dialogs.around('settings-input', (box) => box());
  const answer = ask(async () => {
    await closed.opened;
    return 'sk-typed';
  });
  expect(dialogs.kinds).toEqual(['settings-input']);
  closed.open();
  expect([await answer, dialogs.kinds]).toEqual(['sk-typed', []]);
  await expect(ask(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(dialogs.kinds).toEqual([]);
});
