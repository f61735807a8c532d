import type { ChatState } from '../../src/shared/chatState.ts';
import { answer, chat, text, user } from './stateParts.ts';

const composerMenu: ChatState['composerMenu'] = {
  translateTarget: 'English',
  effort: { choices: ['low', 'medium', 'high'], chosen: 'low' },
  messageModel: { id: 'anthropic/claude-haiku-4-5', label: 'claude-haiku-4-5' },
  fallback: null,
};

const cut = chat({
  composerMenu,
  commands: [{ name: 'review', aliases: [], description: '', argument: '', folder: '.claude/commands' }],
  draft: 'and a test that covers negative numbers and empty strings',
  items: [
    user('write the migration guide'),
    answer({
      status: 'cut-off',
      blocks: [text('Back up the data folder and stop every worker.')],
      stop: { word: 'max_tokens', cutCall: null, tokens: 8_192 },
      usage: { input: 3_100, output: 8_192, cacheRead: 0, cacheWrite: 0, cost: 0.011 },
      context: { used: 76_000, window: 200_000 },
    }),
  ],
});

/** The accessible name of the button that opens the menu, by the name of a state. */
export const MENU_BUTTONS: Readonly<Record<string, string>> = {
  'menu-more': 'More',
  'menu-attach': 'Attach',
  'menu-answer': 'More actions',
};

/** States with an open menu. A screenshot presses the button in `MENU_BUTTONS` first. */
export const MENU_STATES: Readonly<Record<string, ChatState>> = {
  'menu-more': cut,
  'menu-attach': cut,
  'menu-answer': cut,
};
