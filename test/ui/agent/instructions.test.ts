import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { AGENT_FOLDERS, LOADED_FROM, offeredNames, type AgentFolder } from '../../support/agentFolders.ts';
import { call, useAgent } from './agentUser.ts';
import { commandsOf } from './commandUser.ts';
import { expectListed, expectPromptFiles, instructionsChip, sentInstructions } from './instructionUser.ts';

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

const chip = (): Locator => instructionsChip(user);
const entry = (name: string): Locator => user.workbench.panel.getByRole('menuitemcheckbox', { name });

it('a folder that is set up for other agents works as it is, and each file can be switched off by keyboard', async () => {
  const { page, panel } = user.workbench;
  const inUse = Object.values(LOADED_FROM).flatMap((loaded) => [
    ...[...(loaded.sent ?? []), ...offeredNames(loaded), ...(loaded.skills ?? []), ...Object.keys(loaded.agents ?? {})],
  ]).length;
  // Waits for the exact number, because at first the chip still shows the files of the previous test file.
  await panel.getByRole('button', { name: `Instructions: ${inUse} in use, 1 problem`, exact: true }).waitFor();
  await chip().focus();
  await page.keyboard.press('ArrowUp');
  const focused = (): Promise<string> => panel.locator(':focus').innerText();
  await expect.poll(focused).toContain('“../../etc” cannot be the name of a skill');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain('~/.claude/CLAUDE.md');
  await page.keyboard.press('ArrowDown');
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

/** The entries of the `/` list. */
const PROMPT_FILES: Readonly<Record<AgentFolder, readonly string[]>> = {
  'Claude Code': [
    '/fix-issue [issue-number] [priority] .claude/commands · Fix an issue by number',
    '/frontend:component .claude/commands/frontend · Create the component $ARGUMENTS.',
    '/standup ~/.claude/commands · Summarize what I did yesterday.',
  ],
  Copilot: ['/create-form .github/prompts · Generate a new React form component'],
  Cursor: ['/code-review .cursor/commands · Code review'],
  Cline: ['/deploy .clinerules/workflows · 1. Run the tests.'],
  'AGENTS.md': [],
};

it.each(Object.keys(AGENT_FOLDERS) as AgentFolder[])(
  'a folder that is set up only for %s works as it is',
  async (agent) => {
    const files: Readonly<Record<string, string>> = AGENT_FOLDERS[agent];
    const { sent = [], offered = {}, skills = [], agents = {} } = LOADED_FROM[agent];
    await user.workbench.replaceFiles(files);
    await user.chat.newChat();
    await expectPromptFiles(user, PROMPT_FILES[agent]);

    user.server.on('Begin', { text: 'Begun.' });
    await user.chat.send('Begin');
    await user.answered('Begun.');
    const { guides, ...others } = sentInstructions(user, 'Begin');
    expect({ guides: guides.map(([file]) => file), ...others }).toEqual({
      guides: sent.map((name) => name.replace(/ .*/, '')),
      offered: offeredNames(LOADED_FROM[agent]),
      skills,
      memory: [],
      agents: Object.keys(agents),
    });
    // The front matter of a file is not sent.
    for (const [file, text] of guides) expect(files[file]?.trim().endsWith(text)).toBe(true);
    const paths = Object.keys(files).filter((path) => /\/(?:skills|agents)\//.test(path));
    const withPath = (name: string): string =>
      `${name} (${paths.find((path) => path.toLowerCase().includes(`/${name.toLowerCase()}`))})`;
    await expectListed(user, {
      rules: [...sent, ...Object.entries(offered).map(([name, use]) => `${name} (${use})`)],
      skills: skills.map(withPath),
      agents: Object.keys(agents).map(withPath),
    });
  },
);

it('the user’s own files are loaded in every project, rules and facts first, but of two equal names the project’s is used', async () => {
  const skill = '---\ndescription: Makes a release\n---\nRun it.\n';
  const agent = '---\ndescription: Checks the style\n---\nBe strict.\n';
  await user.workbench.replaceFiles({
    '~/.premove/AGENTS.md': 'Answer briefly.\n',
    '~/.claude/CLAUDE.md': 'I like tables.\n',
    '~/.premove/memory.md': '- My name is Sam.\n',
    '~/.premove/prompts/thanks.md': 'Thank everyone.\n',
    '~/.claude/commands/release.md': 'Release all of my projects.\n',
    '~/.cursor/commands/tidy.md': 'Tidy up.\n',
    '~/.premove/skills/notes/SKILL.md': skill,
    '~/.claude/skills/release/SKILL.md': skill,
    '~/.agents/skills/mail/SKILL.md': skill,
    '~/.premove/agents/poet.md': agent,
    '~/.claude/agents/stylist.md': agent,
    'AGENTS.md': 'Use tabs.\n',
    '.premove/memory.md': '- The tests need a database.\n',
    '.claude/commands/release.md': 'Release this project.\n',
    '.claude/skills/release/SKILL.md': skill,
    '.claude/agents/stylist.md': agent,
  });
  await user.chat.newChat();
  await expectPromptFiles(user, [
    '/release .claude/commands · Release this project.',
    '/thanks ~/.premove/prompts · Thank everyone.',
    '/tidy ~/.cursor/commands · Tidy up.',
    '/user:release ~/.claude/commands · Release all of my projects.',
  ]);
  user.server.on('Release all of my projects.', call('skill', { name: 'notes' }), { text: 'Released.' });
  await user.type('/user:release');
  await user.press('Enter');
  await user.answered('Released.');
  expect(sentInstructions(user, 'Release all of my projects.')).toEqual({
    guides: [
      ['~/.premove/AGENTS.md', 'Answer briefly.'],
      ['~/.claude/CLAUDE.md', 'I like tables.'],
      ['AGENTS.md', 'Use tabs.'],
    ],
    offered: [],
    skills: ['release', 'notes', 'mail'],
    memory: [
      ['~/.premove/memory.md', '- My name is Sam.'],
      ['.premove/memory.md', '- The tests need a database.'],
    ],
    agents: ['stylist', 'poet'],
  });
  expect(user.lastRequestText('Release all of my projects.')).toContain('Run it.');
  await expectListed(user, {
    rules: ['~/.premove/AGENTS.md', '~/.claude/CLAUDE.md', 'AGENTS.md'],
    memory: ['~/.premove/memory.md', '.premove/memory.md'],
    skills: [
      'release (.claude/skills/release/SKILL.md)',
      'notes (~/.premove/skills/notes/SKILL.md)',
      'mail (~/.agents/skills/mail/SKILL.md)',
    ],
    agents: ['stylist (.claude/agents/stylist.md)', 'poet (~/.premove/agents/poet.md)'],
    problems: [
      '~/.claude/skills/release/SKILL.md: left out, because the skill release is already in .claude/skills/release/SKILL.md',
      '~/.claude/agents/stylist.md: left out, because the agent stylist is already in .claude/agents/stylist.md',
      '~/.claude/commands/release.md: /release is already in .claude/commands/release.md; use /user:release instead',
    ],
  });

  await instructionsChip(user).click();
  await user.workbench.panel.getByRole('menuitem', { name: /^~\/\.claude\/agents\/stylist\.md: / }).click();
  await user.workbench.page.getByRole('tab', { name: /stylist\.md/ }).waitFor();
  await user.workbench.executeCommand('workbench.action.closeActiveEditor');
});

it('the list and the output of /memory follow the files while they are shown', async () => {
  const { panel } = user.workbench;
  const { note, run } = commandsOf(user);
  await run('/memory');
  await note('Memory').waitFor();
  await user.workbench.replaceFiles({
    'AGENTS.md': 'Use tabs.\n',
    '.premove/memory.md': '- The tests need a database.\n',
  });
  await expect.poll(() => note('Memory').textContent()).toContain('The tests need a database.');
  await instructionsChip(user).click();
  // The list may still name a file that the previous test had in the home folder, which is not watched.
  await panel.getByRole('menuitemcheckbox', { name: 'AGENTS.md', exact: true }).waitFor();
  await user.workbench.replaceFiles({ 'AGENTS.md': 'Use tabs.\n', 'CLAUDE.md': 'Be brief.\n' });
  await panel.getByRole('menuitemcheckbox', { name: 'CLAUDE.md', exact: true }).waitFor();
  await panel.getByRole('menuitemcheckbox', { name: '.premove/memory.md', exact: true }).waitFor({ state: 'detached' });
  await user.press('Escape');
});
