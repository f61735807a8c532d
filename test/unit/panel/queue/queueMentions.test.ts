import { expect, test } from 'vitest';
import type { MentionSources } from '../../../../src/extension/ports/mentionSources.ts';
import { mentionOffersSchema } from '../../../../src/shared/protocol.ts';
import { promptTextsIn, startQueue } from './queueUser.ts';

const FILES = { 'a.ts': 'alpha\n', '.env': 'KEY=hunter2\n' };

/** Queues the prompt `see @label`. `sent` ends the running answer, and returns the text that the model gets. */
async function queueMention(label: string, mentionable: Partial<MentionSources> = {}) {
  const user = await startQueue(['Two.'], { sources: FILES, mentionable });
  const offers = mentionOffersSchema.parse(await user.controller.handle({ type: 'complete-mention', query: label }));
  const id = offers.find((offer) => offer.label === label)?.id ?? '';
  const text = `see @${label}`;
  const outcome = await user.send(text, { mentions: [{ id, from: 4, to: text.length }] });
  const sent = async (): Promise<string> => {
    user.open();
    await user.untilQueueStops();
    return promptTextsIn(user.requests().at(-1)).at(-1) ?? '';
  };
  return { user, outcome, sent };
}

test('a queued prompt sends a mentioned file as the file is when the prompt is sent', async () => {
  const { user, sent } = await queueMention('a.ts');
  await user.base.write(`${user.base.roots[0]?.path}/a.ts`, new TextEncoder().encode('beta\n'), {}, signal);
  const text = await sent();
  expect(text).toContain('beta');
  expect(text).not.toContain('alpha');
});

test('a queued prompt sends the selection as it was when the prompt was queued', async () => {
  let selected = 'const before = 1;';
  const selection = async () => ({ path: '/ws/a.ts', lines: { first: 1, last: 1 }, text: selected });
  const { sent } = await queueMention('selection', { selection });
  selected = 'const after = 2;';
  expect(await sent()).toContain('const before = 1;');
});

test('Premove asks about secrets when a prompt is queued, but not again when it is sent', async () => {
  const asked: (readonly string[])[] = [];
  const confirmSecrets = async (names: readonly string[]) => {
    asked.push(names);
    return 'name-only' as const;
  };
  const { sent } = await queueMention('.env', { confirmSecrets });
  expect(asked).toEqual([['.env']]);
  const text = await sent();
  expect(text).toContain('the user chose to send only the name');
  expect(text).not.toContain('hunter2');
  expect(asked).toHaveLength(1);
});

test('a prompt stays in the input if the user cancels the question about secrets', async () => {
  const { user, outcome } = await queueMention('.env', { confirmSecrets: async () => 'cancel' });
  expect(outcome).toBe('kept');
  expect(user.queue()).toEqual([]);
});

const { signal } = new AbortController();
