import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: {
    'package.json': JSON.stringify({ name: 'sample', scripts: { hello: 'echo hello' } }),
    'src/a.ts': 'let alpha = 1;\n',
    'src/b.ts': 'let alpha = 1;\n',
    '.yarnrc': 'color=true\n',
  },
  settings: { 'premove.permissions': { deny: ['run_shell_command(npm publish *)'] } },
});

const SHELL = 'run_shell_command';
const options = (tool: string) => user.card(tool).getByRole('button', { name: 'Approval options' });
const always = (tool: string) => user.card(tool).getByRole('menuitem', { name: 'Always…' });
const focused = () => user.workbench.panel.locator(':focus');
const notice = () => user.workbench.panel.getByText('Premove won’t ask about this again');
const rulesInSettings = async (): Promise<unknown> => {
  const text = await readFile(join(user.workbench.userDataDir, 'User', 'settings.json'), 'utf8');
  return (JSON.parse(text) as Record<string, unknown>)['premove.permissions'];
};
const rename = (file: string) => call('edit', { file_path: file, old_string: 'alpha', new_string: 'beta' });

it('Premove runs a command without a question from now on if the chosen rule covers it', async () => {
  const { server, chat, workbench } = user;
  const { keyboard } = workbench.page;
  for (const [prompt, args] of [
    ['Greet', 'one'],
    ['Greet again', 'two'],
  ] as const) {
    server.on(prompt, call(SHELL, { command: `npm run hello -- ${args}` }), { text: `Said ${args}.` });
  }
  await chat.send('Greet');
  await expect.poll(() => options(SHELL).isEnabled()).toBe(true);
  await options(SHELL).focus();
  const openChoice = async (): Promise<void> => {
    await keyboard.press('Enter');
    await user.card(SHELL).getByRole('menuitem', { name: 'Allow for this chat' }).and(focused()).waitFor();
    await keyboard.press('ArrowDown');
    await always(SHELL).and(focused()).waitFor();
    await keyboard.press('Enter');
  };
  await openChoice();
  const choice = user.card(SHELL).getByRole('radiogroup', { name: 'Always allow' });
  await expect.poll(() => choice.getByRole('radio').count()).toBe(2);
  await choice.getByRole('radio', { name: 'npm run hello -- one this exact command' }).and(focused()).waitFor();
  await expect
    .poll(() => user.card(SHELL).getByRole('status').textContent())
    .toContain(`${SHELL}(npm run hello -- one)`);
  await keyboard.press('Escape');
  await options(SHELL).and(focused()).waitFor();
  await openChoice();
  await keyboard.press('ArrowDown');
  await choice.getByRole('radio', { name: 'npm run hello -- * with any arguments' }).and(focused()).waitFor();
  const shown = () => user.card(SHELL).getByRole('status').textContent();
  await expect.poll(shown).toContain('Applies in every workspace that you trust.');
  await expect.poll(shown).toContain(`${SHELL}(npm run hello -- *)`);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await user.answered('Said one.');
  await notice().waitFor();
  await expect.poll(rulesInSettings).toEqual({
    deny: ['run_shell_command(npm publish *)'],
    allow: [`${SHELL}(npm run hello -- *)`],
  });

  await chat.send('Greet again');
  await user.answered('Said two.');
  // The notice stays, because its Undo may still be needed.
  expect(await notice().count()).toBe(1);
});

it('Premove allows edits in a folder from now on, waiting edits included, until the rule is undone', async () => {
  const { server, chat, workbench } = user;
  const both = { tools: ['src/a.ts', 'src/b.ts'].flatMap((file) => rename(file).tools ?? []) };
  server.on('Rename both', both, { text: 'Both are renamed.' });
  await chat.send('Rename both');
  await user.choose('edit', 'Approval options', 'Always…');
  const shown = user.card('edit').getByRole('radiogroup');
  await shown.getByText('except files that Premove always asks about').waitFor();
  await user.card('edit').getByRole('button', { name: 'Always allow' }).click();
  await user.answered('Both are renamed.');
  for (const file of ['src/a.ts', 'src/b.ts']) expect(await user.onDisk(file)).toBe('let beta = 1;\n');
  await expect.poll(rulesInSettings).toMatchObject({
    allow: [`${SHELL}(npm run hello -- *)`, `edit(${workbench.workspaceDir}/src/**)`],
  });

  await chat.button('Undo adding the rule').click();
  await notice().waitFor({ state: 'detached' });
  await expect.poll(rulesInSettings).toMatchObject({ allow: [`${SHELL}(npm run hello -- *)`] });
  server.on('Rename it back', call('edit', { file_path: 'src/a.ts', old_string: 'beta', new_string: 'alpha' }), {
    text: 'It stays.',
  });
  await chat.send('Rename it back');
  await user.card('edit').getByRole('button', { name: 'Deny' }).click();
  await user.answered('It stays.');
});

it('Premove does not offer a rule if no rule is safe for the call', async () => {
  const { server, chat } = user;
  server.on(
    'Do the rest',
    call('read_file', { file_path: '.yarnrc' }),
    call('write_file', { file_path: '.yarnrc', content: '' }),
    call(SHELL, { command: 'rm $X' }),
    {
      text: 'Neither, then.',
    },
  );
  await chat.send('Do the rest');
  for (const tool of ['write_file', SHELL]) {
    const deny = user.card(tool).getByRole('button', { name: 'Deny' });
    await expect.poll(() => deny.isEnabled()).toBe(true);
    await options(tool).click();
    await user.card(tool).getByRole('menuitem', { name: 'Allow for this chat' }).waitFor();
    await expect.poll(() => always(tool).count()).toBe(0);
    await user.workbench.page.keyboard.press('Escape');
    await deny.click();
  }
  await user.answered('Neither, then.');
});
