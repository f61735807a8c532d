import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/modelServer.ts';
import { WIRES } from './chatWires.ts';
import { useStories } from './storyUser.ts';

const user = useStories();

describe('a failed request', () => {
  beforeAll(async () => {
    await user.workbench.changeSettings({ 'premove.model': WIRES[0].model });
  });

  const failing = (status: number, type: string, message: string): Answer => ({ error: { status, type, message } });

  it.each([
    [
      'a wrong key',
      failing(401, 'authentication_error', 'invalid x-api-key'),
      'Anthropic refused the API key (401).',
      'Set key…',
    ],
    [
      'a key without the right',
      failing(403, 'permission_error', 'Not for you.'),
      'This key may not use claude-sonnet-5 (403). It said: Not for you.',
      'Select model…',
    ],
    [
      'an unknown model',
      failing(404, 'not_found_error', 'model: claude-sonnet-5'),
      'Anthropic does not know the model claude-sonnet-5 (404).',
      'Select model…',
    ],
    [
      'a conversation that is too long',
      failing(400, 'invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum'),
      'The conversation is too long for claude-sonnet-5. Start a new chat.',
      'New chat',
    ],
    [
      'credit that is used up',
      failing(400, 'invalid_request_error', 'Your credit balance is too low.'),
      'The quota or credit at Anthropic is used up (400). It said: Your credit balance is too low.',
      'Select model…',
    ],
    [
      'a limit that lasts longer than anybody waits',
      { error: { status: 429, type: 'rate_limit_error', message: 'Slow down.', retryAfter: 90 } },
      'Anthropic still limits the rate (429). Wait a little, then try again.',
      'Retry',
    ],
  ])('says of %s what it is and what to do', async (_name, fault: Answer, sentence, action) => {
    user.server.on('Tell me a joke', fault);
    await user.chat.send('Tell me a joke');
    await user.answered(sentence);
    await expect.poll(() => user.answer().getByRole('button', { name: action }).count()).toBe(1);
    expect(user.server.requests()).toHaveLength(1);
  });

  it('says of an empty answer that it is one, and asks again on Retry', async () => {
    user.server.on('Tell me a joke', { text: '' }, { text: 'Knock, knock.' });
    await user.chat.send('Tell me a joke');
    await user.answered('The model sent an empty answer. Try again, or word it differently.');
    await user.answer().getByRole('button', { name: 'Retry' }).click();
    await user.expectText('Knock, knock.');
    await expect.poll(() => user.answer().textContent()).not.toContain('empty answer');
    expect(user.server.requests()).toHaveLength(2);
  });

  it('says how long it waits for a limit, and stops waiting when told to', async () => {
    user.server.on('Tell me a joke', {
      error: { status: 429, type: 'rate_limit_error', message: 'Slow down.', retryAfter: 50 },
    });
    await user.chat.send('Tell me a joke');
    await expect
      .poll(() => user.answer().textContent())
      .toMatch(/Anthropic limits the rate \(429\)\. Trying again in \d+ s \(2 of 5\)\./);
    await user.answer().getByRole('button', { name: 'Stop trying again' }).click();
    await user.answered('You stopped this answer.');
    user.server.on('Tell me a joke', { text: 'Knock, knock.' });
    await user.answer().getByRole('button', { name: 'Retry' }).click();
    await user.expectText('Knock, knock.');
    expect(user.server.requests()).toHaveLength(2);
  });

  it('says of a server that is not there to start it, and asks again on Retry', async () => {
    await user.workbench.changeSettings({ 'premove.model': 'gone/claude-sonnet-5' });
    await user.chat.send('Tell me a joke');
    await user.answered(
      'Nothing answers at the address of gone. Start it, or mend the address in the settings, then try again.',
    );
    await user.workbench.changeSettings({ 'premove.model': WIRES[0].model });
    user.server.on('Tell me a joke', { text: 'Knock, knock.' });
    await user.answer().getByRole('button', { name: 'Retry' }).click();
    await user.expectText('Knock, knock.');
    expect(await user.chat.prompts.count()).toBe(1);
    expect(user.server.requests()).toHaveLength(1);
  });
});
