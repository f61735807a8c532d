import type { ChatState } from '../../src/shared/chatState.ts';
import { answer, chat, text, tool, user } from './stateParts.ts';

const MODEL = { id: 'anthropic/claude-sonnet-5', label: 'claude-sonnet-5' };

/** Answers that were stopped because the model repeats itself, or that another model wrote. */
export const END_STATES: Readonly<Record<string, ChatState>> = {
  'loop-calls': chat({
    items: [
      user('is the build ready?'),
      answer({
        status: 'loop',
        pause: { kind: 'loop', of: 'calls' },
        blocks: [1, 2, 3, 4, 5].map(() => tool('read_file', 'dist/build.log', {})),
      }),
    ],
  }),
  'loop-content': chat({
    items: [
      user('explain the parser'),
      answer({
        status: 'loop',
        pause: { kind: 'loop', of: 'content' },
        blocks: [text('I look at the parser once more. '.repeat(8))],
      }),
    ],
  }),
  fallback: chat({
    model: MODEL,
    composerMenu: {
      translateTarget: '',
      effort: null,
      messageModel: null,
      fallback: { id: 'openai/gpt-5.6', label: 'gpt-5.6' },
    },
    notice: {
      severity: 'info',
      message: 'claude-sonnet-5 is not available. gpt-5.6 answers now.',
      action: 'end-fallback',
    },
    items: [
      user('where do we parse dates?', 'u1'),
      answer({
        id: 'a1',
        models: ['anthropic/claude-haiku-4-5'],
        routed: { reason: 'explore', insteadOf: MODEL.id },
        blocks: [text('In `src/dates.ts`.')],
      }),
      user('add a test', 'u2'),
      answer({
        id: 'a2',
        models: ['openai/gpt-5.6'],
        routed: { reason: 'fallback', insteadOf: MODEL.id },
        branch: { index: 2, count: 2 },
        blocks: [text('The test is in `test/dates.test.ts`, and it passes.')],
      }),
    ],
  }),
};
