import { expect, it } from 'vitest';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: { 'notes.md': 'Milk.\n', 'AGENTS.md': 'Answer in verse.\n' },
  settings: { 'premove.maxTurnsPerPrompt': 1 },
});

it('an answer pauses at the limit of turns, and continues on Continue', async () => {
  user.server.on('What is in the notes', call('read_file', { file_path: 'notes.md' }), { text: 'Milk it is.' });
  await user.chat.send('What is in the notes');
  const goOn = user.chat.answers.last().getByRole('button', { name: 'Continue' });
  await goOn.waitFor();
  expect(user.server.requests('What is in the notes')).toHaveLength(1);
  await goOn.click();
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Milk it is.');
  await expect.poll(() => goOn.count()).toBe(0);
  await expect.poll(() => user.chat.answers.count()).toBe(1);
  await expect.poll(() => user.chat.prompts.count()).toBe(1);
});

it('Premove sends the project’s AGENTS.md to the model, and shows that it is in use', async () => {
  user.server.on('Say something', { text: 'Roses are red.' });
  await user.workbench.panel.getByRole('img', { name: 'Instructions in use: AGENTS.md' }).waitFor();
  await user.chat.send('Say something');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Roses are red.');
  expect(user.server.requests('Say something').at(-1)?.text).toContain('Answer in verse.');
});
