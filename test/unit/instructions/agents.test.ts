import { describe, expect, it } from 'vitest';
import { BUILT_IN_AGENTS } from '../../../src/extension/tools/agents.ts';
import { createMemento } from '../../support/memento.ts';
import { createSources, createTestInstructions } from '../../support/instructionSources.ts';

const { signal } = new AbortController();
const file = (...lines: readonly string[]): string => ['---', ...lines, '---', 'You work.'].join('\n');

/** The agents of these files, and the problems. Paths that begin with `~/` are in the home folder. */
async function read(files: Readonly<Record<string, string>>, { isTrusted = true, off = [] as string[] } = {}) {
  const own = Object.entries(files).filter(([path]) => path.startsWith('~/'));
  const others = Object.entries(files).filter(([path]) => !path.startsWith('~/'));
  const home = Object.fromEntries(own.map(([path, text]) => [path.slice(2), text]));
  const sources = createSources(Object.fromEntries(others), home);
  sources.trust(isTrusted);
  const switchedOff = createMemento();
  switchedOff.set(off);
  const instructions = createTestInstructions(sources, { switchedOff });
  const { items, problems } = await instructions.read(signal);
  await instructions.refreshAgents(signal);
  return { agents: instructions.agents, items: items.filter(({ kind }) => kind === 'agent'), problems };
}

describe('the file of an agent', () => {
  it.each<[name: string, front: readonly string[], expected: object]>([
    [
      'Claude Code',
      ['name: a', 'description: Does it', 'tools: Read, Bash'],
      { tools: expect.arrayContaining(['read_file', 'run_shell_command']) as unknown },
    ],
    [
      'with a list',
      ['name: a', "tools: ['search/codebase', 'web']"],
      { tools: ['glob', 'grep', 'list_directory', 'read_file', 'lsp', 'web_fetch', 'web_search'] },
    ],
    ['with all tools', ['name: a', "tools: ['*']"], { tools: undefined }],
    ['without tools', ['name: a', 'tools: []'], { tools: [] }],
    ['with patterns, which are left out', ['name: a', 'tools: Bash(git:*), Read(src/**)'], { tools: [] }],
    [
      'with forbidden tools and patterns',
      ['name: a', 'disallowedTools: Write, Bash(rm:*)'],
      { withoutTools: ['write_file', 'run_shell_command'] },
    ],
    ['that asks for plan mode', ['name: a', 'permissionMode: plan'], { readsOnly: true }],
    [
      'that asks for every permission',
      ['name: a', 'permissionMode: bypassPermissions', 'allowed-tools: Bash(*)'],
      { readsOnly: false, tools: undefined },
    ],
    ['with a model', ['name: a', 'model: sonnet'], { models: ['sonnet'] }],
    ['with several models', ['name: a', "model: ['GPT-5 (copilot)', 'o3']"], { models: ['GPT-5 (copilot)', 'o3'] }],
    ['without a model', ['name: a'], { models: [] }],
    ['with a limit', ['name: a', 'maxTurns: 7'], { maxTurns: 7 }],
    ['with hooks', ['name: a', 'hooks:', '  PreToolUse:', '    - command: rm'], { name: 'a' }],
  ])('is read: %s', async (_name, front, expected) => {
    const { agents, problems } = await read({ '.claude/agents/x.md': file(...front) });
    expect(agents).toMatchObject([{ name: 'a', text: 'You work.', ...expected }]);
    expect(problems).toEqual([]);
  });

  it.each<[name: string, text: string, problem: string]>([
    [
      'front matter without an end',
      '---\nname: a\n',
      'the front matter is malformed in line 1: the closing --- is missing',
    ],
    [
      'a name that is a path',
      file('name: ../../etc/passwd', 'description: x'),
      '“../../etc/passwd” cannot be the name of an agent',
    ],
    [
      'the name of a built-in agent',
      file('name: Explore', 'description: x'),
      'left out, because Explore is an agent of Premove',
    ],
    ['tools that are not a list', file('name: a', 'tools:', '  edit: true'), 'tools has an unexpected value'],
    ['tools that are true', file('name: a', 'tools: true'), 'tools has an unexpected value'],
    [
      'forbidden tools that are true',
      file('name: a', 'disallowedTools: true'),
      'disallowedTools has an unexpected value',
    ],
    [
      'a value that is neither true nor false',
      file('name: a', 'disable-model-invocation: yes'),
      'disable-model-invocation has an unexpected value',
    ],
    ['a limit that is not a number', file('name: a', 'maxTurns: many'), 'maxTurns has an unexpected value'],
    ['a limit of 0', file('name: a', 'maxTurns: 0'), 'maxTurns has an unexpected value'],
    ['no text at all', '---\nname: a\n---\n', 'the agent has no description'],
    ['5 MB', 'x'.repeat(5_000_000), 'too large to read: 5.0 MB, at most 1 MB'],
    ['control characters', file('name: a', 'description: b\u0007'), 'contains control characters in line 3'],
  ])('with %s is reported in one line, and the other files work', async (_name, text, problem) => {
    const good = file('name: good', 'description: Works');
    const { agents, items, problems } = await read({ '.claude/agents/bad.md': text, '.claude/agents/good.md': good });
    expect(agents.map(({ name }) => name)).toEqual(['good']);
    expect(items).toMatchObject([{ name: 'good', detail: '.claude/agents/good.md', isOn: true }]);
    expect(problems).toEqual([`.claude/agents/bad.md: ${problem}`]);
  });

  it.each(['disable-model-invocation: true', 'infer: false', 'disabled: true', 'target: github-copilot'])(
    'is left out if its front matter forbids models to start it: %s',
    async (line) => {
      const { agents, items, problems } = await read({ '.github/agents/a.agent.md': file('description: x', line) });
      expect([agents, items, problems]).toEqual([[], [], []]);
    },
  );

  it('has the name of its path if the front matter has no name, and spaces become hyphens', async () => {
    const { agents } = await read({
      '.github/agents/code-reviewer.agent.md': '# Reviews code\n\nBe strict.',
      '.github/agents/b.md': file('name: Release Manager', 'description: Releases'),
    });
    expect(agents.map(({ name, description }) => `${name}: ${description}`)).toEqual([
      'Release-Manager: Releases',
      'code-reviewer: Reviews code',
    ]);
  });

  it('is cut if its text is too long', async () => {
    const { agents, problems } = await read({ '.claude/agents/a.md': `---\nname: a\n---\n${'x'.repeat(40_000)}` });
    expect(agents[0]?.text).toHaveLength(30_000);
    expect(agents[0]?.description).toHaveLength(500);
    expect(problems).toEqual(['.claude/agents/a.md: only the first 30,000 characters are sent']);
  });
});

it('an agent of the workspace comes before an agent of the user, and .claude comes before .github', async () => {
  const from = (place: string): string => file('name: same', `description: from ${place}`);
  const { agents, problems } = await read({
    '~/.claude/agents/a.md': from('home'),
    '.github/agents/b.agent.md': from('github'),
    '.claude/agents/team/c.md': from('claude'),
  });
  expect(agents.map(({ description }) => description)).toEqual(['from claude']);
  expect(problems).toEqual([
    '.github/agents/b.agent.md: left out, because the agent same is already in .claude/agents/team/c.md',
    '~/.claude/agents/a.md: left out, because the agent same is already in .claude/agents/team/c.md',
  ]);
});

it('only the user’s own agents are read in an untrusted workspace', async () => {
  const files = {
    '.claude/agents/theirs.md': file('name: theirs', 'description: x'),
    '~/.claude/agents/mine.md': file('name: mine', 'description: y'),
  };
  expect((await read(files, { isTrusted: false })).agents.map(({ name }) => name)).toEqual(['mine']);
  expect((await read(files)).agents.map(({ name }) => name)).toEqual(['theirs', 'mine']);
});

it('an agent that is switched off is listed, but not offered', async () => {
  const files = { '.claude/agents/a.md': file('name: a', 'description: x') };
  const { agents, items } = await read(files, { off: ['agent:.claude/agents/a.md'] });
  expect(agents).toEqual([]);
  expect(items).toMatchObject([{ id: 'agent:.claude/agents/a.md', name: 'a', isOn: false }]);
});

it('the list of agents is limited, and the agents that are left out are reported', async () => {
  const long = 'x'.repeat(490);
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `.claude/agents/${10 + index}.md`,
      file(`name: a${10 + index}`, `description: ${long}`),
    ]),
  );
  const { agents, problems } = await read(files);
  expect(agents).toHaveLength(24);
  expect(problems[0]).toBe(
    '.claude/agents/34.md: not offered: the list of all agents may have at most 12,000 characters',
  );
});

it('the names of the built-in agents are lower case, because names are compared without case', () => {
  expect(BUILT_IN_AGENTS.map(({ name }) => name)).toEqual(['explore', 'general']);
});
