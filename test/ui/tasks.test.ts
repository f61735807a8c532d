import { expect, it } from 'vitest';
import type { ApprovalMode } from '../../src/shared/chatState.ts';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: Object.fromEntries(['plan', 'default', 'auto-edit', 'yolo'].map((mode) => [`${mode}.ts`, 'let alpha = 1;\n'])),
});
const tool = { name: 'run_shell_command', plan: 'exit_plan_mode' };

it.each<[ApprovalMode, readonly string[]]>([
  ['plan', [tool.plan, 'edit', tool.name]],
  ['default', ['edit', tool.name]],
  ['auto-edit', [tool.name]],
  ['yolo', []],
])('completes a task in %s mode, and asks only about the calls that the mode asks about', async (mode, asks) => {
  const { server, chat, workbench } = user;
  const file = `${mode}.ts`;
  const prompt = `Rename alpha to beta in ${file}`;
  server.on(
    prompt,
    call('read_file', { file_path: file }),
    ...(mode === 'plan' ? [call(tool.plan, { plan: `Rename it in ${file}.` })] : []),
    call('edit', { file_path: file, old_string: 'alpha', new_string: 'beta' }),
    call(tool.name, { command: `cat ${file} > ${mode}.checked` }),
    { text: `Renamed in ${mode} mode.` },
  );
  await chat.newChat();
  await user.setMode(mode);
  await chat.send(prompt);
  for (const asked of asks) {
    await user.card(asked).waitFor();
    await expect.poll(() => workbench.panel.getByRole('group', { name: /^Approve / }).count()).toBe(1);
    expect(await user.onDisk(file)).toBe(asked === tool.name ? 'let beta = 1;\n' : 'let alpha = 1;\n');
    expect(await user.onDisk(`${mode}.checked`)).toBe('');
    await user.allow(asked);
  }
  await user.answered(`Renamed in ${mode} mode.`);
  expect(await user.onDisk(file)).toBe('let beta = 1;\n');
  expect(await user.onDisk(`${mode}.checked`)).toBe('let beta = 1;\n');
  await expect.poll(() => chat.prompts.count()).toBe(1);
});

it('cancels one call and runs the next call of the same round', async () => {
  const { server, chat } = user;
  const write = { name: 'write_file', arguments: { file_path: 'sibling.txt', content: 'still here\n' } };
  server.on(
    'Do both',
    { tools: [{ name: tool.name, arguments: { command: 'echo begun; sleep 600' } }, write] },
    { text: 'One of them is done.' },
  );
  await chat.newChat();
  await user.setMode('yolo');
  await chat.send('Do both');
  await expect
    .poll(() =>
      chat.answers
        .last()
        .getByRole('region', { name: /^Output of / })
        .textContent(),
    )
    .toMatch(/begun$/);
  expect(await user.onDisk('sibling.txt')).toBe('');
  await chat.answers.last().getByRole('button', { name: 'Cancel echo begun; sleep 600' }).click();
  await user.answered('One of them is done.');
  expect(await user.onDisk('sibling.txt')).toBe('still here\n');
  expect(user.lastRequestText('Do both')).toContain('Interrupted by the user before it finished');
});
