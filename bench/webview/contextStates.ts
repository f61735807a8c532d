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

/** States of the composer's editor context. */
export const CONTEXT_STATES: Readonly<Record<string, ChatState>> = {
  context: composer({ ideContext: SELECTED }),
  'context-off': composer({ ideContext: SELECTED, sharesEditor: false }),
  'context-long': composer({ ideContext: LONG }),
  'context-secret': composer({ ideContext: SECRET }),
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
