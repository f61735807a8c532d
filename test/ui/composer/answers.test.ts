import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { longText } from '../../support/longText.ts';
import { SUGGESTION, useComposer } from './composerUser.ts';

const user = useComposer();

const answerAt = (index: number): Locator => user.chat.answers.nth(index);

async function choose(answer: Locator, action: string): Promise<void> {
  await answer.hover();
  await answer.getByRole('button', { name: 'More actions' }).click();
  await user.workbench.panel.getByRole('menuitem', { name: action }).click();
}

it('a retried earlier answer links to the messages that followed the old answer', async () => {
  await user.ask('Name it', { text: 'Alpha.' });
  await user.ask('Shorter', { text: 'A.' });
  user.server.on('Name it', { text: 'Beta.' });
  await choose(answerAt(0), 'Retry');
  await expect.poll(() => answerAt(0).textContent()).toContain('Beta.');
  await user.expectPrompts('Name it');
  await expect.poll(() => answerAt(0).textContent()).toContain('Your 1 later message is in another version');
  await answerAt(0).getByRole('button', { name: 'Show version' }).click();
  await user.expectPrompts('Name it', 'Shorter');
  await expect.poll(() => answerAt(1).textContent()).toContain('A.');
});

it('a branch from an earlier answer continues there, and links to the messages that followed', async () => {
  await user.ask('Name it', { text: 'Alpha.' });
  await user.ask('Shorter', { text: 'A.' });
  const menu = answerAt(0).getByRole('button', { name: 'More actions' });
  const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
  const entries = user.workbench.panel.getByRole('menuitem');
  const branch = user.workbench.panel.getByRole('menuitem', { name: 'Branch from here' });
  await menu.focus();
  await user.workbench.page.keyboard.press('ArrowDown');
  await expect.poll(() => isFocused(entries.first())).toBe(true);
  await user.workbench.page.keyboard.press('Escape');
  await expect.poll(() => entries.count()).toBe(0);
  await expect.poll(() => isFocused(menu)).toBe(true);
  await user.workbench.page.keyboard.press('ArrowDown');
  await expect.poll(() => isFocused(entries.first())).toBe(true);
  await user.workbench.page.keyboard.press('ArrowDown');
  await expect.poll(() => isFocused(branch)).toBe(true);
  await user.workbench.page.keyboard.press('Enter');
  await user.expectPrompts('Name it');
  await user.ask('Longer', { text: 'Alphabet.' });
  const prompt = user.chat.prompts.last();
  await expect.poll(() => prompt.textContent()).toMatch(/^Longer/);
  await prompt.getByRole('button', { name: 'Previous version' }).click();
  await expect.poll(() => prompt.textContent()).toMatch(/^Shorter/);
  await expect.poll(() => answerAt(1).textContent()).toContain('A.');
});

it('an edited answer is saved as a version without a request, and Esc cancels an edit', async () => {
  await user.ask('Name it', { text: 'Alpha.' });
  await user.workbench.page.keyboard.type('unsent');
  await choose(answerAt(0), 'Edit');
  await user.expectDraft('Alpha.');
  await user.workbench.page.keyboard.press('Escape');
  await user.expectDraft('unsent');
  await choose(answerAt(0), 'Edit');
  await user.expectDraft('Alpha.');
  // During the edit, undo does not bring the draft back, because the draft would replace the answer.
  await user.press('ControlOrMeta+z');
  await user.press('ControlOrMeta+z');
  await user.expectDraft('Alpha.');
  await user.workbench.page.keyboard.type(' Or Beta.');
  await user.chat.button('Save').click();
  await expect.poll(() => answerAt(0).textContent()).toContain('Alpha. Or Beta.');
  await expect.poll(() => answerAt(0).textContent()).toContain('Edited');
  await user.expectDraft('unsent');
  expect(user.server.requests('Name it')).toHaveLength(1);
  await answerAt(0).getByRole('button', { name: 'Previous version' }).click();
  await expect.poll(() => answerAt(0).textContent()).not.toContain('Beta');
});

it('an earlier answer continues on a branch, and the messages that followed stay', async () => {
  await user.ask('Name it', { text: 'Alpha' });
  await user.ask('Shorter', { text: 'A.' });
  user.server.on(/^\[Your last message can go on/, { text: ' and Omega.' });
  await choose(answerAt(0), 'Continue');
  await expect.poll(() => answerAt(0).textContent()).toContain('Alpha and Omega.');
  await user.expectPrompts('Name it');
  await choose(answerAt(0), 'Details');
  await expect
    .poll(() => answerAt(0).locator('.answer-details').textContent())
    .toContain('after 5 characters (guided)');
  await answerAt(0).getByRole('button', { name: 'Previous version' }).click();
  await user.expectPrompts('Name it', 'Shorter');
});

it('Continue is disabled while an answer runs: the button and both menus', async () => {
  await user.ask('Name it', { text: 'Alpha and', finishReason: 'length' });
  const button = answerAt(0).getByRole('button', { name: 'Continue' });
  await expect.poll(() => button.isEnabled()).toBe(true);
  let end = (): void => {};
  const until = new Promise<void>((resolve) => (end = resolve));
  user.server.on('Shorter', { text: 'A short name.', hold: { until, afterText: 'A short' } });
  await user.chat.send('Shorter');
  await user.answered('A short');
  await expect.poll(() => button.isEnabled()).toBe(false);
  for (const message of [answerAt(0), user.chat.prompts.first()]) {
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    const entry = user.workbench.panel.getByRole('menuitem', { name: 'Continue' });
    await expect.poll(() => entry.getAttribute('aria-disabled')).toBe('true');
    await user.press('Escape');
  }
  end();
  await expect.poll(() => button.isEnabled()).toBe(true);
});

it('a user’s message is continued as the user would continue it, and is sent again with the new text', async () => {
  await user.ask('Once upon', { text: 'Hello.' });
  user.server.on(({ text }) => text.includes('续写者'), { text: ' a time.' });
  await choose(user.chat.prompts.first(), 'Continue');
  await expect.poll(() => answerAt(0).locator('.markdown').textContent()).toContain('a time.');
  user.server.on('Once upon a time.', { text: 'A good story.' });
  await answerAt(0).getByRole('button', { name: 'Use as my message' }).click();
  await expect.poll(() => user.chat.prompts.locator('.bubble').allTextContents()).toEqual(['Once upon a time.']);
  await user.answered('A good story.');
});

it('the request of a model that repeats itself is aborted, and the user decides in a card, with keys alone', async () => {
  const sentence = 'I look at the parser once more. ';
  const forever = { until: new Promise(() => {}), afterEvents: 60 };
  user.server.on('Check it', { text: sentence.repeat(100), chunkSize: sentence.length, hold: forever });
  await user.chat.send('Check it');
  const card = user.workbench.panel.getByRole('group', { name: 'The model repeats itself' });
  await card.waitFor();
  await expect.poll(() => user.server.requests('Check it')[0]?.aborted).toBe(true);
  await user.expectCaret();
  expect(user.server.requests(SUGGESTION)).toEqual([]);
  user.server.on('Please continue.', { text: 'The parser is fine.' });
  await expect.poll(() => card.getByRole('button', { name: 'Go on' }).isEnabled()).toBe(true);
  const focused = card.getByRole('button', { name: 'Go on' }).and(user.workbench.panel.locator(':focus'));
  for (let presses = 0; presses < 20 && (await focused.count()) === 0; presses += 1) await user.press('Shift+Tab');
  await user.press('Enter');
  await user.answered('The parser is fine.');
  await expect.poll(() => card.count()).toBe(0);
  await user.expectCaret();
  await user.expectPrompts('Check it');
});

it('an answer opens linked files on a click, but not files outside the workspace', async () => {
  const tabs = user.workbench.page.locator('.tabs-container').getByRole('tab');
  const text =
    'In [the parser](parser.ts:1) or `parser.ts:1`, not in `gone.ts` or [the secrets](../../secrets.txt#L3).';
  await user.ask('Where is it?', { tools: [{ name: 'read_file', arguments: { file_path: 'parser.ts' } }] }, { text });
  await expect.poll(() => tabs.count()).toBe(0);
  await answerAt(0).getByRole('link', { name: 'the parser' }).click();
  await expect.poll(() => tabs.allTextContents()).toEqual(['parser.ts']);
  await answerAt(0).locator('.tool-row').getByRole('link', { name: 'parser.ts' }).click();
  await answerAt(0).locator('.markdown').getByRole('link', { name: 'parser.ts:1' }).click();
  await expect.poll(() => tabs.allTextContents()).toEqual(['parser.ts']);
  await expect.poll(() => answerAt(0).getByRole('link', { name: 'gone.ts' }).count()).toBe(0);
  await answerAt(0).getByRole('link', { name: 'the secrets' }).click();
  const notices = user.workbench.panel.locator('.notices');
  await expect.poll(() => notices.textContent()).toContain('../../secrets.txt is outside the workspace');
  await expect.poll(() => tabs.count()).toBe(1);
  await user.chat.button('Dismiss error').click();
});

it('an answer names its model in the details, and shows the language of each code block that has one', async () => {
  await user.ask('Show me code', { text: '```\nlet a;\n```\n\n```ts\nlet b;\n```' });
  expect(await answerAt(0).locator('.code-language').allTextContents()).toEqual(['', 'ts']);
  await choose(answerAt(0), 'Details');
  const details = answerAt(0).locator('.answer-details');
  await expect.poll(() => details.textContent()).toContain('anthropic/claude-sonnet-5');
});

it('the accessibility tree has messages, their buttons and the input under their fixed names', async () => {
  await user.ask('Name it', { text: 'Alpha.' });
  const tree = await user.workbench.panel.locator('main').ariaSnapshot();
  const names = [...tree.matchAll(/- (log|article|textbox|button) "([^"]*)"/g)].map(
    ([, role, name]) => `${role} ${name}`,
  );
  expect(names.filter((name) => FIXED_NAMES.includes(name))).toEqual(FIXED_NAMES);
});

/** In the order of the panel. */
const FIXED_NAMES = [
  'log Conversation',
  'article You',
  'button Edit',
  'button More actions',
  'article Premove',
  'button Copy',
  'button Retry',
  'button More actions',
  'textbox Message Premove',
  'button Send',
];

it('a chat is compressed by hand, and the summary is read, edited and undone', async () => {
  const answer = longText('Alpha.', 1_200);
  await user.ask('Name it', { text: answer });
  await user.ask('Shorter', { text: 'A.' });
  user.server.on(/The conversation is getting too long/, { text: 'The name is Alpha.' });
  const { panel } = user.workbench;
  await user.chat.button('More').click();
  await panel.getByRole('menuitem', { name: 'Compress context' }).click();
  const divider = panel.getByRole('group', { name: 'Compressed messages' });
  await expect.poll(() => divider.textContent()).toMatch(/^Compressed \d messages/);
  await expect.poll(() => user.chat.prompts.allTextContents()).toContain('Shorter');
  await divider.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => divider.textContent()).toContain('The name is Alpha.');
  await divider.getByRole('button', { name: 'Edit' }).click();
  const field = divider.getByRole('textbox', { name: 'Summary' });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill('The name is Beta.');
  await divider.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => divider.textContent()).toContain('The name is Beta.');
  await user.focusComposer();
  await user.ask('Longer', { text: 'B.' });
  const [request] = user.server.requests('Longer');
  expect(request?.text).toContain('The name is Beta.');
  expect(request?.text).not.toContain(answer);
  await divider.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => divider.textContent()).toContain('Compression undone');
  await user.focusComposer();
  await user.ask('Again', { text: 'Alpha.' });
  const [last] = user.server.requests('Again');
  expect(last?.text).toContain(answer);
  expect(last?.text).not.toContain('The name is Beta.');
});

it('the card about the context says what fills the window, and compresses the chat with keys alone', async () => {
  await user.ask('Name it', { text: longText('Alpha.', 1_200), usage: { input_tokens: 62_000, output_tokens: 900 } });
  await user.ask('Shorter', { text: 'A.', usage: { input_tokens: 62_500, output_tokens: 9 } });
  const { panel } = user.workbench;
  await panel.getByRole('button', { name: /^Context: / }).press('Enter');
  const card = panel.getByRole('dialog', { name: 'Context' });
  await expect.poll(() => card.textContent()).toMatch(/System.*Tools.*Files.*Conversation/);
  await expect.poll(() => card.textContent()).toContain('Compresses earlier messages at 70%');
  user.server.on(/The conversation is getting too long/, { text: 'The name is Alpha.' });
  await card.and(panel.locator(':focus')).waitFor();
  await user.press('Tab');
  await card.getByRole('button', { name: 'Compress now' }).and(panel.locator(':focus')).waitFor();
  await user.press('Enter');
  await panel.getByRole('group', { name: 'Compressed messages' }).waitFor();
  await expect.poll(() => card.count()).toBe(0);
});
