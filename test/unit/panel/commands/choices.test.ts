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

test('/model refuses an unknown option, and opens nothing', async () => {
  const { run, log } = createCommandRig();
  const message = '/model has no option --bogus. Type /model or /model --fast, each with or without a name.';
  expect(await run(modelCommand, '--bogus acme/large')).toEqual({ kind: 'refused', message });
  expect(log).toEqual([]);
});

test.each([
  [false, 'vimMode: true', 'Vim mode is on.'],
  [true, 'vimMode: false', 'Vim mode is off.'],
])('/vim switches Vim mode (on before: %s)', async (vimMode, effect, message) => {
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
      { name: 'files', tools, isConfigured: true },
      { name: 'idle', tools: [], isConfigured: true },
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
        text: 'VS Code reports only the tools of a server. The command “MCP: List Servers” shows whether the server runs, and its output. If a server itself reports that a call failed, the failure is not listed here, but only in the result of the call, in the chat.',
        opensServers: true,
        rows: [],
      },
      { heading: '', text: 'The servers could not be started: no such command', rows: [] },
    ]);
  });

  it('says that tools may be listed under another name than that of their server in the settings', async () => {
    const servers = groupByServer(['gh', 'idle'], [{ name: 'mcp_github_list', description: '' }]);
    const { run, notes } = createCommandRig({}, { external: { servers: () => servers, startProblem: undefined } });
    await run(mcpCommand);
    const renamed =
      'VS Code lists tools under the name that a server reports for itself, so the tools of this server may be listed under another name.';
    expect(notes[0]?.sections.slice(0, 3)).toEqual([
      { heading: 'gh · no tools', text: renamed, rows: [] },
      { heading: 'idle · no tools', text: renamed, rows: [] },
      { heading: 'github · 1 tool', text: '', rows: [{ name: 'mcp_github_list', detail: '' }] },
    ]);
  });

  it('reports in an untrusted workspace that VS Code starts no server, and offers to manage the trust', async () => {
    const servers = [{ name: 'demo', tools: [], isConfigured: true }];
    const { run, notes } = createCommandRig(
      {},
      { external: { servers: () => servers, startProblem: undefined }, isTrusted: () => false },
    );
    await run(mcpCommand);
    expect(notes[0]?.sections).toEqual([
      {
        heading: '',
        text: 'VS Code starts no MCP servers in a workspace that you do not trust.',
        managesTrust: true,
        rows: [],
      },
      { heading: 'demo · no tools', text: '', rows: [] },
    ]);
  });

  it('does not claim that there is no server, because VS Code does not report servers of all files', async () => {
    const { run, notes } = createCommandRig();
    await run(mcpCommand);
    expect(notes[0]?.sections[0]?.text).toBe(
      'VS Code reports no tools of MCP servers, and no server in .vscode/mcp.json or in your settings. VS Code’s own list also shows servers of other files, such as .mcp.json. The command “MCP: Add Server” adds one.',
    );
  });
});

test.each<[configured: string[], tool: string, server: string]>([
  [['git', 'Git-Hub', 'idle'], 'mcp_git_log', 'git'],
  [['git', 'Git-Hub', 'idle'], 'mcp_git-hub_list', 'Git-Hub'],
  [['git', 'Git-Hub', 'idle'], 'mcp_other_do', 'other'],
  [['git'], 'mcp_github_list', 'github'],
  // VS Code replaces dots, shortens a long name, and numbers a second server with the same prefix.
  [['my.server'], 'mcp_my_server_do', 'my.server'],
  [['GIT'], 'mcp_git2_log', 'GIT'],
  [['my.long.server.name'], 'mcp_my_long_serve_do', 'my.long.server.name'],
  [['my.long.server.name'], 'mcp_my_long_serv2_do', 'my.long.server.name'],
])('with the servers %j, the tool %s is listed under %s', (configured, tool, server) => {
  const servers = groupByServer(configured, [{ name: tool, description: '' }]);
  const filled = servers.filter(({ tools }) => tools.length > 0).map(({ name }) => name);
  expect(filled).toEqual([server]);
});

test('a configured server without tools is listed too', () => {
  expect(groupByServer(['idle'], [])).toEqual([{ name: 'idle', tools: [], isConfigured: true }]);
});
