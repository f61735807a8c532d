import { describe, expect, it, test } from 'vitest';
import { mcpCommand } from '../../../../src/extension/panel/commands/mcp.ts';
import { modelCommand } from '../../../../src/extension/panel/commands/model.ts';
import { restoreCommand } from '../../../../src/extension/panel/commands/restore.ts';
import { vimCommand } from '../../../../src/extension/panel/commands/vim.ts';
import { groupByServer } from '../../../../src/extension/tools/externalServers.ts';
import { start } from '../harness.ts';
import { createCommandRig } from './commandRig.ts';

test.each<[argument: string, effect: string]>([
  ['', 'select model: '],
  ['opus', 'select model: opus'],
  ['--fast', 'select fast model: '],
  ['--fast small', 'select fast model: small'],
  ['acme/large', 'model: acme/large'],
  ['--fast acme/small', 'fastModel: acme/small'],
  ['acme/small --fast', 'fastModel: acme/small'],
  ['other/large', 'select model: other/large'],
  ['--fast tour/tour', 'select fast model: tour/tour'],
])('/model %s has the effect: %s', async (argument, effect) => {
  const { run, log } = createCommandRig();
  expect(await run(modelCommand, argument)).toMatchObject({ kind: 'done' });
  expect(log).toEqual([effect]);
});

test('/model names an option that it does not have, and opens nothing', async () => {
  const { run, log } = createCommandRig();
  const message = '/model has no option --bogus. Type /model or /model --fast, each with or without a name.';
  expect(await run(modelCommand, '--bogus acme/large')).toEqual({ kind: 'refused', message });
  expect(log).toEqual([]);
});

test.each([
  [false, 'vimMode: true', 'Vim mode is on.'],
  [true, 'vimMode: false', 'Vim mode is off.'],
])('/vim switches Vim mode, which was on: %s', async (vimMode, effect, message) => {
  const { run, log } = createCommandRig({ vimMode });
  expect(await run(vimCommand)).toEqual({ kind: 'done', message });
  expect(log).toEqual([effect]);
});

describe('/restore', () => {
  it('offers the messages, the last one first, and then asks before anything is restored', async () => {
    const panel = await start(['One.', 'Two.']);
    panel.changeSettings({ enableFollowupSuggestions: false });
    await panel.exchange('first');
    await panel.exchange('second');
    const offered: string[] = [];
    const { run, log } = createCommandRig(panel.store.state, {
      conversation: () => panel.current.conversation,
      dialogs: {
        selectModel: async () => {},
        showChats: async () => {},
        exportChat: async () => {},
        chooseRules: async () => undefined,
        chooseCheckpoint: async (choices) => {
          offered.push(...choices.map(({ prompt }) => prompt));
          return choices[1]?.id;
        },
      },
    });
    await run(restoreCommand);
    expect(offered).toEqual(['second', 'first']);
    expect(log).toEqual([`ask-chat ${panel.store.state.items[0]?.id}`]);
  });

  it('reports why nothing can be restored', async () => {
    const { run } = createCommandRig();
    const message = 'This chat has no message to go back to.';
    expect(await run(restoreCommand)).toEqual({ kind: 'refused', message });
    const tour = createCommandRig({ tour: 'running' });
    expect(await tour.run(restoreCommand)).toMatchObject({ message: 'The offline tour has no checkpoints.' });
  });
});

describe('/mcp', () => {
  it('shows each server with its tools and their last errors, without a state that VS Code does not report', async () => {
    const tools = [
      { name: 'mcp_files_read', description: 'Reads.\nMore.' },
      { name: 'mcp_files_write', description: 'Writes.', failure: 'Disk full\nat x' },
    ];
    const servers = [
      { name: 'files', tools },
      { name: 'idle', tools: [] },
    ];
    const { run, notes } = createCommandRig(
      {},
      { external: { servers: () => servers, startProblem: 'no such command' } },
    );
    await run(mcpCommand);
    expect(notes[0]?.sections).toEqual([
      {
        heading: 'files · 2 tools',
        text: '',
        rows: [
          { name: 'mcp_files_read', detail: 'Reads.' },
          { name: 'mcp_files_write', detail: 'failed: Disk full' },
        ],
      },
      {
        heading: 'idle · no tools',
        text: '',
        rows: [],
      },
      {
        heading: '',
        text: 'VS Code reports only the tools of a server. The command “MCP: List Servers” shows whether the server runs, and its output. If a server reports that a call failed, only the output of the call says so.',
        opensServers: true,
        rows: [],
      },
      { heading: '', text: 'The servers could not be started: no such command', rows: [] },
    ]);
  });

  it('shows that there is no server', async () => {
    const { run, notes } = createCommandRig();
    await run(mcpCommand);
    expect(notes[0]?.sections[0]?.text).toBe('No MCP server is configured. The command “MCP: Add Server” adds one.');
  });
});

test('a tool belongs to the configured server whose name is the prefix of the tool’s name', () => {
  const tools = ['mcp_git_log', 'mcp_git-hub_list', 'mcp_other_do'].map((name) => ({ name, description: '' }));
  const servers = groupByServer(['git', 'Git-Hub', 'idle'], tools);
  expect(servers.map(({ name, tools: own }) => [name, ...own.map((tool) => tool.name)])).toEqual([
    ['git', 'mcp_git_log'],
    ['Git-Hub', 'mcp_git-hub_list'],
    ['idle'],
    ['other', 'mcp_other_do'],
  ]);
});
