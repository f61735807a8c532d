import { expect, it } from 'vitest';
import { call, useAgent } from './agentUser.ts';

const NOTICE = 'This workspace is not trusted, so Premove only reads its files.';

const user = useAgent(
  {
    trusted: false,
    files: { 'a.txt': 'alpha\n' },
    settings: { 'premove.approvalMode': 'yolo' },
  },
  { isShared: false },
);

it('Premove only reads in an untrusted workspace, shows a notice, and writes after the user has trusted the workspace', async () => {
  const { server, chat, workbench } = user;
  const { page, panel } = workbench;
  await panel.getByText(NOTICE).waitFor();
  server.on(
    'Change it',
    call('read_file', { file_path: 'a.txt' }),
    call('write_file', { file_path: 'a.txt', content: 'beta\n' }),
    call('run_shell_command', { command: 'echo beta > a.txt' }),
    { text: 'I may not.' },
  );
  await chat.send('Change it');
  await user.answered('I may not.');
  expect(await user.onDisk('a.txt')).toBe('alpha\n');
  const request = user.lastRequestText('Change it');
  expect(request).toContain('1\\talpha');
  for (const name of ['write_file', 'run_shell_command']) {
    expect(request).toContain(`has not trusted this workspace, so tools can only read its files. ${name} was not run`);
  }

  await chat.button('Manage Trust').click();
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await panel.getByText(NOTICE).waitFor({ state: 'detached' });
  server.on('Change it now', call('write_file', { file_path: 'a.txt', content: 'beta\n' }), { text: 'Changed.' });
  await chat.send('Change it now');
  await user.answered('Changed.');
  expect(await user.onDisk('a.txt')).toBe('beta\n');
});
