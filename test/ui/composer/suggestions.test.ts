import { describe, expect, it } from 'vitest';
import { SUGGESTION, useComposer } from './composerUser.ts';

/** Milliseconds after which Enter may send new ghost text. */
const GUARD_OVER = 700;
/** Milliseconds after which Enter may send ghost text that another Enter filled in. */
const BOUNCE_OVER = 500;

const user = useComposer();

/** The key hints of the ghost text. */
const hint = () => user.chat.composer.locator('.ghost .keycap').allTextContents();
const tabKey = () => user.chat.composer.locator('.ghost .keycap').first();
/** Position and size of each key and button of the hint. */
const hintBoxes = () =>
  user.chat.composer
    .locator('.ghost-hint > *')
    .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
const announced = (text: string) => user.workbench.panel.getByRole('status').filter({ hasText: text });

function compose(text: string): Promise<unknown> {
  const caret = { selectionStart: text.length, selectionEnd: text.length };
  return user.devtools.send('Input.imeSetComposition', { text, ...caret });
}

/** Starts to count compositions. The returned function returns their number so far. */
async function countCompositions(): Promise<() => Promise<number>> {
  const count = await user.chat.composer.evaluateHandle((element) => {
    const begun = { count: 0 };
    element.addEventListener('compositionstart', () => (begun.count += 1));
    return begun;
  });
  return () => count.evaluate((begun) => begun.count);
}

describe('ghost text', () => {
  it('shows the rest while the user types it, and is filled in by Right at the end', async () => {
    await user.askAndSuggest('run the tests');
    await user.type('run');
    await expect.poll(() => user.chat.ghost.textContent()).toBe(' the tests');
    await user.press('ArrowLeft');
    await user.press('ArrowRight');
    await user.expectDraft('run');
    await user.press('ArrowRight');
    await user.expectDraft('run the tests');
    await user.expectPrompts('Fix the parser');
  });

  it('is filled in by Tab and by a click on the Tab hint, and then sent by Enter', async () => {
    await user.askAndSuggest('run the tests');
    await user.chat.ghost.click();
    await user.expectDraft('');
    await tabKey().click();
    await user.expectDraft('run the tests');
    user.server.on('run the tests', { text: 'All of them pass.' });
    user.server.on(SUGGESTION, { text: 'commit it' });
    await user.press('Enter');
    await expect.poll(() => user.chat.ghost.textContent()).toBe('commit it');
    await user.press('Tab');
    await user.expectDraft('commit it');
    await user.press('Tab');
    await user.chat.button('Attach').and(user.workbench.panel.locator(':focus')).waitFor();
    await user.expectDraft('commit it');
  });

  it('is filled in by a click that also moves the focus', async () => {
    await user.askAndSuggest('run the tests');
    await user.workbench.page.locator('.part.editor').click();
    await user.advanceClocks(GUARD_OVER);
    await expect.poll(hint).toEqual(['Tab', '⏎ run']);
    await tabKey().click();
    await user.expectDraft('run the tests');
    await user.expectPrompts('Fix the parser');
  });

  it('is sent by Enter after a moment, when its hint has changed in place', async () => {
    await user.stopClocks();
    await user.askAndSuggest('run the tests');
    expect(await hint()).toEqual(['Tab', '⏎ fill']);
    const before = await hintBoxes();
    await user.advanceClocks(GUARD_OVER);
    await expect.poll(hint).toEqual(['Tab', '⏎ run']);
    expect(await hintBoxes()).toEqual(before);
    user.server.on('run the tests', { text: 'All of them pass.' });
    await user.press('Enter');
    await user.expectPrompts('Fix the parser', 'run the tests');
    await user.server.received('run the tests');
  });

  it('is not sent when the user has typed its beginning and presses Enter', async () => {
    await user.askAndSuggest('yes and rewrite all files');
    await user.advanceClocks(GUARD_OVER);
    await user.type('yes');
    await expect.poll(() => user.chat.ghost.textContent()).toBe(' and rewrite all files');
    expect(await hint()).toEqual(['Tab', '⏎ send your text']);
    user.server.on('yes', { text: 'Only that.' });
    await user.press('Enter');
    await user.expectPrompts('Fix the parser', 'yes');
    await user.server.received('yes');
  });

  it('is filled in, but not sent, by Enter just after the composer got the focus', async () => {
    await user.askAndSuggest('run the tests');
    await user.workbench.page.locator('.part.editor').click();
    await user.advanceClocks(GUARD_OVER);
    await expect.poll(hint).toEqual(['Tab', '⏎ run']);
    await user.stopClocks();
    await user.focusComposer();
    await expect.poll(hint).toEqual(['Tab', '⏎ fill']);
    await user.press('Enter');
    await user.expectDraft('run the tests');
    await user.expectPrompts('Fix the parser');
  });

  it.each([
    ['in yolo mode', { 'premove.approvalMode': 'yolo' }],
    ['if a rule allows commands', { 'premove.permissions': { allow: ['run_shell_command(git push)'] } }],
  ])('is filled in, but not sent, by Enter %s, as its hint says', async (_, settings) => {
    await user.workbench.changeSettings(settings);
    await user.askAndSuggest('push it');
    await user.advanceClocks(GUARD_OVER);
    expect(await hint()).toEqual(['Tab', '⏎ fill']);
    await user.press('Enter');
    await user.expectDraft('push it');
    await user.expectPrompts('Fix the parser');
    await user.workbench.changeSettings(Object.fromEntries(Object.keys(settings).map((key) => [key, null])));
  });

  it('has the hint “review” if Enter shows prepared edits first', async () => {
    await user.workbench.changeSettings({ 'premove.enableSpeculation': true });
    const write = { name: 'write_file', arguments: { file_path: 'notes.md', content: 'One.\n' } };
    user.server.on('take notes', { tools: [write] }, { text: 'Noted.' });
    await user.askAndSuggest('take notes');
    await expect.poll(hint).toEqual(['Tab', '⏎ review']);
    await expect.poll(() => user.chat.speculationBar.textContent()).toContain('Ready');
    await user.press('Escape');
    await expect.poll(() => user.chat.ghost.count()).toBe(0);
    // Ready edits stay when their ghost text is dismissed.
    await expect.poll(() => user.chat.speculationBar.textContent()).toContain('Ready');
    await user.chat.speculationBar.getByRole('button', { name: 'Discard prepared edits' }).click();
    await expect.poll(() => user.chat.speculationBar.count()).toBe(0);
    await user.workbench.changeSettings({ 'premove.enableSpeculation': null });
  });

  it('disappears after a paste, even of its own beginning', async () => {
    await user.type('run');
    await user.press('ControlOrMeta+a');
    await user.press('ControlOrMeta+x');
    await user.askAndSuggest('run the tests');
    await user.press('ControlOrMeta+v');
    await user.expectDraft('run');
    await expect.poll(() => user.chat.ghost.count()).toBe(0);
    await user.clearComposer();
    await expect.poll(() => user.chat.ghost.textContent()).toBe('run the tests');
  });

  it('returns when the composer is empty again: after deletion, undo, earlier messages, or a reload', async () => {
    const isBack = () => expect.poll(() => user.chat.ghost.textContent()).toBe('run the tests');
    const isGone = () => expect.poll(() => user.chat.ghost.count()).toBe(0);
    await user.askAndSuggest('run the tests');
    await user.press('Tab');
    await user.expectDraft('run the tests');
    await user.press('ControlOrMeta+z');
    await user.expectDraft('');
    await isBack();
    await user.press('ArrowUp');
    await user.expectDraft('Fix the parser');
    await isGone();
    await user.press('ArrowDown');
    await user.expectDraft('');
    await isBack();
    await user.type('rather this');
    await isGone();
    await expect.poll(() => user.isOnDisk('rather this')).toBe(true);
    // Deleted in one step: if only a part of the text were deleted and stored, `isOnDisk` would return false too early.
    await user.press('ControlOrMeta+A');
    await user.press('Backspace');
    await user.expectDraft('');
    await isBack();
    // A reload before the empty draft is stored would restore the text.
    await expect.poll(() => user.isOnDisk('rather this')).toBe(false);
    await user.workbench.reload();
    await user.openChat();
    await isBack();
    await user.focusComposer();
    await user.press('Tab');
    user.server.on('run the tests', { text: 'All of them pass.' });
    await user.press('Enter');
    await user.expectPrompts('Fix the parser', 'run the tests');
    await user.server.received('run the tests');
  });

  it('is filled in, but not sent, by Enter when it has just appeared, and sent by a later Enter', async () => {
    await user.stopClocks();
    await user.askAndSuggest('run the tests');
    await user.press('Enter');
    await user.expectDraft('run the tests');
    await user.expectPrompts('Fix the parser');
    user.server.on('run the tests', { text: 'All of them pass.' });
    await user.advanceClocks(BOUNCE_OVER);
    await user.press('Enter');
    await user.expectPrompts('Fix the parser', 'run the tests');
  });

  it.each([0, 300])('is filled in, but not sent, by two Enters, one %i ms after the other', async (gap) => {
    const suggestion = 'force push to main';
    await user.stopClocks();
    await user.askAndSuggest(suggestion);
    await user.press('Enter');
    if (gap > 0) await user.advanceClocks(gap);
    await user.press('Enter');
    await user.expectDraft(suggestion);
    await user.advanceClocks(BOUNCE_OVER);
    expect(user.server.requests(suggestion)).toEqual([]);
    user.server.on(suggestion, { text: 'Pushed.' });
    await user.press('Enter');
    await user.expectPrompts('Fix the parser', suggestion);
    await user.server.received(suggestion);
  });

  it('is neither sent nor filled in by a held Enter', async () => {
    const { keyboard } = user.workbench.page;
    await user.stopClocks();
    user.server.on(SUGGESTION, { text: 'run the tests' });
    const read = { name: 'read_file', arguments: { file_path: 'parser.ts' } };
    user.server.on('Look at the parser', { tools: [read] }, { text: 'The tests have not been run.' });
    await user.type('Look at the parser');
    await keyboard.down('Enter');
    await expect.poll(() => user.chat.ghost.textContent()).toBe('run the tests');
    await keyboard.down('Enter');
    await user.advanceClocks(GUARD_OVER);
    await keyboard.down('Enter');
    await keyboard.up('Enter');
    await user.expectDraft('');
    expect(await user.chat.ghost.textContent()).toBe('run the tests');
    await user.expectPrompts('Look at the parser');
  });

  it('is filled in, but not sent, by Enter if the setting says so', async () => {
    await user.workbench.changeSettings({ 'premove.suggestions.enter': 'fill' });
    await user.askAndSuggest('run the tests');
    await expect.poll(hint).toEqual(['Tab', '⏎ fill']);
    await user.advanceClocks(GUARD_OVER);
    await user.press('Enter');
    await user.expectDraft('run the tests');
    await user.expectPrompts('Fix the parser');
    await user.workbench.changeSettings({ 'premove.suggestions.enter': null });
  });

  it('is filled in, but not sent, by Enter if it is a command, and nothing is prepared for it', async () => {
    await user.workbench.changeSettings({ 'premove.enableSpeculation': true });
    await user.stopClocks();
    await user.askAndSuggest('/cost');
    await user.advanceClocks(GUARD_OVER);
    await user.press('Enter');
    await user.expectDraft('/cost');
    await user.expectPrompts('Fix the parser');
    expect(await user.chat.speculationBar.count()).toBe(0);
    await user.workbench.changeSettings({ 'premove.enableSpeculation': null });
  });

  it('is hidden while an input method composes, and does not interrupt the composition', async () => {
    await user.askAndSuggest('run the tests');
    const begun = await countCompositions();
    await compose('r');
    await user.expectDraft('r');
    await expect.poll(() => user.chat.ghost.isVisible()).toBe(false);
    await compose('ru');
    await user.expectDraft('ru');
    await expect.poll(() => user.chat.ghost.isVisible()).toBe(false);
    await user.devtools.send('Input.insertText', { text: 'run' });
    await expect.poll(() => user.chat.ghost.isVisible()).toBe(true);
    await expect.poll(() => user.chat.ghost.textContent()).toBe(' the tests');
    await user.expectDraft('run');
    expect(await begun()).toBe(1);
    await user.press('ControlOrMeta+A');
    await user.press('Delete');
    await compose('に');
    await expect.poll(() => user.chat.ghost.isVisible()).toBe(false);
    await compose('');
    await user.expectDraft('');
    await expect.poll(() => user.chat.ghost.isVisible()).toBe(true);
    await expect.poll(() => user.chat.ghost.textContent()).toBe('run the tests');
    expect(await begun()).toBe(2);
  });

  it('is filled in, but not sent, by Enter just after a composition', async () => {
    await user.askAndSuggest('run the tests');
    await user.stopClocks();
    await user.advanceClocks(GUARD_OVER);
    await compose('に');
    await compose('');
    await expect.poll(() => user.chat.ghost.isVisible()).toBe(true);
    await user.press('Enter');
    await user.expectDraft('run the tests');
    await user.expectPrompts('Fix the parser');
  });

  it('compares composed text only when the composition has ended', async () => {
    await user.askAndSuggest('run the tests');
    await user.advanceClocks(GUARD_OVER);
    await compose('r');
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await user.devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    await user.devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
    await user.devtools.send('Input.insertText', { text: 'run' });
    await user.expectDraft('run');
    await expect.poll(() => user.chat.ghost.textContent()).toBe(' the tests');
    await user.expectPrompts('Fix the parser');
    await compose('に');
    await user.devtools.send('Input.insertText', { text: '日' });
    await user.expectDraft('run日');
    await expect.poll(() => user.chat.ghost.count()).toBe(0);
  });

  it('ignores its keys while the list of mentions is open', async () => {
    await user.askAndSuggest('@parser.ts needs a test');
    await user.type('@par');
    await user.workbench.panel.getByRole('option', { name: 'parser.ts' }).waitFor();
    const keys = user.chat.composer.locator('.ghost-hint');
    await expect.poll(() => keys.isVisible()).toBe(false);
    await user.press('ArrowRight');
    await user.expectDraft('@par');
    await user.press('Escape');
    await expect.poll(() => keys.isVisible()).toBe(true);
    await user.press('ArrowRight');
    await user.expectDraft('@parser.ts needs a test');
  });

  it('is dismissed by Esc, and does not return', async () => {
    await user.askAndSuggest('run the tests');
    await user.press('Escape');
    await expect.poll(() => user.chat.ghost.count()).toBe(0);
    await user.type('r');
    await user.press('Backspace');
    await user.expectDraft('');
    await expect.poll(() => user.chat.ghost.count()).toBe(0);
  });

  it('is not sent, and does not appear in the chat, if the user sends something else', async () => {
    await user.askAndSuggest('verify the frobnicator');
    const other = 'do something else instead, and take your time';
    user.server.on(other, { text: 'Something else it is.' });
    await user.type(other);
    await user.press('Enter');
    await user.expectPrompts('Fix the parser', other);
    await user.server.received(other);
    await user.ask('and then this', { text: 'Done.' });
    expect(user.server.requests().filter(({ text }) => text.includes('frobnicator'))).toEqual([]);
    expect(await user.chat.conversation.textContent()).not.toContain('frobnicator');
  });

  it('is announced once, and its keys other than Tab and Enter only with the first suggestion', async () => {
    await user.askAndSuggest('run the tests');
    await expect.poll(() => announced('Suggestion: run the tests. Tab to accept.').count()).toBe(1);
    await user.type('run');
    await expect.poll(() => user.chat.ghost.textContent()).toBe(' the tests');
    await expect.poll(() => announced('Suggestion: run the tests. Tab to accept.').count()).toBe(1);
    await user.press('Escape');
    await expect.poll(() => announced('Suggestion:').count()).toBe(0);
    await user.chat.newChat();
    await user.clearComposer();
    user.server.reset();
    user.server.otherwise(SUGGESTION, { text: '' });
    await user.askAndSuggest('run the lint');
    await expect.poll(() => announced('Suggestion: run the lint. Tab to accept.').count()).toBe(1);
    await expect.poll(() => announced('Escape hides it').count()).toBe(0);
  });
});
