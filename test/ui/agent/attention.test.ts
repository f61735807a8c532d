import { expect, it } from 'vitest';
import { createLatch } from '../../support/latch.ts';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({ files: { 'greeting.ts': 'export const greeting = "hello";\n' } });

const badge = () =>
  user.workbench.page.locator('.activitybar .action-item:has([aria-label*="Premove"]) .badge-content:visible');
const focusedComposer = () => user.chat.composer.and(user.workbench.panel.locator(':focus'));
const focusedPrompt = () => user.workbench.panel.locator('article.user:focus');

/**
 * Waits until VS Code has been notified that the chat has the focus. Opens the list of mentions for that purpose. The
 * list needs an answer of the host, and the host reports an earlier change of the focus to VS Code before it answers.
 */
async function waitUntilFocusIsReported(): Promise<void> {
  const list = user.workbench.panel.getByRole('listbox', { name: 'Mentions' });
  await user.type('@');
  await list.waitFor();
  await user.press('Escape');
  await list.waitFor({ state: 'detached' });
  await user.press('Backspace');
  await expect.poll(() => user.chat.draft()).toBe('');
}

async function ask(prompt: string, answer: string): Promise<void> {
  user.server.on(prompt, { text: answer });
  await user.chat.send(prompt);
  await user.answered(answer);
  await user.chat.button('Send').waitFor();
}

it('Premove shows a badge for a waiting card and a finished answer while the panel is hidden', async () => {
  const { chat, server, workbench } = user;
  const edit = { file_path: 'greeting.ts', old_string: 'hello', new_string: 'HELLO' };
  const begin = createLatch();
  const end = createLatch();
  server.on(
    'Make it loud',
    { ...call('edit', edit), hold: { until: begin.opened } },
    { text: 'Loud now.', hold: { until: end.opened } },
  );
  await chat.send('Make it loud');
  await server.received('Make it loud');
  await workbench.executeCommand('workbench.view.explorer');
  await expect.poll(() => chat.composer.isVisible()).toBe(false);
  await expect.poll(() => badge().count()).toBe(0);
  begin.open();
  await expect.poll(() => badge().first().textContent()).toBe('1');

  await workbench.openPanel();
  await user.card('edit').waitFor();
  await expect.poll(() => badge().count()).toBe(0);
  await user.allow('edit');
  await user.card('edit').waitFor({ state: 'detached' });
  await workbench.executeCommand('workbench.view.explorer');
  await expect.poll(() => chat.composer.isVisible()).toBe(false);
  end.open();
  await expect.poll(() => badge().first().textContent()).toBe('1');
  await workbench.openPanel();
  await user.answered('Loud now.');
  await expect.poll(() => badge().count()).toBe(0);
});

/** A text that is longer than the panel and does not repeat itself. */
const longAnswer = (what: string): string => Array.from({ length: 300 }, (_, index) => `A ${what} ${index}.`).join(' ');

it('the chat can be used with keys alone: focus, prompts, find, stop, new chat', async () => {
  const { chat, server, workbench } = user;
  await ask('Tell me of rivers', longAnswer('river'));
  await ask('Tell me of hills', longAnswer('hill'));
  await workbench.openFile('greeting.ts');
  await user.press('Alt+m');
  await focusedComposer().waitFor();

  await waitUntilFocusIsReported();
  await user.press('Control+Alt+ArrowUp');
  await expect.poll(() => focusedPrompt().textContent()).toContain('hills');
  await user.press('Control+Alt+ArrowUp');
  await expect.poll(() => focusedPrompt().textContent()).toContain('rivers');
  await expect.poll(() => chat.prompts.filter({ hasText: 'rivers' }).isVisible()).toBe(true);
  await user.press('Control+Alt+ArrowDown');
  await expect.poll(() => focusedPrompt().textContent()).toContain('hills');
  await user.press('Control+Alt+ArrowDown');
  await focusedComposer().waitFor();
  await user.press('Control+Alt+ArrowUp');
  await focusedPrompt().waitFor();
  await user.press('Escape');
  await focusedComposer().waitFor();

  await user.press('ControlOrMeta+f');
  const bar = workbench.panel.getByRole('search', { name: 'Find in chat' });
  await bar.locator('input:focus').waitFor();
  await user.type('TELL ME OF');
  await expect.poll(() => bar.getByRole('status').textContent()).toBe('2 of 2');
  await user.press('Enter');
  await expect.poll(() => bar.getByRole('status').textContent()).toBe('1 of 2');
  await expect.poll(() => chat.prompts.filter({ hasText: 'rivers' }).isVisible()).toBe(true);
  const marked = () =>
    chat.conversation.evaluate(() =>
      [...(CSS.highlights.get('find-current') ?? [])].map((range) => (range as Range).toString()),
    );
  await expect.poll(marked).toEqual(['Tell me of']);
  const isMarkVisible = () =>
    chat.conversation.evaluate((log) => {
      const [mark] = CSS.highlights.get('find-current') ?? [];
      const place = (mark as Range).getBoundingClientRect();
      const bar = document.querySelector('.find-bar')?.getBoundingClientRect();
      return place.top >= (bar?.bottom ?? Infinity) && place.bottom <= log.getBoundingClientRect().bottom;
    });
  await user.press('Shift+F3');
  await expect.poll(() => bar.getByRole('status').textContent()).toBe('2 of 2');
  // The match is in the first line of a paragraph that is longer than the view. Ctrl+A is not used: VS Code selects all
  // again a moment later, and the next key would replace the typed text.
  await user.press('Shift+Home');
  await user.type('river 0.');
  await expect.poll(marked).toEqual(['river 0.']);
  await expect.poll(isMarkVisible).toBe(true);
  await user.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await focusedComposer().waitFor();

  const rest = createLatch();
  server.on('Tell me of seas', { text: 'A sea, and more. ', hold: { until: rest.opened } });
  await chat.send('Tell me of seas');
  await chat.button('Stop').waitFor();
  await user.press('Control+Alt+ArrowUp');
  await focusedPrompt().waitFor();
  await user.press('Shift+Escape');
  await chat.button('Send').waitFor();
  rest.open();
  await focusedComposer().waitFor();

  await user.press('Alt+n');
  await chat.prompts.first().waitFor({ state: 'detached' });
  await focusedComposer().waitFor();
  await expect.poll(() => chat.draft()).toBe('');
});
