import type { SubmitResult } from '../../src/shared/protocol.ts';
import type { ChatState } from '../../src/shared/chatState.ts';
import type { Note } from '../../src/shared/note.ts';
import { commandOutcomeTexts } from '../../src/extension/base/texts/commandTexts.ts';
import { SLASH_COMMANDS } from '../../src/extension/panel/commands/commandList.ts';
import { helpCommand } from '../../src/extension/panel/commands/help.ts';
import type { CommandPorts } from '../../src/extension/panel/commands/slashCommand.ts';
import { toView } from '../../src/extension/panel/commands/slashCommands.ts';
import { chat, renamed } from './stateParts.ts';

const BUILT_IN = SLASH_COMMANDS.map(toView);
const PROMPT_FILES = [
  {
    name: 'review-pr',
    aliases: [],
    description: 'Review a pull request',
    argument: '[number]',
    folder: '.claude/commands',
  },
  {
    name: 'docs:changelog',
    aliases: [],
    description: 'Write an entry of the changelog from the last commits',
    argument: '',
    folder: '.premove/prompts/docs',
  },
];
const commands = [...BUILT_IN, ...PROMPT_FILES];

const COST: Note = {
  id: 'cost',
  title: 'Cost',
  sections: [
    {
      heading: 'This chat',
      text: '',
      rows: [
        { name: 'Answers', detail: '', amount: { dollars: 0.214, tokens: 0 } },
        { name: 'prompt_suggestion', detail: '12 requests', amount: { dollars: 0.011, tokens: 0 } },
        { name: 'speculation', detail: '31 requests', amount: { dollars: 0.094, tokens: 0 } },
        { name: 'input_completion', detail: '3 requests', amount: { dollars: 0, tokens: 1_900 } },
        { name: 'Total', detail: '', amount: { dollars: 0.319, tokens: 1_900 } },
      ],
    },
    {
      heading: '',
      text: '',
      rows: [{ name: 'Today, in all windows', detail: '', amount: { dollars: 1.27, tokens: 0 } }],
    },
  ],
};

function helpNote(): Note {
  let note: Note = COST;
  const ports: Partial<CommandPorts> = {
    commands: () => commands,
    showNote: (shown) => void (note = { ...shown, id: 'help' }),
  };
  void helpCommand.run(ports as CommandPorts, { conversationId: '', argument: '' });
  return note;
}

const SERVERS: Note = {
  id: 'mcp',
  title: 'MCP servers',
  sections: [{ heading: '', text: 'VS Code reports no tools of MCP servers.', rows: [], opensServers: true }],
};

/** 500 commands, as in a folder with many prompt files. */
function many(): ChatState['commands'] {
  const files = Array.from({ length: 500 - BUILT_IN.length }, (_, index) => ({
    name: `team:command-${index}`,
    aliases: [],
    description: `What the team’s command ${index} does, in one line`,
    argument: index % 2 === 0 ? '[file]' : '',
    folder: '.premove/prompts/team',
  }));
  return [...BUILT_IN, ...files];
}

/** States of slash commands. */
export const COMMAND_STATES: Readonly<Record<string, ChatState>> = {
  commands: chat({ items: renamed(), commands }),
  'commands-filtered': chat({ items: renamed(), commands }),
  'commands-prompt-files': chat({ items: renamed(), commands }),
  'commands-many': chat({ items: renamed(), commands: many() }),
  'command-unknown': chat({ items: renamed(), commands }),
  'command-help': chat({ items: renamed(), commands, note: helpNote() }),
  'command-mcp': chat({ items: renamed(), commands, note: SERVERS }),
  'command-cost': chat({ items: renamed(), commands, note: COST }),
};

/** The text that is typed in a state before its screenshot, and the host's answer if Enter follows the text. */
export const TYPED: Readonly<Record<string, { readonly text: string; readonly answer?: SubmitResult }>> = {
  commands: { text: '/' },
  'commands-filtered': { text: '/co' },
  'commands-many': { text: '/' },
  'commands-prompt-files': { text: '/re' },
  'command-unknown': {
    text: '/comit',
    answer: { outcome: 'kept', message: commandOutcomeTexts.unknown('comit', '/compress') },
  },
};
