import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { lastUserText } from '../../support/modelRequest.ts';
import { quickRow } from '../../support/vscode/windowActions.ts';
import { useComposer } from './composerUser.ts';

/** Milliseconds after which CodeMirror begins another undo step, and some more. */
const NEXT_UNDO_STEP = 600;

const user = useComposer();

describe('the composer', () => {
  it('sends on Enter, and inserts a line break on Shift+Enter', async () => {
    user.server.on('first line', { text: 'Both lines are here.' });
    await user.type('first line');
    await user.press('Shift+Enter');
    await user.type('second line');
    await user.expectDraft('first line\nsecond line');
    expect(user.server.requests()).toEqual([]);
    await user.press('Enter');
    const [request] = await user.server.received('first line');
    expect(request && lastUserText(request)).toContain('first line\nsecond line');
    await user.expectDraft('');
  });

  it('has its buttons in one row at 300 pixels: attach, More, model, mode, send', async () => {
    const buttons = await user.workbench.panel.locator('.composer-footer').evaluate((footer) => {
      document.documentElement.style.width = '300px';
      const found = [...footer.querySelectorAll('button')].filter((button) => button.offsetWidth > 0);
      const measured = found.map((button) => {
        const { top, bottom, right } = button.getBoundingClientRect();
        return { name: button.getAttribute('aria-label') ?? button.title, middle: (top + bottom) / 2, right };
      });
      document.documentElement.style.width = '';
      return measured;
    });
    const middles = buttons.map(({ middle }) => middle);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3);
    expect(Math.max(...buttons.map(({ right }) => right))).toBeLessThanOrEqual(300);
    const order = ['Attach', 'More', 'Model', 'Approval mode', 'Send'];
    const found = buttons.map(({ name }) => order.findIndex((word) => name.startsWith(word))).filter((at) => at >= 0);
    expect(found).toEqual(order.map((_, at) => at));
  });

  it('keeps text typed right after all text was selected and deleted', async () => {
    for (let times = 0; times < 10; times++) {
      await user.press('ControlOrMeta+a');
      await user.press('Delete');
      await user.type('one two three');
      await user.expectDraft('one two three');
    }
  });

  it('keeps all text typed while a new chat begins', async () => {
    await user.type('a');
    const begun = user.workbench.executeCommand('premove.newChat');
    await user.type('bcdefghijklmnopqrstuvwxyz');
    await begun;
    await user.type('!');
    await user.expectDraft('abcdefghijklmnopqrstuvwxyz!');
  });

  it('walks through the inputs of other chats in a new chat', async () => {
    await user.ask('asked in another chat', { text: 'Yes.' });
    await user.chat.newChat();
    await user.press('ArrowUp');
    await user.expectDraft('asked in another chat');
    await user.press('ArrowDown');
    await user.expectDraft('');
  });

  it('walks through earlier inputs with Up and Down, only at the edges of the text', async () => {
    await user.ask('the oldest one', { text: 'Yes.' });
    await user.chat.newChat();
    await user.ask('the older one', { text: 'Yes.' });
    await user.ask('the newer one', { text: 'Yes.' });
    await user.press('ArrowUp');
    await user.expectDraft('the newer one');
    await user.press('ArrowUp');
    await user.expectDraft('the older one');
    await user.press('ArrowUp');
    await user.expectDraft('the oldest one');
    await user.press('ArrowDown');
    await user.expectDraft('the older one');
    await user.press('ArrowDown');
    await user.expectDraft('the newer one');
    await user.press('ArrowDown');
    await user.expectDraft('');
    await user.type('a');
    await user.press('Shift+Enter');
    await user.type('b');
    await user.press('ArrowUp');
    await user.expectDraft('a\nb');
    await user.press('ArrowUp');
    await user.expectDraft('the newer one');
    await user.press('ArrowDown');
    await user.expectDraft('a\nb');
  });

  it('does not send text that an input method is still composing', async () => {
    await user.devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    const enter = { key: 'Enter', code: 'Enter' };
    await user.devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, ...enter });
    await user.devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', windowsVirtualKeyCode: 229, ...enter });
    await user.press('Enter');
    await user.devtools.send('Input.insertText', { text: '日本' });
    await user.expectDraft('日本');
    await expect.poll(() => user.chat.prompts.count()).toBe(0);
    expect(user.server.requests()).toEqual([]);
    user.server.on('日本', { text: 'はい。' });
    await user.press('Enter');
    await user.server.received('日本');
  });

  it('sends after a composition was deleted before it ended', async () => {
    await user.devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await user.press('ControlOrMeta+A');
    await user.press('Delete');
    await user.expectDraft('');
    await user.type('not composed');
    user.server.on('not composed', { text: 'Sent.' });
    await user.press('Enter');
    await user.server.received('not composed');
  });

  it('undoes and redoes one step per key press', async () => {
    await user.stopClocks();
    await user.type('one');
    await user.advanceClocks(NEXT_UNDO_STEP);
    await user.type(' two');
    await user.advanceClocks(NEXT_UNDO_STEP);
    await user.type(' three');
    await user.press('ControlOrMeta+z');
    await user.expectDraft('one two');
    await user.press('ControlOrMeta+z');
    await user.expectDraft('one');
    await user.press('ControlOrMeta+Shift+z');
    await user.expectDraft('one two');
    await user.press('ControlOrMeta+y');
    await user.expectDraft('one two three');
  });

  it('hides the ghost text on Esc, or else stops the answer; a second Esc clears the text, and undo restores it', async () => {
    await user.askAndSuggest('run the tests');
    await user.press('Escape');
    await expect.poll(() => user.chat.ghost.count()).toBe(0);

    user.server.on('Tell me a story', {
      text: 'Once upon a time there was a compiler.',
      hold: { until: new Promise(() => {}), afterEvents: 4 },
      chunkSize: 10,
    });
    await user.chat.send('Tell me a story');
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Once upon');
    await user.type('no, wait');
    await user.press('Escape');
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('You stopped this answer.');
    await expect.poll(() => user.server.requests('Tell me a story')[0]?.aborted).toBe(true);
    await user.expectDraft('no, wait');

    // Until the chat is idle, Esc stops the answer. The second Esc must follow the first within two seconds.
    await user.chat.button('Send').waitFor();
    await user.stopClocks();
    await user.press('Escape');
    await user.expectDraft('no, wait');
    await user.press('Escape');
    await user.expectDraft('');
    await user.press('ControlOrMeta+z');
    await user.expectDraft('no, wait');
  });

  it('gets the caret back after Stop, and after Esc elsewhere in the panel', async () => {
    const hold = { until: new Promise(() => {}), afterEvents: 3 };
    const stops = [() => user.chat.button('Stop').click(), () => user.chat.conversation.press('Escape')];
    for (const [index, stop] of stops.entries()) {
      user.server.on('Count to ten', { text: 'One, two, three, four.', hold, chunkSize: 5 });
      await user.chat.send('Count to ten');
      const answer = user.chat.answers.nth(index);
      await expect.poll(() => answer.textContent()).toContain('One');
      await stop();
      await expect.poll(() => answer.textContent()).toContain('You stopped this answer.');
      await user.type('x');
      await user.expectDraft('x');
      await user.press('Backspace');
    }
  });
});

describe('a completion of the input', () => {
  const gray = () => user.workbench.panel.getByTestId('completion-text');
  const expectGray = (text: string) => expect.poll(() => gray().textContent()).toBe(text);
  const asksFor = (text: string) => new RegExp(`<message>${text}<caret/></message>`);

  it('streams in at the caret; Tab accepts it, Ctrl+Right accepts a word, and undo removes the accepted text', async () => {
    await user.ask('What is in the parser?', { text: 'A function parseAge.' });
    let finish = () => {};
    const until = new Promise<void>((resolve) => (finish = resolve));
    user.server.on(asksFor('Write a test for '), {
      text: 'parseAge that covers zero.',
      chunkSize: 9,
      hold: { until, afterText: 'parseAge ' },
    });
    await user.type('Write a test for ');
    await user.press('Alt+c');
    await expect.poll(() => gray().textContent()).toMatch(/^parseAge/);
    await user.expectDraft('Write a test for ');
    finish();
    await expectGray('parseAge that covers zero.');
    const [request] = user.server.requests(asksFor('Write a test for '));
    expect(request?.text).toContain(
      "You are a helpful writing assistant. Complete the user's text naturally. Do not repeat the input.",
    );
    expect(request?.text).toContain('A function parseAge.');

    await user.press('ControlOrMeta+ArrowRight');
    await user.expectDraft('Write a test for parseAge');
    await user.type(' th');
    await expectGray('at covers zero.');
    await user.press('Tab');
    await user.expectDraft('Write a test for parseAge that covers zero.');
    await expect.poll(() => gray().count()).toBe(0);
    await user.expectCaret();
    await user.press('ControlOrMeta+z');
    await user.expectDraft('Write a test for parseAge th');
    await user.expectPrompts('What is in the parser?');
  });

  it('is dropped by Esc and by other text, and its request is aborted', async () => {
    const hold = { until: new Promise(() => {}), afterEvents: 4 };
    user.server.on(asksFor('Write '), { text: 'a test for it', chunkSize: 4, hold });
    user.server.on(asksFor('Write x'), { text: ' and y', chunkSize: 4, hold });
    const abortedFor = (text: string) => () => user.server.requests(asksFor(text))[0]?.aborted;
    await user.type('Write ');
    await user.chat.button('Complete input').click();
    await expect.poll(() => gray().count()).toBe(1);
    await user.press('Escape');
    await expect.poll(() => gray().count()).toBe(0);
    await expect.poll(abortedFor('Write ')).toBe(true);
    await user.type('x');
    await user.press('Alt+c');
    await expect.poll(() => gray().count()).toBe(1);
    await user.type('!');
    await expect.poll(() => gray().count()).toBe(0);
    await expect.poll(abortedFor('Write x')).toBe(true);
    await user.expectDraft('Write x!');
  });

  it('that fails is explained below the input, until the user types', async () => {
    user.server.on(asksFor('Write'), { error: { status: 401, message: 'invalid x-api-key' } });
    await user.type('Write');
    await user.press('Alt+c');
    const hint = user.workbench.panel.locator('.composer-hint');
    await expect.poll(() => hint.textContent()).toContain('refused the API key');
    await user.type(' it');
    await expect.poll(() => hint.count()).toBe(0);
  });
});

/** Chooses an entry of the *More* menu. */
async function chooseMore(entry: string): Promise<void> {
  await user.chat.button('More').click();
  await user.workbench.panel.getByRole('menuitem', { name: entry }).click();
}

it('a translation replaces the text except code, and one undo restores the text; the user chooses the language once', async () => {
  const answer = { text: 'Rename ⟦1⟧' };
  user.server.on(/<text>Benenne ⟦1⟧ um<\/text>/, answer, answer);
  await user.type('Benenne `alpha` um');
  await chooseMore('Translate input');
  await user.workbench.page
    .locator('.quick-input-widget .monaco-list-row:visible')
    .filter({ hasText: 'English' })
    .click();
  await user.expectDraft('Rename `alpha`');
  await user.press('ControlOrMeta+z');
  await user.expectDraft('Benenne `alpha` um');
  await chooseMore('Translate input');
  await user.expectDraft('Rename `alpha`');
});

it('a model for one message answers that message and its retry; the thinking effort applies to the chat’s model', async () => {
  const { page, panel } = user.workbench;
  const sent = (prompt: string) =>
    user.server.requests(prompt).map(({ json }) => [json?.model, json?.['output_config']]);
  user.server.otherwise(({ method, path }) => method === 'GET' && path.startsWith('/v1/models'), {
    raw: { headers: { 'content-type': 'application/json' }, chunks: ['{"data":[],"has_more":false}'] },
  });
  await chooseMore('Model for this message');
  await page.getByText('Select Model for This Message').waitFor();
  await page.getByPlaceholder('Search models, or type provider/model').fill('anthropic/claude-haiku-4-5');
  await quickRow(page, 'anthropic/claude-haiku-4-5').click();
  await panel.locator('.picker.for-message').waitFor();
  await user.ask('Think about it', { text: 'Done.' });
  await expect.poll(() => panel.locator('.picker.for-message').count()).toBe(0);
  user.server.on('Think about it', { text: 'Done again.' });
  await user.chat.answers.last().getByRole('button', { name: 'Retry' }).click();
  await user.answered('Done again.');
  expect(sent('Think about it')).toEqual([
    ['claude-haiku-4-5', undefined],
    ['claude-haiku-4-5', undefined],
  ]);

  await chooseMore('Thinking effort');
  await quickRow(page, 'low').click();
  // The list closes before the setting is written.
  const settings = join(user.workbench.userDataDir, 'User', 'settings.json');
  await expect.poll(() => readFile(settings, 'utf8')).toContain('thinkingEffort');
  await user.ask('Now be quick', { text: 'Quick.' });
  expect(sent('Now be quick')).toEqual([['claude-sonnet-5', { effort: 'low' }]]);
  await user.workbench.changeSettings({ 'premove.thinkingEffort': null });
});

describe('terminal keys', () => {
  it('kill and delete text, each in one undo step', async () => {
    await user.type('one two three');
    await user.press('Alt+Backspace');
    await user.expectDraft('one two ');
    await user.press('ControlOrMeta+z');
    await user.expectDraft('one two three');
    await user.press('Control+u');
    await user.expectDraft('');
    await user.press('ControlOrMeta+z');
    await user.expectDraft('one two three');
    await user.press('Home');
    await user.press('Alt+d');
    await user.expectDraft(' two three');
    await user.press('Control+k');
    await user.expectDraft('');
    await user.press('ControlOrMeta+z');
    await user.expectDraft(' two three');
  });

  it('begin a chord of VS Code only if the composer is empty', async () => {
    const waiting = user.workbench.page.locator('.statusbar').getByText('was pressed');
    await user.type('some text');
    await user.press('Control+k');
    await user.press('End');
    await user.type(' and more');
    await user.expectDraft('some text and more');
    await expect.poll(() => waiting.count()).toBe(0);
    await user.press('Control+u');
    await user.expectDraft('');
    await user.press('Control+k');
    await expect.poll(() => waiting.count()).toBe(1);
    await user.press('Escape');
    await expect.poll(() => waiting.count()).toBe(0);
  });

  it('clear the view with Ctrl+L, and the next message is at its top', async () => {
    // A long answer, so that the list overestimates the height of the next row before measuring it.
    const long = Array.from({ length: 60 }, (_, line) => `Line ${line} is out of view soon.`).join('\n\n');
    await user.ask('Before the clearing', { text: long });
    await expect.poll(() => isInView('Line 59 is out of view soon.')).toBe(true);
    await user.press('Control+l');
    await expect.poll(() => isInView('Line 59 is out of view soon.')).toBe(false);
    await user.ask('After it', { text: 'A fresh screen.' });
    await expect.poll(() => isInView('After it')).toBe(true);
    await expect.poll(() => isInView('Line 59 is out of view soon.')).toBe(false);
    await user.chat.conversation.press('Home');
    await expect.poll(() => isInView('Before the clearing')).toBe(true);
  });
});

/** Whether the text is in the visible part of the transcript. */
async function isInView(words: string): Promise<boolean> {
  const place = user.chat.conversation.getByText(words, { exact: true });
  if ((await place.count()) === 0) return false;
  const box = await place.first().boundingBox({ timeout: 1000 });
  const view = await user.chat.conversation.boundingBox();
  return box !== null && view !== null && box.y + box.height > view.y && box.y < view.y + view.height;
}

describe('Vim mode', () => {
  afterEach(() => user.workbench.changeSettings({ 'premove.vimMode': null }));

  it('begins in insert mode, edits text with the keys of Vim, and leaves Enter, Tab and Esc in normal mode to the composer', async () => {
    const { page, panel } = user.workbench;
    const mode = panel.locator('.vim-mode');
    await user.workbench.changeSettings({ 'premove.vimMode': true });
    await expect.poll(() => mode.textContent()).toBe('Vim: insert');
    await user.focusComposer();
    await page.keyboard.type('fix the the parser');
    await page.keyboard.press('Escape');
    await expect.poll(() => mode.textContent()).toBe('Vim: normal');
    // Moves to the start of the line and one word forward, deletes a word, and appends text at the end.
    await page.keyboard.type('0wdwA now');
    await user.expectDraft('fix the parser now');
    expect(await mode.textContent()).toBe('Vim: insert');
    // The first Esc in normal mode ends the highlighting of a search.
    await page.keyboard.press('Escape');
    await page.keyboard.type('/now');
    await page.keyboard.press('Enter');
    const matches = panel.locator('.composer-text .cm-searchMatch');
    await expect.poll(() => matches.count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => matches.count()).toBe(0);
    await user.expectDraft('fix the parser now');
    await page.keyboard.type('/zzz');
    await page.keyboard.press('Enter');
    const message = panel.locator('.cm-vim-message');
    await expect.poll(() => message.allTextContents()).toEqual(['No match for “zzz”']);
    await page.keyboard.press('Escape');
    await expect.poll(() => message.count()).toBe(0);
    await page.keyboard.type('u');
    await user.expectDraft('fix the parser');
    await page.keyboard.type('U');
    await user.expectDraft('fix the parser now');
    await page.keyboard.type('ggVd');
    await user.expectDraft('');

    await user.askAndSuggest('run the tests');
    expect(await mode.textContent()).toBe('Vim: insert');
    // Vim handles Esc first, so the suggestion stays. Tab fills the suggestion in, in normal mode too.
    await page.keyboard.press('Escape');
    await expect.poll(() => mode.textContent()).toBe('Vim: normal');
    expect(await user.chat.ghost.textContent()).toBe('run the tests');
    await page.keyboard.press('Tab');
    await user.expectDraft('run the tests');
    // The text was filled in, so Vim inserts again. The first Esc leaves insert mode; the next two clear the text.
    await page.keyboard.press('Escape');
    await expect.poll(() => mode.textContent()).toBe('Vim: normal');
    await user.expectDraft('run the tests');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await user.expectDraft('');
    // Esc never starts insert mode.
    expect(await mode.textContent()).toBe('Vim: normal');
    await page.keyboard.type('ihello');
    await user.expectDraft('hello');
    user.server.on('hello', { text: 'Hi.' });
    await page.keyboard.press('Enter');
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Hi.');
  });
});

describe('an earlier message', () => {
  it('is edited in the composer, and the earlier draft returns on Esc and after sending', async () => {
    const strip = user.workbench.panel.getByRole('group', { name: 'Editing an earlier message' });
    const edit = async () => {
      await user.chat.prompts.first().hover();
      await user.chat.prompts.first().getByRole('button', { name: 'Edit', exact: true }).click();
      await user.expectDraft('Name it alpha');
    };
    await user.ask('Name it alpha', { text: 'Named.' });
    await user.type('half a thought');
    await edit();
    await expect.poll(() => strip.count()).toBe(1);
    await user.press('Escape');
    await user.expectDraft('half a thought');
    await expect.poll(() => strip.count()).toBe(0);

    await edit();
    await user.type(' or beta');
    user.server.on('Name it alpha or beta', { text: 'Named otherwise.' });
    await user.press('Enter');
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Named otherwise.');
    await expect.poll(() => user.chat.prompts.count()).toBe(1);
    await expect.poll(() => user.chat.prompts.textContent()).toContain('Name it alpha or beta');
    await user.expectDraft('half a thought');
    await expect.poll(() => strip.count()).toBe(0);
  });

  it('dims the messages below while it is edited, and a strip says what will happen to them', async () => {
    await user.ask('Name it alpha', { text: 'Named.' });
    await user.ask('And the other one', { text: 'Named too.' });
    const { prompts, answers } = user.chat;
    const messages = [prompts.first(), answers.first(), prompts.last(), answers.last()];
    const areDimmed = () => Promise.all(messages.map(isDimmed));
    await expect.poll(() => areDimmed()).toEqual([false, false, false, false]);
    await prompts.first().hover();
    await prompts.first().getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.poll(areDimmed).toEqual([false, true, true, true]);
    const strip = user.workbench.panel.getByRole('group', { name: 'Editing an earlier message' });
    await expect
      .poll(() => strip.textContent())
      .toContain('Later messages stay with the previous version. Premove asks what to do with changed files.');
    await user.press('Escape');
    await expect.poll(areDimmed).toEqual([false, false, false, false]);
  });
});

function isDimmed(message: Locator): Promise<boolean> {
  return message.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (Number(getComputedStyle(at).opacity) < 1) return true;
    }
    return false;
  });
}
