import { createInitialChatState } from '../../src/shared/chatReducer.ts';
import type { ChatState } from '../../src/shared/chatState.ts';
import type { TerminalCard } from '../../src/shared/terminalCard.ts';
import { answerItem, terminalCard, userItem } from '../../test/support/chatItems.ts';

type Question = Extract<TerminalCard['content'], { kind: 'question' }>;

export const TERMINAL_STATES: Readonly<Record<string, ChatState>> = {
  terminal: withCards(
    card('Claude Code', 'zsh 2', {
      text: 'Which approach?',
      choices: [
        { how: 'type', send: '1', enter: false, label: 'Extend the parser' },
        { how: 'type', send: '2', enter: false, label: 'Write a new one' },
      ],
      lastAction: 'Read src/parser.ts and its tests',
    }),
  ),
  'terminal-many': withCards(
    card('OpenCode', 'bash', {
      text: 'What should the new command be called?',
      isOpen: true,
      wording: 'Worded by your fast model, haiku-4-5.',
    }),
    card('Codex', 'zsh', {
      text: 'Allow Codex to run `npm install --save-dev vitest` in /home/me/projects/a-rather-long-name?',
      choices: ['y', 'n', 'a', 'p'].map((send) => ({ how: 'type' as const, send, enter: true, label: '' })),
      refusal: 'Not sent: the terminal has text that you have not sent. Send or delete it there, then try again.',
    }),
    card('Claude Code', 'claude', {
      text: 'How shall we go on?',
      choices: [
        { how: 'select', send: 'Extend the parser, and keep the old tests', enter: true, label: '' },
        { how: 'select', send: 'Write a new one', enter: true, label: '' },
      ],
    }),
  ),
  'terminal-long': withCards(
    card('Claude Code', 'node (2)', {
      text: `Shall I apply these changes?\n${Array.from({ length: 16 }, (_, at) => `${at + 1} src/parser/part.ts`).join('\n')}`,
      choices: ['y', 'n'].map((send) => ({ how: 'type' as const, send, enter: true, label: '' })),
    }),
    card('Codex', 'node', { text: 'Which of them?', choices: [], unanswerable: 'several' }),
  ),
  'terminal-choices': withCards(
    card('Claude Code', 'node', {
      text: 'Which files should I change?',
      choices: Array.from({ length: 14 }, (_, at) => ({
        how: 'type' as const,
        send: String(at + 1),
        enter: false,
        label: `src/components/some/very/long/path/number/${at + 1}/component.tsx with details about the change`,
      })),
    }),
  ),
  'terminal-notes': withCards(
    {
      ...base('Claude Code', 'zsh 2'),
      content: {
        kind: 'offer',
        reader: 'Screens that only a model can read go to the chat’s model, sonnet-5, because no fast model is set.',
      },
    },
    {
      ...base('Codex', 'bash'),
      content: {
        kind: 'problem',
        message: 'Could not read the screen: the model did not answer within 10 seconds. Look at the terminal.',
        canRetry: true,
      },
    },
    card('OpenCode', 'zsh', { text: 'Does this plan look right?', isPartial: true }),
  ),
};

function base(agent: string, terminal: string): Pick<TerminalCard, 'id' | 'agent' | 'terminal' | 'since'> {
  return { id: `${agent}-${terminal}`, agent, terminal, since: Date.now() - 42_000 };
}

function card(agent: string, terminal: string, patch: Partial<Question>): TerminalCard {
  return { ...terminalCard('', 'decision', patch), ...base(agent, terminal) };
}

function withCards(...terminals: TerminalCard[]): ChatState {
  return {
    ...createInitialChatState('c1'),
    title: 'Chat',
    items: [
      userItem({ id: 'u1', text: 'explain this function' }),
      answerItem({ id: 'a1', blocks: [{ kind: 'text', text: 'It parses dates.' }] }),
    ],
    model: { id: 'anthropic/claude-sonnet-5', label: 'sonnet-5' },
    terminals,
  };
}
