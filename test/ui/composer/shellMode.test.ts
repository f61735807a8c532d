import { expect, it } from 'vitest';
import { useComposer } from './composerUser.ts';

const user = useComposer();

const composer = () => user.workbench.panel.locator('.composer.shell');
const row = (command: string) => user.workbench.panel.getByRole('region', { name: `Command: ${command}` });

it('a typed ! turns the input into a shell line; Enter runs it, and the next prompt sends its output', async () => {
  await user.type('!');
  await composer().waitFor();
  await user.expectDraft('');
  await user.type('cat parser.ts && exit 3');
  await user.press('Enter');
  await user.expectDraft('');
  await expect.poll(() => composer().count()).toBe(0);
  await expect.poll(() => row('cat parser.ts && exit 3').textContent()).toContain('export {};');
  await user.ask('What is in it?', { text: 'An empty module.' });
  expect(user.server.requests('What is in it?').at(-1)?.text).toContain('$ cat parser.ts && exit 3');
  await row('cat parser.ts && exit 3').getByText('Sent to the model').waitFor();

  await user.type('!echo secret');
  await user.press('Enter');
  const share = row('echo secret').getByRole('switch', { name: 'Share with the model' });
  await share.focus();
  await user.press('Space');
  await expect.poll(() => share.getAttribute('aria-checked')).toBe('false');
  await user.focusComposer();
  await user.type('!');
  await user.press('ArrowUp');
  await user.expectDraft('echo secret');
  await user.press('Escape');
  await expect.poll(() => composer().count()).toBe(0);
  await user.expectDraft('echo secret');
  await user.clearComposer();
  await user.ask('And now?', { text: 'Nothing new.' });
  expect(user.server.requests('And now?').at(-1)?.text).not.toContain('$ echo secret');

  await user.type('!seq 1 20000');
  await user.press('Enter');
  await row('seq 1 20000')
    .getByRole('button', { name: /^Open the whole output \(108,894 characters\)$/ })
    .press('Enter');
  const { page } = user.workbench;
  await page.getByRole('tab', { name: /\.log/ }).waitFor();
  const editor = page.locator('.editor-instance');
  await editor.getByText('7', { exact: true }).last().click();
  await page.keyboard.press('Control+End');
  await editor.getByText('20000', { exact: true }).last().waitFor();
  await user.workbench.executeCommand('workbench.action.closeActiveEditor');
});

it('Esc and Backspace leave the shell mode, and a ! that is pasted or typed beside text does not enter it', async () => {
  await user.type('!');
  await composer().waitFor();
  await user.press('Backspace');
  await expect.poll(() => composer().count()).toBe(0);
  await user.type('!/');
  await expect.poll(() => composer().count()).toBe(1);
  expect(await user.workbench.panel.getByRole('option').count()).toBe(0);
  await user.press('Escape');
  await user.expectDraft('/');
  await user.clearComposer();

  await user.paste('!ls');
  await user.expectDraft('!ls');
  await user.type('!');
  await user.expectDraft('!ls!');
  expect(await composer().count()).toBe(0);
  await user.clearComposer();
  await user.type('a');
  await user.press('Home');
  await user.type('!');
  await user.expectDraft('!a');
  expect(await composer().count()).toBe(0);
});

it('undo restores the mode together with the text', async () => {
  await user.type('delete everything');
  await user.clearComposer();
  await user.type('!');
  await composer().waitFor();
  await user.press('Control+z');
  await expect.poll(() => composer().count()).toBe(0);
  await user.expectDraft('');
  await user.press('Control+z');
  await user.expectDraft('delete everything');
  expect(await composer().count()).toBe(0);
  await user.clearComposer();

  await user.type('!echo undone');
  await user.press('Enter');
  await user.expectDraft('');
  await expect.poll(() => composer().count()).toBe(0);
  await user.press('Control+z');
  await user.expectDraft('echo undone');
  await composer().waitFor();
  await user.press('Escape');
  await user.clearComposer();
});

it('a command runs until its button stops it, and the rows and the draft’s mode stay after a reload', async () => {
  const { workbench } = user;
  await user.type('!echo started; sleep 1000');
  await user.press('Enter');
  const line = row('echo started; sleep 1000');
  await expect.poll(() => line.textContent()).toContain('started');
  await line.getByRole('button', { name: 'Stop the command' }).click();
  await expect.poll(() => line.textContent()).toContain('stopped');
  await user.expectCaret();
  await user.type('!git status');
  await expect.poll(() => user.isOnDisk('"git status"')).toBe(true);
  expect(await user.isOnDisk('"shell":true')).toBe(true);
  await workbench.reload();
  await user.openChat();
  await expect.poll(() => line.textContent()).toContain('started');
  await composer().waitFor();
  await user.expectDraft('git status');
  await user.focusComposer();
  await user.press('Escape');
});

it('in shell mode, nothing can be attached, completed or translated, and no prompt file can be chosen', async () => {
  const { panel } = user.workbench;
  const reason = 'Leave shell mode first.';
  await user.type('!ls');
  await composer().waitFor();
  // A narrow panel hides the button *Complete input*.
  for (const name of ['attach', 'complete']) {
    const button = panel.locator(`.composer-footer button.${name}`);
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await button.getAttribute('title')).toBe(reason);
  }
  await user.chat.button('More').click();
  for (const name of ['Complete input', 'Translate input', 'Prompt files…']) {
    const entry = panel.getByRole('menuitem', { name });
    expect(await entry.getAttribute('aria-disabled')).toBe('true');
    expect(await entry.getAttribute('title')).toBe(reason);
  }
  await user.press('Escape');
  await user.expectDraft('ls');
  await composer().waitFor();

  for (const how of ['paste', 'drop'] as const) {
    await user.addPicture(how, 'red.png', 10, 10);
    await panel.getByText(/^Files cannot be attached to a shell command/).waitFor();
    expect(await panel.getByRole('list', { name: 'Attached images' }).count()).toBe(0);
    await user.type('x');
    await expect.poll(() => panel.getByText(/^Files cannot be attached to a shell command/).count()).toBe(0);
  }
  await user.expectDraft('lsxx');
  await user.press('Escape');
  await expect.poll(() => composer().count()).toBe(0);
  await user.addPicture('paste', 'red.png', 10, 10);
  await panel.getByRole('button', { name: /^Remove / }).click();
  await user.expectCaret();
  await user.clearComposer();
});

it('the buttons of shell mode fit into 300 pixels', async () => {
  await user.type('!ls');
  await composer().waitFor();
  const { lefts, rights, cut } = await composer()
    .locator('.composer-footer')
    .evaluate((footer) => {
      document.documentElement.style.width = '300px';
      const shown = [...footer.querySelectorAll('button')].filter((button) => button.offsetWidth > 0);
      const rects = shown.map((button) => button.getBoundingClientRect());
      const model = footer.querySelector('.picker .picker-text');
      const measured = {
        lefts: rects.map(({ left }) => left),
        rights: rects.map(({ right }) => right),
        cut: model ? model.scrollWidth - model.clientWidth : null,
      };
      document.documentElement.style.width = '';
      return measured;
    });
  expect(Math.min(...lefts)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...rights)).toBeLessThanOrEqual(300);
  expect(cut).toBe(0);
  await user.press('Escape');
  await user.clearComposer();
});
