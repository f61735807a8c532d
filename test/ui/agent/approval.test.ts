import { expect, it } from 'vitest';
import { call, useAgent } from './agentUser.ts';
import { SUGGESTION } from '../composer/composerUser.ts';

const GREETING = 'export const greeting = "hello";\n';

const user = useAgent({
  files: { 'greeting.ts': GREETING, 'CHANGELOG.md': '# Changelog\n' },
  settings: { 'premove.enableFollowupSuggestions': true, 'premove.enableSpeculation': true },
});

const edit = (from: string, to: string) => call('edit', { file_path: 'greeting.ts', old_string: from, new_string: to });
const card = () => user.card('edit');

it('Premove asks before an edit, shows it without taking the focus, and reports a denial to the model', async () => {
  user.server.on('Make it loud', edit('hello', 'HELLO'), { text: 'As you wish, it stays quiet.' });
  user.server.otherwise(SUGGESTION, { text: '' });
  await user.chat.send('Make it loud');
  await card().waitFor();
  await expect.poll(() => card().textContent()).toContain('HELLO');
  expect(await user.chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  expect(await user.onDisk('greeting.ts')).toBe(GREETING);
  await card().getByRole('button', { name: 'Deny' }).click();
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('As you wish');
  expect(await user.onDisk('greeting.ts')).toBe(GREETING);
  expect(user.server.requests('Make it loud').at(-1)?.text).toContain('denied');
});

it('Premove does not ask about a tool again after “Allow for this chat”', async () => {
  user.server.on('Make it welcome', edit('hello', 'welcome'), { text: 'Welcome it is.' });
  user.server.on('And louder', edit('welcome', 'WELCOME'), { text: 'Loud now.' });
  user.server.otherwise(SUGGESTION, { text: '' });
  await user.chat.send('Make it welcome');
  await user.choose('edit', 'Approval options', 'Allow for this chat');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Welcome it is.');
  expect(await user.onDisk('greeting.ts')).toContain('welcome');
  await user.chat.send('And louder');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Loud now.');
  expect(await user.onDisk('greeting.ts')).toContain('WELCOME');
});

it('Premove shows prepared edits in a diff, and applies them with the user’s changes', async () => {
  user.server.on(
    'Look at it',
    { tools: [{ name: 'read_file', arguments: { file_path: 'CHANGELOG.md' } }] },
    { text: 'Short.' },
  );
  user.server.on(SUGGESTION, { text: 'write an entry' });
  user.server.on(
    'write an entry',
    { tools: [{ name: 'read_file', arguments: { file_path: 'CHANGELOG.md' } }] },
    {
      tools: [{ name: 'write_file', arguments: { file_path: 'CHANGELOG.md', content: '# Changelog\n\n- Louder.\n' } }],
    },
    { text: 'There is an entry now.' },
  );
  user.server.otherwise(SUGGESTION, { text: '' });
  await user.chat.send('Look at it');
  await expect.poll(() => user.chat.speculationBar.textContent()).toContain('Ready');
  await user.chat.composer.focus();
  await user.workbench.page.keyboard.press('Tab');
  await expect.poll(() => user.chat.draft()).toBe('write an entry');
  await user.workbench.page.keyboard.press('Enter');
  await user.chat.speculationBar.getByRole('button', { name: 'Apply' }).waitFor();
  expect(await user.onDisk('CHANGELOG.md')).toBe('# Changelog\n');

  const modified = user.workbench.page.locator('.multiDiffEditor .editor.modified');
  await modified.getByText('- Louder.').click();
  await user.workbench.page.keyboard.press('End');
  await user.workbench.page.keyboard.type(' By hand.');
  await expect
    .poll(async () => (await modified.textContent())?.replaceAll('\u00a0', ' '))
    .toContain('- Louder. By hand.');
  await user.chat.speculationBar.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => user.onDisk('CHANGELOG.md')).toBe('# Changelog\n\n- Louder. By hand.\n');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('There is an entry now.');
  await expect.poll(() => user.chat.draft()).toBe('');
  await expect.poll(() => user.workbench.page.locator('.multiDiffEditor').count()).toBe(0);
});
