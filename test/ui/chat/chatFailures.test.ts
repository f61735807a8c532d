import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/modelServer.ts';
import { WIRES } from './chatWires.ts';
import { useStories } from './storyUser.ts';

const user = useStories();

describe('the panel', () => {
  beforeAll(async () => {
    await user.useModel(WIRES[0].model);
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
      'an unknown model',
      failing(404, 'not_found_error', 'model: claude-sonnet-5'),
      'Anthropic has no model named claude-sonnet-5 (404).',
      'Select model…',
    ],
    [
      'a conversation that is too long',
      failing(400, 'invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum'),
      'The conversation is too long for claude-sonnet-5. Shorten your message, start a new chat, or choose Compress ' +
        'context in the More menu.',
      'New chat',
    ],
    [
      'a rate limit with a long wait',
      { error: { status: 429, type: 'rate_limit_error', message: 'Slow down.', retryAfter: 90 } },
      'Anthropic rate limit still exceeded (429). Try again in a minute.',
      'Retry',
    ],
  ])('explains %s and offers an action', async (_name, fault: Answer, sentence, action) => {
    user.server.on('Tell me a joke', fault);
    await user.chat.send('Tell me a joke');
    await user.answered(sentence);
    await expect.poll(() => user.answer().getByRole('button', { name: action }).count()).toBe(1);
    expect(user.server.requests()).toHaveLength(1);
  });

  it('reports an empty answer, and sends the request again on Retry', async () => {
    user.server.on('Tell me a joke', { text: '' }, { text: 'Knock, knock.' });
    await user.chat.send('Tell me a joke');
    await user.answered('The model sent an empty answer. Try again, or rephrase your message.');
    await user.answer().getByRole('button', { name: 'Retry' }).press('Enter');
    await user.expectText('Knock, knock.');
    await expect.poll(() => user.answer().textContent()).not.toContain('empty answer');
    // The pressed button is gone, but text typed next is not lost.
    await user.workbench.page.keyboard.type('Who is there?');
    await expect.poll(() => user.chat.draft()).toBe('Who is there?');
    expect(user.server.requests()).toHaveLength(2);
  });

  it('shows the wait for a rate limit, retries at once on Retry now, and ends the wait on Stop retrying', async () => {
    const limited: Answer = {
      error: { status: 429, type: 'rate_limit_error', message: 'Slow down.', retryAfter: 50 },
    };
    user.server.on('Tell me a joke', limited, limited);
    await user.chat.send('Tell me a joke');
    const waiting = (attempt: number) =>
      expect
        .poll(() => user.answer().textContent())
        .toMatch(new RegExp(`Anthropic rate limit \\(429\\)\\. Retrying in \\d+\\ss \\(${attempt} of 5\\)\\.`));
    await waiting(2);
    // With the keyboard alone: the buttons are the last tab stops before the composer.
    await user.focusComposer();
    await user.press('Shift+Tab');
    while ((await focusedName()) !== 'Retry now') await user.press('Shift+Tab');
    await user.press('Enter');
    await waiting(3);
    expect(user.server.requests()).toHaveLength(2);
    await user.answer().getByRole('button', { name: 'Stop retrying' }).click();
    await user.answered('You stopped this answer.');
    user.server.on('Tell me a joke', { text: 'Knock, knock.' });
    await user.answer().getByRole('button', { name: 'Retry' }).click();
    await user.expectText('Knock, knock.');
    expect(user.server.requests()).toHaveLength(3);
  });

  it('shows the fallback model’s answer after a rate limit, keeps the failed attempt, and returns to the selected model on a click', async () => {
    const limited: Answer = { error: { status: 429, type: 'rate_limit_error', message: 'No.', retryAfter: 90 } };
    await user.workbench.changeSettings({ 'premove.routing.fallback': WIRES[1].model });
    user.server.on('Tell me a joke', limited, { text: 'Knock, knock.' });
    await user.chat.send('Tell me a joke');
    await user.answered('Knock, knock.');
    await user.answered(`Answered by ${nameOf(WIRES[1].model)}, because ${nameOf(WIRES[0].model)} was not available.`);
    const picker = user.workbench.panel.locator('.picker').first();
    await expect.poll(() => picker.textContent()).toContain(nameOf(WIRES[1].model));
    await user.answer().getByRole('button', { name: 'Previous version' }).click();
    await user.answered('Anthropic rate limit still exceeded (429).');
    await user.answer().getByRole('button', { name: 'Next version' }).click();
    await user.answered('Knock, knock.');
    await user.workbench.panel.getByRole('button', { name: 'Back to the selected model' }).click();
    await expect.poll(() => picker.textContent()).toContain(nameOf(WIRES[0].model));
    user.server.on('Another one', { text: 'Who is there?' });
    await user.chat.send('Another one');
    await user.answered('Who is there?');
    expect(user.server.requests('Another one').map(({ path }) => path)).toEqual(['/v1/messages']);
    await user.workbench.changeSettings({ 'premove.routing.fallback': null });
  });

  it('shows one banner after several failures, and leaves failed prompts out of the next request', async () => {
    const refused = failing(401, 'authentication_error', 'invalid x-api-key');
    for (const prompt of ['First joke', 'Second joke', 'Third joke']) {
      user.server.on(prompt, refused);
      await user.chat.send(prompt);
      await user.answered('Anthropic refused the API key (401).');
    }
    const banners = user.chat.conversation.getByText('Anthropic refused the API key (401).');
    await expect.poll(() => banners.count()).toBe(1);
    await expect
      .poll(() => user.chat.conversation.getByText('No answer. Later requests leave this message out.').count())
      .toBe(2);
    user.server.on('Fourth joke', { text: 'Knock, knock.' });
    await user.chat.send('Fourth joke');
    await user.expectText('Knock, knock.');
    await expect.poll(() => banners.count()).toBe(0);
    await expect.poll(() => user.chat.prompts.count()).toBe(4);
    expect(user.server.requests().at(-1)?.text).not.toContain('Third joke');
  });

  it('suggests starting a server that does not answer, and sends the request again on Retry', async () => {
    await user.useModel('gone/claude-sonnet-5');
    await user.chat.send('Tell me a joke');
    await expect
      .poll(() => user.answer().textContent())
      .toMatch(/Can’t reach gone at 127\.0\.0\.1:\d+\. Start the server or fix the URL in Settings\./);
    await user.useModel(WIRES[0].model);
    user.server.on('Tell me a joke', { text: 'Knock, knock.' });
    await user.answer().getByRole('button', { name: 'Retry' }).click();
    await user.expectText('Knock, knock.');
    await expect.poll(() => user.chat.prompts.count()).toBe(1);
    expect(user.server.requests()).toHaveLength(1);
  });
});

/** The accessible name of the focused element in the panel. */
function focusedName(): Promise<string | null> {
  return user.chat.conversation.evaluate(({ ownerDocument }) => {
    const { activeElement } = ownerDocument;
    const inner = activeElement?.shadowRoot?.activeElement ?? activeElement;
    return inner?.getAttribute('aria-label') ?? activeElement?.getAttribute('aria-label') ?? null;
  });
}

function nameOf(modelId: string): string {
  return modelId.slice(modelId.indexOf('/') + 1);
}
