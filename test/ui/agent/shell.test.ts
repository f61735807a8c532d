import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive, pidIn } from '../../support/shell/processes.ts';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: { 'a.txt': 'alpha\n' },
  settings: { 'premove.approvalMode': 'yolo' },
});

const command = (text: string) => call('run_shell_command', { command: text });
const output = () => user.chat.answers.last().getByRole('region', { name: /^Output of / });
const inWorkspace = (name: string): string => join(user.workbench.workspaceDir, name);

it('Premove shows output while a command runs, collapses it afterwards, and sends it to the model', async () => {
  const waiting =
    'printf "first\\n50%%\\r"; while [ ! -e go ]; do sleep 0.1; done; echo "last ${LOCAL_API_KEY:-no key}"';
  user.server.on('Run it', command(waiting), { text: 'It has run.' });
  await user.chat.send('Run it');
  await expect.poll(() => output().textContent()).toMatch(/first\n50%$/);
  await writeFile(inWorkspace('go'), '');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('It has run.');
  await expect.poll(() => output().count()).toBe(0);
  await user.chat.answers
    .last()
    .getByRole('button', { name: /^Show output of / })
    .click();
  await expect.poll(() => output().textContent()).toMatch(/first\n(50%\n)?last no key$/);
  expect(user.server.requests('Run it').at(-1)?.text).toContain('last no key');
});

it('Premove ends a command with all its processes when the user stops the answer', async () => {
  user.server.on('Wait for ever', command('echo begun; sleep 600 & echo "$!" > pid; wait'));
  user.server.on('And now', { text: 'Now I know.' });
  await user.chat.send('Wait for ever');
  await expect.poll(() => output().textContent()).toMatch(/begun$/);
  const pid = await pidIn(inWorkspace('pid'));
  expect(isAlive(pid)).toBe(true);
  await user.chat.button('Stop').click();
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('stopped');
  await user.chat.send('And now');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Now I know.');
  expect(user.server.requests('And now')[0]?.text).toContain('Interrupted by the user before it finished');
});

it('Premove runs a command in a terminal if the setting is on, and shows the output in the chat too', async () => {
  await user.workbench.changeSettings({ 'premove.shell.terminal': true });
  const line = 'test -t 1 && printf "in \\033[32mcolour\\033[0m\\n"; while [ ! -e on ]; do sleep 0.1; done; exit 4';
  user.server.on('Run it where I see it', command(line), { text: 'You have seen it.' });
  await user.chat.send('Run it where I see it');
  await expect.poll(() => output().textContent()).toMatch(/\nin colour$/);
  await user.workbench.page.getByRole('tab', { name: /^Terminal/, selected: true }).waitFor();
  expect(await user.chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await writeFile(inWorkspace('on'), '');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('You have seen it.');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('exit 4');
  // The output of a failed command stays open, with its colors. The model gets the text without colors.
  await expect.poll(() => output().locator('.ansi-fg-2').textContent()).toBe('colour');
  expect(user.server.requests('Run it where I see it').at(-1)?.text).toContain('in colour');
  await user.workbench.changeSettings({ 'premove.shell.terminal': null });
});

it('Premove runs a read-only command unasked if the setting allows it, but asks about a secret file', async () => {
  await user.setMode('default');
  await user.workbench.changeSettings({ 'premove.readOnlyCommands': 'allow' });
  user.server.on('Look at the text', command('git status; cat a.txt'), { text: 'It says alpha.' });
  await user.chat.send('Look at the text');
  await user.answered('It says alpha.');
  expect(user.lastRequestText('Look at the text')).toContain('alpha');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('read-only');

  await writeFile(inWorkspace('.env'), 'KEY=1\n');
  user.server.on('Look at the key', command('cat .env'), { text: 'You said no.' });
  await user.chat.send('Look at the key');
  await user.card('run_shell_command').getByRole('button', { name: 'Deny' }).click();
  await user.answered('You said no.');
  expect(user.lastRequestText('Look at the key')).not.toContain('KEY=1');
});
