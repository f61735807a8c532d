import { expect, test } from 'vitest';
import type { MentionSources } from '../../../src/extension/ports/mentionSources.ts';
import { mentionOffersSchema } from '../../../src/shared/protocol.ts';
import { startQueue, wordsIn } from './queueUser.ts';

const FILES = { 'a.ts': 'alpha\n', '.env': 'KEY=hunter2\n' };

/** A user who queues `see @label`. `sent` lets it go, and is what the model reads then. */
async function queueMention(label: string, mentionable: Partial<MentionSources> = {}) {
  const user = await startQueue(['Two.'], { sources: FILES, mentionable });
  const offers = mentionOffersSchema.parse(await user.controller.handle({ type: 'complete-mention', query: label }));
  const id = offers.find((offer) => offer.label === label)?.id ?? '';
  const text = `see @${label}`;
  const outcome = await user.say(text, { mentions: [{ id, from: 4, to: text.length }] });
  const sent = async (): Promise<string> => {
    user.open();
    await user.rest();
    return wordsIn(user.requests().at(-1)).at(-1) ?? '';
  };
  return { user, outcome, sent };
}

test('a file that a queued prompt mentions is as the answers before it have left it', async () => {
  const { user, sent } = await queueMention('a.ts');
  await user.base.write(`${user.base.roots[0]?.path}/a.ts`, new TextEncoder().encode('beta\n'), {}, signal);
  const words = await sent();
  expect(words).toContain('beta');
  expect(words).not.toContain('alpha');
});

test('the selection and the terminal’s output are as they were when the prompt was queued', async () => {
  let selected = 'const before = 1;';
  const selection = async () => ({ path: '/ws/a.ts', lines: { first: 1, last: 1 }, text: selected });
  const { sent } = await queueMention('selection', { selection });
  selected = 'const after = 2;';
  expect(await sent()).toContain('const before = 1;');
});

test('the user is asked about secrets when they queue the prompt, and not when it goes', async () => {
  const asked: (readonly string[])[] = [];
  const confirmSecrets = async (names: readonly string[]) => {
    asked.push(names);
    return 'name-only' as const;
  };
  const { sent } = await queueMention('.env', { confirmSecrets });
  expect(asked).toEqual([['.env']]);
  const words = await sent();
  expect(words).toContain('the user sends only its name');
  expect(words).not.toContain('hunter2');
  expect(asked).toHaveLength(1);
});

test('a prompt that the user does not want to send after all stays in the input', async () => {
  const { user, outcome } = await queueMention('.env', { confirmSecrets: async () => 'cancel' });
  expect(outcome).toBe('kept');
  expect(user.queue()).toEqual([]);
});

const { signal } = new AbortController();
