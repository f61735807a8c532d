import { expect, it } from 'vitest';
import { call, useAgent } from './agentUser.ts';
import { commandsOf } from './commandUser.ts';
import { expectListed, expectPromptFiles, sentInstructions } from './instructionUser.ts';

const NOTICE = 'This workspace is not trusted, so Premove only reads its files.';

/** The same files for the project and for the user, by path below the workspace or the home folder. */
const instructions = (whose: string): Record<string, string> => ({
  '.claude/CLAUDE.md': `A rule of the ${whose}.\n`,
  [`.claude/commands/of-the-${whose}.md`]: `A prompt of the ${whose}.\n`,
  [`.claude/skills/of-the-${whose}/SKILL.md`]: '---\ndescription: Makes a release\n---\nRun it.\n',
  [`.claude/agents/of-the-${whose}.md`]: '---\ndescription: Checks the style\n---\nBe strict.\n',
  '.premove/memory.md': `- A fact of the ${whose}.\n`,
});

const user = useAgent(
  {
    trusted: false,
    files: {
      'a.txt': 'alpha\n',
      'package.json': '{ "scripts": { "build": "tsc -p ." } }\n',
      '.clinerules/text.md': '---\npaths: "*.txt"\n---\nA rule of the project for texts.\n',
      ...instructions('project'),
      ...Object.fromEntries(Object.entries(instructions('user')).map(([path, text]) => [`~/${path}`, text])),
    },
    settings: { 'premove.approvalMode': 'yolo' },
  },
  { isShared: false },
);

const OF_THE_USER = {
  rules: ['~/.claude/CLAUDE.md'],
  memory: ['~/.premove/memory.md'],
  skills: ['of-the-user (~/.claude/skills/of-the-user/SKILL.md)'],
  agents: ['of-the-user (~/.claude/agents/of-the-user.md)'],
};
const PROMPT_OF_THE_USER = '/of-the-user ~/.claude/commands · A prompt of the user.';

it('Premove only reads in an untrusted workspace, without its instructions, and shows a notice; after the user has trusted the workspace, Premove writes and uses the instructions', async () => {
  const { server, chat, workbench } = user;
  const { page, panel } = workbench;
  const { refused } = commandsOf(user);
  await panel.getByText(NOTICE).waitFor();
  await expectPromptFiles(user, [PROMPT_OF_THE_USER]);
  await refused('/of-the-project', 'There is no command /of-the-project.');
  await refused('/memory add --workspace x', 'This workspace is not trusted');
  await refused('/init-permissions', 'Premove offers no rules for a workspace that you do not trust.');
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
  expect(request).not.toMatch(/(?:rule|prompt|fact) of the project/);
  expect(sentInstructions(user, 'Change it')).toEqual({
    guides: [['~/.claude/CLAUDE.md', 'A rule of the user.']],
    offered: [],
    skills: ['of-the-user'],
    memory: [['~/.premove/memory.md', '- A fact of the user.']],
    agents: ['of-the-user'],
  });
  await expectListed(user, {
    ...OF_THE_USER,
    problems: ['workspace: not trusted, so its rules, skills, agents, memory and prompt files are not used'],
  });

  await chat.button('Manage Trust').click();
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await panel.getByText(NOTICE).waitFor({ state: 'detached' });
  await expectPromptFiles(user, ['/of-the-project .claude/commands · A prompt of the project.', PROMPT_OF_THE_USER]);
  server.on('Change it now', call('write_file', { file_path: 'a.txt', content: 'beta\n' }), { text: 'Changed.' });
  await chat.send('Change it now');
  await user.answered('Changed.');
  expect(await user.onDisk('a.txt')).toBe('beta\n');
  expect(sentInstructions(user, 'Change it now')).toEqual({
    guides: [
      ['~/.claude/CLAUDE.md', 'A rule of the user.'],
      ['.claude/CLAUDE.md', 'A rule of the project.'],
    ],
    offered: ['.clinerules/text.md'],
    skills: ['of-the-project', 'of-the-user'],
    memory: [
      ['~/.premove/memory.md', '- A fact of the user.'],
      ['.premove/memory.md', '- A fact of the project.'],
    ],
    agents: ['of-the-project', 'of-the-user'],
  });
  expect(user.lastRequestText('Change it now')).toContain('A rule of the project for texts.');
  await expectListed(user, {
    rules: [...OF_THE_USER.rules, '.claude/CLAUDE.md', '.clinerules/text.md (for *.txt)'],
    memory: [...OF_THE_USER.memory, '.premove/memory.md'],
    skills: ['of-the-project (.claude/skills/of-the-project/SKILL.md)', ...OF_THE_USER.skills],
    agents: ['of-the-project (.claude/agents/of-the-project.md)', ...OF_THE_USER.agents],
  });
});
