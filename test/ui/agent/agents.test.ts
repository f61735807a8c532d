import { expect, it } from 'vitest';
import { createLatch } from '../../support/latch.ts';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: {
    'alpha.ts': 'export const alpha = 1;\n',
    'beta.ts': 'export const beta = 1;\n',
    '.claude/agents/reviewer.md':
      '---\nname: reviewer\ndescription: Reviews changes\ntools: Read, Edit\n---\nBe strict.\n',
    '.github/agents/broken.agent.md': '---\nname: ../../etc\ndescription: x\n---\n',
  },
});

const start = (agent: string, task: string) => call('agent', { agent, task });
const read = call('read_file', { file_path: 'alpha.ts' });
const rowText = () => user.chat.answers.last().locator('.tools').first().innerText();
const button = (name: string) => user.workbench.panel.getByRole('button', { name, exact: true });

it('an agent shows its work in one line, then its report, also after a reload', async () => {
  const { page, panel } = user.workbench;
  const { opened: until, open } = createLatch();
  user.server.on('Where is alpha', start('explore', 'Find alpha.'), { text: 'It is found.' });
  user.server.on('Find alpha.', read, { text: 'It is in `alpha.ts:1`.', hold: { until } });
  await user.chat.send('Where is alpha');
  await expect.poll(rowText).toContain('1 call · Thinking');
  const calls = panel.getByRole('list', { name: 'Calls of the agent' });
  expect(await calls.count()).toBe(0);
  open();
  await user.answered('It is found.');
  await expect.poll(rowText).not.toContain('·');
  const { text = '' } = user.server.requests('Where is alpha').at(-1) ?? {};
  expect(text).toContain('It is in `alpha.ts:1`.');
  expect(text).not.toContain('export const alpha');
  // The tool's declaration lists the agent that a file of the workspace defines.
  expect(text).toContain('- reviewer: Reviews changes');

  const show = button('Show result of running explore: Find alpha.');
  await show.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => calls.getByRole('listitem').allInnerTexts()).toHaveLength(1);
  await expect.poll(() => panel.getByRole('group', { name: 'Report' }).innerText()).toContain('It is in alpha.ts:1.');

  await user.workbench.reload();
  await user.openChat();
  await show.click();
  await expect.poll(() => calls.getByRole('listitem').innerText()).toContain('alpha.ts');
});

it('a card names the agent that asks, and the answer’s Undo restores what the agent has changed', async () => {
  await user.setMode('default');
  await user.chat.newChat();
  const edit = call('edit', { file_path: 'beta.ts', old_string: 'beta = 1', new_string: 'beta = 2' });
  user.server.on('Raise beta', start('reviewer', 'Raise it.'), { text: 'It is raised.' });
  user.server.on('Raise it.', call('read_file', { file_path: 'beta.ts' }), edit, { text: 'Raised it.' });
  await user.chat.send('Raise beta');
  const card = user.card('edit');
  await card.getByText('Asked by the agent reviewer').waitFor();
  expect(await user.onDisk('beta.ts')).toContain('= 1');
  await user.allow('edit');
  await user.answered('It is raised.');
  expect(await user.onDisk('beta.ts')).toContain('= 2');
  const system = user.server.requests('Raise it.')[0]?.text ?? '';
  expect(system).toContain('Be strict.');
  await user.chat.answers.last().getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => user.onDisk('beta.ts')).toContain('= 1');
});

it('the row’s button stops one agent, Stop ends all, and the list of instructions names a broken file', async () => {
  const { panel } = user.workbench;
  await user.chat.newChat();
  const { opened: until } = createLatch();
  const both = {
    tools: ['Look left.', 'Look right.'].map((task) => ({ name: 'agent', arguments: { agent: 'explore', task } })),
  };
  user.server.on('Look around', both);
  for (const task of ['Look left.', 'Look right.']) user.server.on(task, { text: 'Never.', hold: { until } });
  await user.chat.send('Look around');
  await user.server.received('Look left.');
  await user.server.received('Look right.');
  await button('Stop only the agent explore: Look left.').click();
  await expect.poll(rowText).toContain('stopped');
  await user.expectCaret();
  await button('Stop only the agent explore: Look right.').waitFor();
  await user.chat.button('Stop').click();
  await user.chat.button('Send').waitFor();
  expect(await panel.getByRole('button', { name: /^Stop only the agent/ }).count()).toBe(0);
  await expect.poll(() => user.server.requests(/^Look (left|right)/).every(({ aborted }) => aborted)).toBe(true);

  await panel.getByRole('button', { name: /^Instructions: / }).click();
  await panel.getByRole('menuitem', { name: /“\.\.\/\.\.\/etc” cannot be the name of an agent$/ }).waitFor();
  await panel.getByRole('menuitemcheckbox', { name: 'reviewer' }).waitFor();
  await user.press('Escape');
});
