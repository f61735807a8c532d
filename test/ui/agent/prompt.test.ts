import { expect, it } from 'vitest';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: { 'notes.md': 'Milk.\n' },
  settings: { 'premove.maxTurnsPerPrompt': 1 },
});

it('an answer pauses at the limit of turns, and continues on Continue', async () => {
  user.server.on('What is in the notes', call('read_file', { file_path: 'notes.md' }), { text: 'Milk it is.' });
  await user.chat.send('What is in the notes');
  const button = user.chat.answers.last().getByRole('button', { name: 'Continue' });
  await button.waitFor();
  expect(user.server.requests('What is in the notes')).toHaveLength(1);
  await button.click();
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Milk it is.');
  await expect.poll(() => button.count()).toBe(0);
  await expect.poll(() => user.chat.answers.count()).toBe(1);
  await expect.poll(() => user.chat.prompts.count()).toBe(1);
});
