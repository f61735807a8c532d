import { describe, expect, it } from 'vitest';
import { lastUserText, messagesOf, type ModelRequest } from '../../support/modelRequest.ts';
import { quickRow } from '../../support/vscode/windowActions.ts';
import { useComposer } from './composerUser.ts';

const user = useComposer();

const LONG = Array.from({ length: 132 }, (_, index) => `line ${index + 1}`).join('\n');

describe('a long paste', () => {
  it('becomes one chip, which Backspace removes, undo restores and Enter sends in full', async () => {
    await user.type('Explain ');
    await user.paste(LONG);
    await expect.poll(() => user.chips().allTextContents()).toEqual(['Pasted text · 132 lines']);
    await user.type(' please');
    await user.expectDraft('Explain  please');
    for (let times = 0; times < ' please'.length; times++) await user.press('Backspace');
    await expect.poll(() => user.chips().count()).toBe(1);
    await user.press('Backspace');
    await user.expectDraft('Explain ');
    await expect.poll(() => user.chips().count()).toBe(0);
    await user.press('ControlOrMeta+z');
    await expect.poll(() => user.chips().count()).toBe(1);
    user.server.on('Explain', { text: 'It counts.' });
    await user.press('Enter');
    const [request] = await user.server.received('Explain');
    expect(request && lastUserText(request)).toContain(`Explain ${LONG}`);
    await user.expectDraft('');
    const sent = user.chat.prompts.last().getByRole('button', { name: 'Pasted text · 132 lines' });
    await sent.click();
    await user.chat.prompts.last().getByRole('region', { name: 'Pasted text' }).getByText('line 132').waitFor();
  });

  it('turns into text on a click on its chip, and on Enter while the chip has the focus', async () => {
    await user.paste(LONG);
    await user.chips().click();
    await expect.poll(() => user.chips().count()).toBe(0);
    await expect.poll(() => user.chat.draft()).toContain('line 132');
    await user.press('ControlOrMeta+a');
    await user.paste(LONG);
    await expect.poll(() => user.chips().count()).toBe(1);
    await user.press('Tab');
    await expect
      .poll(() => user.chips().evaluate((chip) => chip === document.activeElement && chip.getAttribute('aria-label')))
      .toBe('Show pasted text, 132 lines');
    await user.press('Enter');
    await user.type('!');
    await expect.poll(() => user.chat.draft()).toContain('line 132!');
  });

  it('stays a chip after a walk through earlier inputs and after the view was hidden', async () => {
    await user.ask('Something short', { text: 'Yes.' });
    await user.type('See ');
    await user.paste(LONG);
    await user.press('ArrowUp');
    await user.expectDraft('Something short');
    await user.press('ArrowDown');
    await expect.poll(() => user.chips().count()).toBe(1);
    await user.workbench.executeCommand('workbench.view.explorer');
    await user.workbench.openPanel();
    await expect.poll(() => user.chips().allTextContents()).toEqual(['Pasted text · 132 lines']);
    await user.expectDraft('See ');
  });

  it('stays a chip after a visit to another chat', async () => {
    await user.ask('First of two chats', { text: 'One.' });
    await user.chat.newChat();
    await user.ask('Second of two chats', { text: 'Two.' });
    await user.paste(LONG);
    await user.type(' unsent');
    await chooseChat('First of two chats');
    await user.expectDraft('');
    await chooseChat('Second of two chats');
    await expect.poll(() => user.chips().allTextContents()).toEqual(['Pasted text · 132 lines']);
  });

  it('does not block typing, even with megabytes of text', async () => {
    await user.paste('x'.repeat(5_000_000));
    await expect.poll(() => user.chips().allTextContents()).toEqual(['Pasted text · 5,000,000 characters']);
    await user.type('still here');
    await user.expectDraft('still here');
  });
});
/** Delays the decoding of pictures until the returned function is called. */
async function holdDecoding(): Promise<() => Promise<void>> {
  const release = await user.chat.composer.evaluateHandle(() => {
    const decode = window.createImageBitmap;
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    window.createImageBitmap = async (image: ImageBitmapSource) => {
      await opened;
      return decode(image);
    };
    return () => {
      window.createImageBitmap = decode;
      open();
    };
  });
  return () => release.evaluate((go) => go());
}

/** Chooses *Images…* in the *Attach* menu, and then files in the dialog. */
async function choose(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const dialog = user.workbench.page.waitForEvent('filechooser');
  await user.chat.button('Attach').click();
  await user.workbench.panel.getByRole('menuitem', { name: 'Images…' }).click();
  await (await dialog).setFiles(files);
}

/** Media type and size of the PNGs in the last message of a request. */
function sentPictures(request: ModelRequest | undefined): string[] {
  const content = request && messagesOf(request).at(-1)?.content;
  const parts = Array.isArray(content) ? (content as { source?: { media_type: string; data: string } }[]) : [];
  return parts.flatMap(({ source }) => {
    if (!source) return [];
    const bytes = Buffer.from(source.data, 'base64');
    return [`${source.media_type} ${bytes.readUInt32BE(16)}×${bytes.readUInt32BE(20)}`];
  });
}

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const attached = () => user.workbench.panel.getByRole('list', { name: 'Attached images' }).getByRole('listitem');
describe('images', () => {
  it('are added by paste, drop and dialog, removed by a button, and sent in a size that models accept', async () => {
    await user.type('What is this?');
    await user.addPicture('paste', 'image.png', 640, 480);
    await user.chat.button('Remove Pasted image').waitFor();
    await user.addPicture('drop', 'wide.png', 3136, 1000);
    await user.chat.button('Remove wide.png').waitFor();
    await choose({ name: 'dot.png', mimeType: 'image/png', buffer: DOT });
    await user.chat.button('Remove dot.png').click();
    await expect.poll(() => attached().allTextContents()).toEqual(['Pasted image', 'wide.png']);
    await user.expectDraft('What is this?');
    user.server.on('What is this?', { text: 'Red.' });
    await user.press('Enter');
    const [request] = await user.server.received('What is this?');
    expect(sentPictures(request)).toEqual(['image/png 640×480', 'image/png 1568×500']);
    await expect.poll(() => attached().count()).toBe(0);
    await user.expectDraft('');
  });

  it('are sent without text too', async () => {
    await expect.poll(() => user.chat.button('Send').isDisabled()).toBe(true);
    await user.addPicture('paste', 'image.png', 32, 32);
    await user.chat.button('Remove Pasted image').waitFor();
    user.server.otherwise((request) => sentPictures(request).length > 0, { text: 'Red again.' });
    await user.press('Enter');
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Red again.');
    await expect.poll(() => attached().count()).toBe(0);
  });

  it('are sent with the text at Enter, and text typed before they are ready stays in the composer', async () => {
    const release = await holdDecoding();
    await user.addPicture('paste', 'image.png', 32, 32);
    await user.type('What is this?');
    await user.press('Enter');
    await user.type(' Delete the');
    for (const _letter of 'the') await user.press('ArrowLeft');
    user.server.on('What is this?', { text: 'Red.' });
    await release();
    await user.answered('Red.');
    await user.expectDraft('Delete the');
    await user.type('all of ');
    await user.expectDraft('Delete all of the');
    expect(sentPictures(user.server.requests('What is this?').at(-1))).toEqual(['image/png 32×32']);
    expect(user.server.requests().map(lastUserText).join()).not.toContain('Delete');
    await expect.poll(() => user.isOnDisk('Delete all of the')).toBe(true);
  });

  it('do not send the prompt if another chat is shown before they are ready', async () => {
    const release = await holdDecoding();
    await user.addPicture('paste', 'image.png', 32, 32);
    await user.type('What is');
    await user.press('Enter');
    await user.type(' this');
    await user.press('Enter');
    await user.chat.newChat();
    await user.expectDraft('What is this');
    await release();
    await expect.poll(() => user.workbench.panel.locator('.attachment.pending').count()).toBe(0);
    await user.type('?');
    await user.expectDraft('What is this?');
    user.server.on('What is this?', { text: 'Red.' });
    await user.press('Enter');
    await expect.poll(() => user.chat.answers.last().textContent()).toContain('Red.');
    await user.expectDraft('');
    expect(user.server.requests().map(lastUserText)).toEqual([expect.stringContaining('What is this?')]);
  });

  it('are refused with a reason if models cannot read them, and the text stays', async () => {
    await user.type('Look at');
    await choose(
      { name: 'evil.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="window.hacked = 1"></svg>') },
      { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('This is only called a picture.') },
      { name: 'torn.png', mimeType: 'image/png', buffer: DOT.subarray(0, 40) },
    );
    const notices = user.workbench.panel.locator('.notices');
    await expect.poll(() => notices.textContent()).toContain('evil.svg is an SVG image');
    await expect.poll(() => notices.textContent()).toContain('fake.png is not an image');
    await expect.poll(() => notices.textContent()).toContain('torn.png cannot be read as an image');
    await expect.poll(() => attached().count()).toBe(0);
    expect(await user.chat.composer.evaluate(() => 'hacked' in window)).toBe(false);
    await user.expectDraft('Look at');
    await user.chat.button('Dismiss error').click();
  });
});

async function chooseChat(title: string): Promise<void> {
  await user.workbench.runCommand('Premove: Chats…');
  await quickRow(user.workbench.page, title).click();
  await user.expectPrompts(title);
}

describe('a draft', () => {
  it('is restored after a crash, with its images', async () => {
    await user.addPicture('paste', 'image.png', 64, 64);
    await user.chat.button('Remove Pasted image').waitFor();
    await user.type('Half written: ');
    await user.paste(LONG);
    await user.type(' and more');
    await expect.poll(() => user.isOnDisk('and more')).toBe(true);
    await user.crash();
    await user.chat.button('Remove Pasted image').waitFor();
    await expect.poll(() => user.chips().allTextContents()).toEqual(['Pasted text · 132 lines']);
    user.server.on('Half written', { text: 'Written.' });
    await user.chat.composer.click();
    await user.press('Enter');
    const [request] = await user.server.received('Half written');
    expect(request && lastUserText(request)).toContain(`Half written: ${LONG} and more`);
    expect(sentPictures(request)).toEqual(['image/png 64×64']);
  });
});
