import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ChangeStore } from '../../../src/extension/changes/changeStore.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { createNodeFileStore } from '../../../src/extension/node/nodeFileStore.ts';
import { createProcessOwner } from '../../../src/extension/node/processOwner.ts';
import { createLocalSearch } from '../../../src/extension/node/search/localSearch.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { call, useAgent } from './agentUser.ts';

const names = ['plan', 'default', 'auto-edit', 'yolo', 'gone'];
const user = useAgent({ files: Object.fromEntries(names.map((name) => [`${name}.ts`, 'let alpha = 1;\n'])) });
const tool = { name: 'run_shell_command', plan: 'exit_plan_mode' };

it.each<[ApprovalMode, readonly string[]]>([
  ['plan', [tool.plan, 'edit', tool.name]],
  ['default', ['edit', tool.name]],
  ['auto-edit', [tool.name]],
  ['yolo', []],
])(
  'Premove completes a task in %s mode, and asks only about the calls that the mode asks about',
  async (mode, asks) => {
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
  },
);

it('Premove cancels one call and runs the next call of the same turn', async () => {
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

it('Premove keeps a file that is deleted in yolo mode, so that it can be restored', async () => {
  const { server, chat, workbench } = user;
  server.on('Delete gone.ts', call('delete_file', { file_path: 'gone.ts' }), { text: 'It is deleted.' });
  await chat.newChat();
  await user.setMode('yolo');
  await chat.send('Delete gone.ts');
  await user.answered('It is deleted.');
  expect(await user.onDisk('gone.ts')).toBe('');

  const storage = join(workbench.userDataDir, 'User', 'workspaceStorage');
  const chats = (await readdir(storage, { recursive: true })).filter((name) => /conversations.*\.jsonl$/.test(name));
  const texts = await Promise.all(chats.map((name) => readFile(join(storage, name), 'utf8')));
  const at = texts.findIndex((text) => text.includes('Delete gone.ts'));
  const file = join(storage, chats[at] ?? '');
  const key = { chat: basename(file, '.jsonl'), prompt: /"promptId":"([^"]+)"/.exec(texts[at] ?? '')?.[1] ?? '' };
  const store = new ChangeStore({
    files: createNodeFileStore(dirname(dirname(file))),
    owner: createProcessOwner(),
    log: silentLog,
    maxBytes: () => Infinity,
  });
  const root = { name: 'workspace', path: workbench.workspaceDir };
  const workspace = createDiskWorkspace({ roots: () => [root], search: createLocalSearch('') });
  const { signal } = new AbortController();
  expect(await store.restore(key, { ...key, prompt: 'undo' }, workspace, signal)).toMatchObject({ kind: 'restored' });
  expect(await user.onDisk('gone.ts')).toBe('let alpha = 1;\n');
});
