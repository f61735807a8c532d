import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { AGENT_FOLDERS } from '../../support/agentFolders.ts';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: {
    ...AGENT_FOLDERS['Claude Code'],
    ...AGENT_FOLDERS.Copilot,
    ...AGENT_FOLDERS.Cursor,
    ...AGENT_FOLDERS.Cline,
    ...AGENT_FOLDERS['AGENTS.md'],
    '.claude/skills/broken/SKILL.md': '---\nname: ../../etc\ndescription: x\n---\n',
    'src/components/Button.tsx': 'export const Button = 1;\n',
  },
});

const chip = (): Locator => user.workbench.panel.getByRole('button', { name: /^Instructions: / });
const entry = (name: string): Locator => user.workbench.panel.getByRole('menuitemcheckbox', { name });

it('a folder that is set up for other agents works as it is, and each file can be switched off by keyboard', async () => {
  const { page, panel } = user.workbench;
  await panel.getByRole('button', { name: /^Instructions: \d+ in use, 1 problem$/ }).waitFor();
  await chip().focus();
  await page.keyboard.press('ArrowUp');
  await panel.getByRole('menuitem', { name: /“\.\.\/\.\.\/etc” cannot be the name of a skill$/ }).waitFor();
  const focused = (): Promise<string> => panel.locator(':focus').innerText();
  await expect.poll(focused).toContain('AGENTS.md');
  await page.keyboard.press('Space');
  await expect.poll(() => entry('AGENTS.md').first().getAttribute('aria-checked')).toBe('false');
  await page.keyboard.press('Escape');
  await chip().and(panel.locator(':focus')).waitFor();

  user.server.on('Change the button', call('read_file', { file_path: 'src/components/Button.tsx' }), { text: 'Read.' });
  await user.chat.send('Change the button');
  await user.answered('Read.');
  const [first = '', second = ''] = user.server.requests('Change the button').map(({ text }) => text);
  expect(first).not.toContain('pnpm install');
  for (const rule of ['Branch from main', 'Bazel for Java', 'internal RPC pattern', 'Prefer composition']) {
    expect(first).toContain(rule);
  }
  for (const name of ['pdf-forms: Fills in', 'webapp-testing: ', 'release-notes: ']) expect(first).toContain(name);
  // The rules for this file are in the result, and not in the system prompt.
  for (const rule of ['Components are named after their file', 'Use functional components']) {
    expect(first).not.toContain(rule);
    expect(second).toContain(rule);
  }

  await chip().click();
  await entry('AGENTS.md').first().click();
  await expect.poll(() => entry('AGENTS.md').first().getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
});

it.each([
  ['Claude Code', '/fix', '/fix-issue', '.claude/commands · Fix an issue by number'],
  ['Copilot', '/create', '/create-form', '.github/prompts'],
  ['Cursor', '/code', '/code-review', '.cursor/commands'],
  ['Cline', '/dep', '/deploy', '.clinerules/workflows'],
])('the list of commands has the prompt files of %s', async (_, typed, name, detail) => {
  const { page, panel } = user.workbench;
  await user.clearComposer();
  await page.keyboard.type(typed);
  const option = panel.getByRole('option').filter({ hasText: name });
  await expect.poll(() => option.textContent()).toContain(detail);
  await user.clearComposer();
});

it('the model loads a skill, and a fact that it saves after a question is in later requests', async () => {
  const { page, panel } = user.workbench;
  user.server.on(
    'Remember it',
    call('skill', { name: 'pdf-forms' }),
    call('save_memory', { fact: 'The tests need a database.', scope: 'workspace' }),
    { text: 'Saved it.' },
  );
  await user.chat.send('Remember it');
  const card = user.card('save_memory');
  await card.getByText('Remember this for later chats?').waitFor();
  await expect.poll(() => card.textContent()).toContain('The tests need a database.');
  expect(await user.onDisk('.premove/memory.md')).toBe('');
  await user.allow('save_memory');
  await user.answered('Saved it.');
  expect(await user.onDisk('.premove/memory.md')).toBe('# Memory\n\n- The tests need a database.\n');
  const [, loaded = '', saved = ''] = user.server.requests('Remember it').map(({ text }) => text);
  expect(loaded).toContain('scripts/fill.py');
  expect(saved).toContain('<memory file=');

  user.server.on('What do you know', { text: 'A lot.' });
  await user.chat.composer.click();
  await page.keyboard.type('What do you know: @mem');
  await panel.getByRole('option', { name: 'memory facts saved for later' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await user.answered('A lot.');
  expect(user.lastRequestText('What do you know')).toContain('<mentioned kind=\\"memory\\">');
});
