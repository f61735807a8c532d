import { createInitialChatState } from '../../src/shared/chatReducer.ts';
import type { ChatState, IdeContextView } from '../../src/shared/chatState.ts';

const SELECTED: IdeContextView = {
  activeFile: { path: 'src/app.ts', line: 42, selectedLines: 3, nameOnly: false },
  otherOpenFiles: ['src/types.ts', 'README.md'],
};
const LONG: IdeContextView = {
  activeFile: {
    path: 'src/aVeryLongNameOfAComponentThatNobodyShortened.tsx',
    line: 7,
    selectedLines: 1_200,
    nameOnly: false,
  },
  otherOpenFiles: [],
};
const SECRET: IdeContextView = {
  activeFile: { path: '.env', line: 1, selectedLines: 1, nameOnly: true },
  otherOpenFiles: [],
};

const INSTRUCTIONS: ChatState['instructions'] = {
  items: [
    { id: '1', kind: 'rule', name: '~/.premove/AGENTS.md', detail: '', isOn: true },
    { id: '2', kind: 'rule', name: 'AGENTS.md', detail: '', isOn: true },
    { id: '3', kind: 'rule', name: 'CLAUDE.md', detail: 'same text as AGENTS.md, sent once', isOn: true },
    { id: '4', kind: 'rule', name: '.cursor/rules/old-style.mdc', detail: '', isOn: false },
    {
      id: '5',
      kind: 'rule',
      name: '.github/instructions/aVeryLongNameForTheComponentsOfTheFrontend.instructions.md',
      detail: 'for src/components/**/*.tsx, src/hooks/**',
      isOn: true,
    },
    { id: '6', kind: 'memory', name: '~/.premove/memory.md', detail: '', isOn: true },
    { id: '7', kind: 'skill', name: 'release', detail: '.claude/skills/release/SKILL.md', isOn: true },
    { id: '8', kind: 'agent', name: 'reviewer', detail: '.claude/agents/reviewer.md', isOn: true },
  ],
  problems: ['.claude/skills/pdf/SKILL.md: the front matter is malformed in line 3: expected “name: value”'],
};

/** The buttons that screenshots press, by the name of the state. */
export const OPENED: Readonly<Record<string, RegExp>> = { instructions: /^Instructions: / };

/** States of the composer's editor context. */
export const CONTEXT_STATES: Readonly<Record<string, ChatState>> = {
  context: composer({ ideContext: SELECTED }),
  'context-off': composer({ ideContext: SELECTED, sharesEditor: false }),
  'context-long': composer({ ideContext: LONG }),
  'context-secret': composer({ ideContext: SECRET }),
  instructions: composer({ ideContext: SELECTED, instructions: INSTRUCTIONS }),
  'context-files': composer({ ideContext: { activeFile: null, otherOpenFiles: ['a.ts', 'b.ts'] } }),
};

function composer(patch: Partial<ChatState>): ChatState {
  return {
    ...createInitialChatState('c1'),
    title: 'Editor context',
    model: { id: 'anthropic/claude-sonnet-5', label: 'sonnet-5' },
    ...patch,
  };
}
