import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: {
    'package.json': JSON.stringify({ name: 'sample', scripts: { hello: 'echo hello' } }),
    'src/a.ts': 'let alpha = 1;\n',
    'src/b.ts': 'let alpha = 1;\n',
    '.npmrc': 'color=true\n',
  },
  settings: { 'premove.permissions': { deny: ['run_shell_command(npm publish *)'] } },
});

const SHELL = 'run_shell_command';
const always = (tool: string) => user.card(tool).getByRole('button', { name: 'Always…' });
const focused = () => user.workbench.panel.locator(':focus');
const notice = () => user.workbench.panel.getByText('From now on this is not asked for');
const inSettings = async (): Promise<unknown> => {
  const text = await readFile(join(user.workbench.userDataDir, 'User', 'settings.json'), 'utf8');
  return (JSON.parse(text) as Record<string, unknown>)['premove.permissions'];
};
const rename = (file: string) => call('edit', { file_path: file, old_string: 'alpha', new_string: 'beta' });

it('lets a command run from now on, as far as the rule that was read says', async () => {
  const { server, chat, workbench } = user;
  const { keyboard } = workbench.page;
  for (const [prompt, args] of [
    ['Greet', 'one'],
    ['Greet again', 'two'],
  ] as const) {
    server.on(prompt, call(SHELL, { command: `npm run hello -- ${args}` }), { text: `Said ${args}.` });
  }
  await chat.send('Greet');
  await expect.poll(() => always(SHELL).isEnabled()).toBe(true);
  await always(SHELL).focus();
  await keyboard.press('Enter');
  const choice = user.card(SHELL).getByRole('radiogroup', { name: 'Never ask again for' });
  expect(await choice.getByRole('radio').count()).toBe(2);
  await choice.getByRole('radio', { name: 'npm run hello -- one with exactly these words' }).and(focused()).waitFor();
  expect(await user.card(SHELL).getByRole('status').textContent()).toContain(`${SHELL}(npm run hello -- one)`);
  await keyboard.press('Escape');
  await always(SHELL).and(focused()).waitFor();
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await choice.getByRole('radio', { name: 'npm run hello -- * where * is any arguments' }).and(focused()).waitFor();
  const shown = await user.card(SHELL).getByRole('status').textContent();
  expect(shown).toContain('In all workspaces that you trust');
  expect(shown).toContain(`${SHELL}(npm run hello -- *)`);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await user.answered('Said one.');
  await notice().waitFor();
  expect(await inSettings()).toEqual({
    deny: ['run_shell_command(npm publish *)'],
    allow: [`${SHELL}(npm run hello -- *)`],
  });

  await chat.send('Greet again');
  await user.answered('Said two.');
  await notice().waitFor({ state: 'detached' });
});

it('lets a folder of this workspace be edited from now on, and what waits for it go, until that is undone', async () => {
  const { server, chat, workbench } = user;
  const both = { tools: ['src/a.ts', 'src/b.ts'].flatMap((file) => rename(file).tools ?? []) };
  server.on('Rename both', both, { text: 'Both are renamed.' });
  await chat.send('Rename both');
  await always('edit').click();
  const shown = user.card('edit').getByRole('radiogroup');
  await shown.getByText('except of files that can make something run').waitFor();
  await user.card('edit').getByRole('button', { name: 'Always allow' }).click();
  await user.answered('Both are renamed.');
  for (const file of ['src/a.ts', 'src/b.ts']) expect(await user.onDisk(file)).toBe('let beta = 1;\n');
  expect(await inSettings()).toMatchObject({
    allow: [`${SHELL}(npm run hello -- *)`, `edit(${workbench.workspaceDir}/src/**)`],
  });

  await chat.button('Undo').click();
  await notice().waitFor({ state: 'detached' });
  expect(await inSettings()).toMatchObject({ allow: [`${SHELL}(npm run hello -- *)`] });
  server.on('Rename it back', call('edit', { file_path: 'src/a.ts', old_string: 'beta', new_string: 'alpha' }), {
    text: 'It stays.',
  });
  await chat.send('Rename it back');
  await user.card('edit').getByRole('button', { name: 'Deny' }).click();
  await user.answered('It stays.');
});

it('offers no rule where none says safely what is asked for', async () => {
  const { server, chat } = user;
  server.on(
    'Do the rest',
    call('read_file', { file_path: '.npmrc' }),
    call('write_file', { file_path: '.npmrc', content: '' }),
    call(SHELL, { command: 'rm $X' }),
    {
      text: 'Neither, then.',
    },
  );
  await chat.send('Do the rest');
  for (const tool of ['write_file', SHELL]) {
    const deny = user.card(tool).getByRole('button', { name: 'Deny' });
    await expect.poll(() => deny.isEnabled()).toBe(true);
    expect(await always(tool).count()).toBe(0);
    await deny.click();
  }
  await user.answered('Neither, then.');
});
