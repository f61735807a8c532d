import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createLatch } from '../../support/latch.ts';
import { endsWithToolResult, lastUserText } from '../../support/modelRequest.ts';
import { SUGGESTION, useComposer } from './composerUser.ts';

const user = useComposer();

const queue = (): Locator => user.workbench.panel.getByRole('group', { name: 'Queued messages' });
const rows = (): Promise<string[]> => queue().locator('.queued-text').allTextContents();
const expectRows = (...texts: string[]) => expect.poll(rows).toEqual(texts);
const rowButton = (name: string): Locator => queue().getByRole('button', { name });
/** The requests other than those for suggestions. */
const asked = () => user.server.requests((request) => !SUGGESTION.test(lastUserText(request)));
const focused = (): Promise<string | null> =>
  user.workbench.panel
    .locator(':focus')
    .first()
    .evaluate((element) => element.getAttribute('aria-label'));

/** Begins an answer, and resolves when its first words are visible. The returned function lets it finish. */
async function beginAnswer(prompt: string): Promise<() => void> {
  const { opened: until, open } = createLatch();
  user.server.on(prompt, { text: `About ${prompt}: it takes a while.`, hold: { until, afterText: 'About' } });
  await user.chat.send(prompt);
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('About');
  return open;
}

describe('a prompt that is sent during an answer', () => {
  it('is queued, and sent when the answer before it has ended', async () => {
    const finish = await beginAnswer('the first');
    user.server.on('the second', { text: 'Second answer.' });
    user.server.on('the third', { text: 'Third answer.' });
    await user.type('the second');
    await user.chat.button('Queue').waitFor();
    await user.press('Enter');
    await user.expectDraft('');
    await user.type('the third');
    await user.chat.button('Queue').click();
    await expectRows('the second', 'the third');
    expect(user.server.requests()).toHaveLength(1);
    finish();
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Third answer.');
    await user.expectPrompts('the first', 'the second', 'the third');
    expect(asked().map(lastUserText)).toEqual(['the first', 'the second', 'the third']);
    await expect.poll(() => queue().count()).toBe(0);
  });

  it('is queued after the prompt before it, even if both are typed fast', async () => {
    const finish = await beginAnswer('the first');
    await user.type('a quick one');
    await user.press('Enter');
    await user.type('and another');
    await user.press('Enter');
    await user.expectDraft('');
    await expectRows('a quick one', 'and another');
    user.server.on('a quick one', { text: 'Quick answer.' });
    user.server.on('and another', { text: 'Another answer.' });
    finish();
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Another answer.');
  });

  it('steers the answer after its tool turn if the user presses Ctrl+Enter', async () => {
    const { opened: until, open: finish } = createLatch();
    const read = { name: 'read_file', arguments: { file_path: 'parser.ts' } };
    user.server.on('Fix the parser', {
      text: 'Looking at it first.',
      tools: [read],
      hold: { until, afterText: 'Looking' },
    });
    user.server.on('only the comments', { text: 'Only the comments then.' });
    await user.chat.send('Fix the parser');
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Looking');
    await user.type('only the comments');
    await user.press('ControlOrMeta+Enter');
    await expect.poll(() => queue().textContent()).toContain('during this answer');
    finish();
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Only the comments then.');
    const [, request] = await user.server.received(() => true, { count: 2 });
    const messages = request?.json?.['messages'] as { role: string; content: { type: string; text?: string }[] }[];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages.at(-1)?.content.map(({ type }) => type)).toEqual(['tool_result', 'text', 'text']);
    expect(messages.at(-1)?.content.at(-1)?.text).toBe('only the comments');
    expect(request && endsWithToolResult(request)).toBe(true);
    await user.expectPrompts('Fix the parser', 'only the comments Sent while Premove was working');
    await expect.poll(() => user.chat.answers.count()).toBe(2);
    expect(asked()).toHaveLength(2);
  });

  it('is not sent after a stop until the user sends the queue', async () => {
    await beginAnswer('the first');
    await user.type('the second');
    await user.press('Enter');
    await expectRows('the second');
    const steer = rowButton('Send during this answer: the second');
    await steer.waitFor();
    await user.press('Escape');
    await expect.poll(() => queue().textContent()).toContain('Paused: 1 message queued');
    // The answer has ended, so it cannot be steered.
    await steer.waitFor({ state: 'detached' });
    expect(user.server.requests()).toHaveLength(1);
    user.server.on('the second', { text: 'Second answer.' });
    await rowButton('Send queued messages').press('Enter');
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Second answer.');
    await user.expectCaret();
    await expect.poll(() => queue().count()).toBe(0);
  });

  it('stays in the paused queue after a crash in the middle of the answer', async () => {
    await beginAnswer('the first');
    await user.type('the second');
    await user.press('Enter');
    await expectRows('the second');
    // The composer is cleared when the prompt is on disk.
    await user.expectDraft('');
    await user.crash();
    await expectRows('the second');
    await expect.poll(() => queue().textContent()).toContain('Paused');
    user.server.on('the second', { text: 'Second answer.' });
    await rowButton('Send queued messages').click();
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Second answer.');
  });
});

describe('the queue', () => {
  it('lets the user move, remove and restore a prompt with the keyboard alone', async () => {
    const finish = await beginAnswer('the first');
    for (const text of ['second', 'third']) {
      await user.type(text);
      await user.press('Enter');
      await user.expectDraft('');
    }
    await expectRows('second', 'third');
    await rowButton('Move queued message up: third').focus();
    await user.press('Enter');
    await expectRows('third', 'second');
    await expect.poll(focused).toBe('Move queued message down: third');
    await rowButton('Remove from the queue: third').focus();
    await user.press('Enter');
    await expect.poll(() => queue().textContent()).toContain('Removed:');
    await expect.poll(focused).toBe('Undo removing queued message: third');
    await user.press('Enter');
    await expect.poll(focused).toBe('Remove from the queue: third');
    await expectRows('third', 'second');
    await user.press('Enter');
    await expect.poll(focused).toBe('Undo removing queued message: third');
    user.server.on('second', { text: 'Second answer.' });
    finish();
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Second answer.');
    await user.expectPrompts('the first', 'second');
    await user.expectCaret();
  });

  it('lets Up edit its last prompt, and restores the draft afterwards', async () => {
    const finish = await beginAnswer('the first');
    await user.type('the second');
    await user.press('Enter');
    // Pressed at once, while the prompt may still be in the composer.
    await user.press('ArrowUp');
    await user.expectDraft('the second');
    await user.workbench.panel.getByRole('group', { name: 'Editing a queued message' }).waitFor();
    await user.type(', better');
    await user.press('Enter');
    await expectRows('the second, better');
    await user.expectDraft('');
    await user.type('half a thought');
    await rowButton('Edit queued message').click();
    await user.expectDraft('the second, better');
    await user.press('Escape');
    await user.expectDraft('half a thought');
    await expectRows('the second, better');
    user.server.on('the second, better', { text: 'Second answer.' });
    finish();
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Second answer.');
    await user.expectDraft('half a thought');
  });
});
