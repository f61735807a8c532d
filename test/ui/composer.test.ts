import type { CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastUserText, messagesOf, type ModelRequest } from '../support/modelRequest.ts';
import { startModelServer, type Answer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

const SUGGESTION = /^\[SUGGESTION MODE/;
/** Milliseconds after which an Enter on ghost text is meant for it, and a bit. */
const GUARD_OVER = 800;
/** Milliseconds after which CodeMirror takes what is typed for another step to undo, and a bit. */
const NEXT_UNDO_STEP = 600;
/** Milliseconds after which the host has a draft on disk. */
const ON_DISK = 1500;
/** Milliseconds after a command's end in which VS Code takes the focus away once and puts it back, and a bit. */
const FOCUS_SETTLED = 150;

let server: ModelServer;
let workbench: Workbench;
let chat: ChatPanel;
let devtools: CDPSession;

beforeAll(async () => {
  server = await startModelServer();
  workbench = await startWorkbench({
    files: { 'parser.ts': 'export {};\n' },
    settings: {
      'premove.model': 'anthropic/claude-sonnet-5',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: server.url } },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test' },
  });
  chat = await openChat(workbench);
  devtools = await workbench.page.context().newCDPSession(workbench.page);
});
beforeEach(async () => {
  await chat.newChat();
  await wait(FOCUS_SETTLED);
  server.reset();
  server.otherwise(SUGGESTION, { text: '' });
  await focusComposer();
  // On a busy machine it takes longer, and a key pressed in between is nobody's.
  await expect.poll(() => press('x').then(() => chat.draft())).toContain('xxx');
  // What a test has left in the input comes along into the new chat.
  await press('ControlOrMeta+A');
  await press('Delete');
  await expectDraft('');
});
afterEach(() => {
  expect(server.unexpected().map(lastUserText)).toEqual([]);
  expect(workbench.consoleErrors()).toEqual([]);
  expect(workbench.cspViolations()).toEqual([]);
});
afterAll(async () => {
  await workbench.close();
  await server.close();
});

const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
const type = (text: string): Promise<void> => workbench.page.keyboard.type(text);
const wait = (ms: number): Promise<void> => workbench.page.waitForTimeout(ms);
/** At the edge, where no ghost text is under the pointer. */
const focusComposer = (): Promise<void> => chat.composer.click({ position: { x: 2, y: 2 } });
const expectDraft = (text: string) => expect.poll(() => chat.draft()).toBe(text);
const expectPrompts = (...texts: string[]) => expect.poll(() => chat.prompts.allTextContents()).toEqual(texts);

const LONG = Array.from({ length: 132 }, (_, index) => `line ${index + 1}`).join('\n');
const chips = () => workbench.panel.locator('.fold');

/** A paste as the browser tells of one. */
async function paste(text: string): Promise<void> {
  await chat.composer.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function ask(prompt: string, ...answers: Answer[]): Promise<void> {
  server.on(prompt, ...answers);
  await chat.send(prompt);
  await expect.poll(() => server.requests(prompt).filter(({ answered }) => answered).length).toBe(answers.length);
  await expect.poll(() => chat.button('Send').count()).toBe(1);
  await expect.poll(() => chat.answers.last().getByRole('button', { name: 'Retry' }).count()).toBe(1);
}

/** A finished answer, and ghost text behind it. It takes a tool round: after the first message it is too early. */
async function askAndSuggest(suggestion: string): Promise<void> {
  server.on(SUGGESTION, { text: suggestion });
  const read = { name: 'read_file', arguments: { file_path: 'parser.ts' } };
  await ask('Fix the parser', { tools: [read] }, { text: 'Nothing to fix. The tests have not been run.' });
  await expect.poll(() => chat.ghost.textContent()).toBe(suggestion);
}

describe('the composer', () => {
  it('sends with Enter and breaks the line with Shift+Enter', async () => {
    server.on('first line', { text: 'Both lines are here.' });
    await type('first line');
    await press('Shift+Enter');
    await type('second line');
    await expectDraft('first line\nsecond line');
    expect(server.requests()).toEqual([]);
    await press('Enter');
    const [request] = await server.received('first line');
    expect(request && lastUserText(request)).toContain('first line\nsecond line');
    await expectDraft('');
  });

  it('walks earlier inputs with Up and Down, only at the edges of the text', async () => {
    await ask('the older one', { text: 'Yes.' });
    await ask('the newer one', { text: 'Yes.' });
    await press('ArrowUp');
    await expectDraft('the newer one');
    await press('ArrowUp');
    await expectDraft('the older one');
    await press('ArrowUp');
    await expectDraft('the older one');
    await press('ArrowDown');
    await expectDraft('the newer one');
    await press('ArrowDown');
    await expectDraft('');
    await type('a');
    await press('Shift+Enter');
    await type('b');
    await press('ArrowUp');
    await expectDraft('a\nb');
    await press('ArrowUp');
    await expectDraft('the newer one');
    await press('ArrowDown');
    await expectDraft('a\nb');
  });

  it('never sends what an input method is still composing', async () => {
    await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    const enter = { key: 'Enter', code: 'Enter' };
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, ...enter });
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', windowsVirtualKeyCode: 229, ...enter });
    await press('Enter');
    await devtools.send('Input.insertText', { text: '日本' });
    await expectDraft('日本');
    expect(await chat.prompts.count()).toBe(0);
    expect(server.requests()).toEqual([]);
    server.on('日本', { text: 'はい。' });
    await press('Enter');
    await server.received('日本');
  });

  it('undoes each step once', async () => {
    await type('one');
    await wait(NEXT_UNDO_STEP);
    await type(' two');
    await wait(NEXT_UNDO_STEP);
    await type(' three');
    await press('ControlOrMeta+z');
    await expectDraft('one two');
    await press('ControlOrMeta+z');
    await expectDraft('one');
    await press('ControlOrMeta+Shift+z');
    await expectDraft('one two');
    await press('ControlOrMeta+y');
    await expectDraft('one two three');
  });

  it('takes Esc for the ghost text first, then for the answer, then twice for the text, which undo brings back', async () => {
    await askAndSuggest('run the tests');
    await press('Escape');
    await expect.poll(() => chat.ghost.count()).toBe(0);

    server.on('Tell me a story', {
      text: 'Once upon a time there was a compiler.',
      hold: { until: new Promise(() => {}), afterEvents: 4 },
      chunkSize: 10,
    });
    await chat.send('Tell me a story');
    await expect.poll(() => chat.answers.last().textContent()).toContain('Once upon');
    await type('no, wait');
    await press('Escape');
    await expect.poll(() => chat.answers.last().textContent()).toContain('You stopped this answer.');
    await expect.poll(() => server.requests('Tell me a story')[0]?.aborted).toBe(true);
    await expectDraft('no, wait');

    await press('Escape');
    await expectDraft('no, wait');
    await press('Escape');
    await expectDraft('');
    await press('ControlOrMeta+z');
    await expectDraft('no, wait');
  });

  it('has the caret again after Stop, and after Esc elsewhere in the panel', async () => {
    const hold = { until: new Promise(() => {}), afterEvents: 3 };
    const stops = [() => chat.button('Stop').click(), () => chat.conversation.press('Escape')];
    for (const [index, stop] of stops.entries()) {
      server.on('Count to ten', { text: 'One, two, three, four.', hold, chunkSize: 5 });
      await chat.send('Count to ten');
      const answer = chat.answers.nth(index);
      await expect.poll(() => answer.textContent()).toContain('One');
      await stop();
      await expect.poll(() => answer.textContent()).toContain('You stopped this answer.');
      await type('x');
      await expectDraft('x');
      await press('Backspace');
    }
  });
});

describe('keys of a terminal', () => {
  it('kill and delete, each in one step that undo takes back', async () => {
    await type('one two three');
    await press('Alt+Backspace');
    await expectDraft('one two ');
    await press('ControlOrMeta+z');
    await expectDraft('one two three');
    await press('Control+u');
    await expectDraft('');
    await press('ControlOrMeta+z');
    await expectDraft('one two three');
    await press('Home');
    await press('Alt+d');
    await expectDraft(' two three');
    await press('Control+k');
    await expectDraft('');
    await press('ControlOrMeta+z');
    await expectDraft(' two three');
  });

  it('do not begin a chord of VS Code where there is text, and leave it one where there is none', async () => {
    const waiting = workbench.page.locator('.statusbar').getByText('was pressed');
    await type('some text');
    await press('Control+k');
    await press('End');
    await type(' and more');
    await expectDraft('some text and more');
    expect(await waiting.count()).toBe(0);
    await press('Control+u');
    await expectDraft('');
    await press('Control+k');
    await expect.poll(() => waiting.count()).toBe(1);
    await press('Escape');
    await expect.poll(() => waiting.count()).toBe(0);
  });

  it('clear the view with Ctrl+L, and what follows begins at its top', async () => {
    await ask('Before the clearing', { text: 'This is out of view soon.' });
    await press('Control+l');
    await expect.poll(() => isInView('Before the clearing')).toBe(false);
    await ask('After it', { text: 'A fresh screen.' });
    expect(await isInView('After it')).toBe(true);
    expect(await isInView('Before the clearing')).toBe(false);
    await chat.conversation.press('Home');
    await expect.poll(() => isInView('Before the clearing')).toBe(true);
  });
});

/** Whether a prompt is where one can read it. */
async function isInView(prompt: string): Promise<boolean> {
  const box = await chat.prompts
    .filter({ hasText: prompt })
    .boundingBox({ timeout: 500 })
    .catch(() => null);
  const view = await chat.conversation.boundingBox();
  return box !== null && view !== null && box.y + box.height > view.y && box.y < view.y + view.height;
}

describe('a long paste', () => {
  it('is one chip that Backspace removes, undo brings back and Enter sends as a whole', async () => {
    await type('Explain ');
    await paste(LONG);
    await expect.poll(() => chips().allTextContents()).toEqual(['Pasted text · 132 lines']);
    await type(' please');
    await expectDraft('Explain  please');
    for (let times = 0; times < ' please'.length; times++) await press('Backspace');
    await expect.poll(() => chips().count()).toBe(1);
    await press('Backspace');
    await expectDraft('Explain ');
    expect(await chips().count()).toBe(0);
    await press('ControlOrMeta+z');
    await expect.poll(() => chips().count()).toBe(1);
    server.on('Explain', { text: 'It counts.' });
    await press('Enter');
    const [request] = await server.received('Explain');
    expect(request && lastUserText(request)).toContain(`Explain ${LONG}`);
    await expectDraft('');
  });

  it('is shown by a click, and by Enter on it', async () => {
    await paste(LONG);
    await chips().click();
    await expect.poll(() => chips().count()).toBe(0);
    await expect.poll(() => chat.draft()).toContain('line 132');
    await press('ControlOrMeta+a');
    await paste(LONG);
    await expect.poll(() => chips().count()).toBe(1);
    await press('Tab');
    await expect
      .poll(() => chips().evaluate((chip) => chip === document.activeElement && chip.getAttribute('aria-label')))
      .toBe('Pasted text, 132 lines. Show it.');
    await press('Enter');
    await type('!');
    await expect.poll(() => chat.draft()).toContain('line 132!');
  });

  it('is a chip again when one is back from earlier inputs, and when the view comes back', async () => {
    await ask('Something short', { text: 'Yes.' });
    await type('See ');
    await paste(LONG);
    await press('ArrowUp');
    await expectDraft('Something short');
    await press('ArrowDown');
    await expect.poll(() => chips().count()).toBe(1);
    await workbench.executeCommand('workbench.view.explorer');
    await workbench.openPanel();
    await expect.poll(() => chips().allTextContents()).toEqual(['Pasted text · 132 lines']);
    await expectDraft('See ');
  });

  it('of megabytes leaves the input quick to write in', async () => {
    await paste('x'.repeat(5_000_000));
    await expect.poll(() => chips().allTextContents()).toEqual(['Pasted text · 5,000,000 characters']);
    await type('still here');
    await expectDraft('still here');
  });
});

/** Hands a red picture to the composer, as the browser does at the end of a paste or a drop. */
async function hand(how: 'paste' | 'drop', name: string, width: number, height: number): Promise<void> {
  await chat.composer.evaluate(
    async (element, picture) => {
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      context.fillStyle = 'red';
      context.fillRect(0, 0, picture.width, picture.height);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      const data = new DataTransfer();
      data.items.add(new File([blob], picture.name, { type: 'image/png' }));
      const init = { bubbles: true, cancelable: true };
      if (picture.how === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
      } else {
        for (const type of ['dragenter', 'dragover', 'drop']) {
          element.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data, shiftKey: true }));
        }
      }
    },
    { how, name, width, height },
  );
}

/** Chooses files in the dialog behind the button. */
async function choose(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const dialog = workbench.page.waitForEvent('filechooser');
  await chat.button('Attach an image').click();
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
const attached = () => workbench.panel.getByRole('list', { name: 'Attached images' }).getByRole('listitem');

describe('images', () => {
  it('come by paste, by drop and from a file, can be removed, and are sent in a size that models take', async () => {
    await type('What is this?');
    await hand('paste', 'image.png', 640, 480);
    await chat.button('Remove Pasted image').waitFor();
    await hand('drop', 'wide.png', 3136, 1000);
    await chat.button('Remove wide.png').waitFor();
    await choose({ name: 'dot.png', mimeType: 'image/png', buffer: DOT });
    await chat.button('Remove dot.png').click();
    await expect.poll(() => attached().allTextContents()).toEqual(['Pasted image', 'wide.png']);
    await expectDraft('What is this?');
    server.on('What is this?', { text: 'Red.' });
    await press('Enter');
    const [request] = await server.received('What is this?');
    expect(sentPictures(request)).toEqual(['image/png 640×480', 'image/png 1568×500']);
    await expect.poll(() => attached().count()).toBe(0);
    await expectDraft('');
  });

  it('are sent without a word, too', async () => {
    expect(await chat.button('Send').isDisabled()).toBe(true);
    await hand('paste', 'image.png', 32, 32);
    await chat.button('Remove Pasted image').waitFor();
    server.otherwise((request) => sentPictures(request).length > 0, { text: 'Red again.' });
    await press('Enter');
    await expect.poll(() => chat.answers.last().textContent()).toContain('Red again.');
    await expect.poll(() => attached().count()).toBe(0);
  });

  it('that are none, or cannot be seen by a model, are refused in words, and the text stays', async () => {
    await type('Look at');
    await choose(
      { name: 'evil.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="window.hacked = 1"></svg>') },
      { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('This is only called a picture.') },
      { name: 'torn.png', mimeType: 'image/png', buffer: DOT.subarray(0, 40) },
    );
    const notices = workbench.panel.locator('.notices');
    await expect.poll(() => notices.textContent()).toContain('evil.svg is an SVG drawing');
    await expect.poll(() => notices.textContent()).toContain('fake.png is not an image');
    await expect.poll(() => notices.textContent()).toContain('torn.png cannot be read as an image');
    expect(await attached().count()).toBe(0);
    expect(await chat.composer.evaluate(() => 'hacked' in window)).toBe(false);
    await expectDraft('Look at');
    await chat.button('Dismiss').click();
  });
});

describe('an earlier message', () => {
  it('is edited in the input; Esc puts back what was there, and so does sending', async () => {
    const strip = workbench.panel.getByRole('group', { name: 'Editing an earlier message' });
    const edit = async () => {
      await chat.prompts.first().hover();
      await chat.prompts.first().getByRole('button', { name: 'Edit' }).click();
      await expectDraft('Name it alpha');
    };
    await ask('Name it alpha', { text: 'Named.' });
    await type('half a thought');
    await edit();
    expect(await strip.count()).toBe(1);
    await press('Escape');
    await expectDraft('half a thought');
    expect(await strip.count()).toBe(0);

    await edit();
    await type(' or beta');
    server.on('Name it alpha or beta', { text: 'Named otherwise.' });
    await press('Enter');
    await expect.poll(() => chat.answers.last().textContent()).toContain('Named otherwise.');
    expect(await chat.prompts.count()).toBe(1);
    expect(await chat.prompts.textContent()).toContain('Name it alpha or beta');
    await expectDraft('half a thought');
    expect(await strip.count()).toBe(0);
  });
});

describe('ghost text', () => {
  it('is filled in by Right at the end, and the rest of it stays while it is typed', async () => {
    await askAndSuggest('run the tests');
    await type('run');
    await expect.poll(() => chat.ghost.textContent()).toBe(' the tests');
    await press('ArrowLeft');
    await press('ArrowRight');
    await expectDraft('run');
    await press('ArrowRight');
    await expectDraft('run the tests');
    await expectPrompts('Fix the parser');
  });

  it('is filled in by Tab and by a click, and Enter then sends it', async () => {
    await askAndSuggest('run the tests');
    await chat.ghost.click();
    await expectDraft('run the tests');
    await press('Tab');
    await expectDraft('run the tests');
    server.on('run the tests', { text: 'All of them pass.' });
    server.on(SUGGESTION, { text: 'commit it' });
    await press('Enter');
    await expect.poll(() => chat.ghost.textContent()).toBe('commit it');
    await press('Tab');
    await expectDraft('commit it');
  });

  it('is sent by Enter once it has been there for a moment', async () => {
    await askAndSuggest('run the tests');
    await wait(GUARD_OVER);
    server.on('run the tests', { text: 'All of them pass.' });
    await press('Enter');
    await expectPrompts('Fix the parser', 'run the tests');
    await server.received('run the tests');
  });

  it('is only filled in by an Enter that comes with the focus', async () => {
    await askAndSuggest('run the tests');
    await workbench.page.locator('.part.editor').click();
    await wait(GUARD_OVER);
    await focusComposer();
    await press('Enter');
    await expectDraft('run the tests');
    await expectPrompts('Fix the parser');
  });

  it('is only filled in by Enter where it says something risky, and does not promise more', async () => {
    await askAndSuggest('push it');
    expect(await chat.composer.textContent()).not.toContain('run');
    await wait(GUARD_OVER);
    await press('Enter');
    await expectDraft('push it');
    await expectPrompts('Fix the parser');
  });

  it('is gone after a paste, whatever was pasted', async () => {
    await type('run');
    await press('ControlOrMeta+a');
    await press('ControlOrMeta+x');
    await askAndSuggest('run the tests');
    await press('ControlOrMeta+v');
    await expectDraft('run');
    await expect.poll(() => chat.ghost.count()).toBe(0);
  });
});

describe('what was typed', () => {
  it('is there again after a crash, with its images', async () => {
    await hand('paste', 'image.png', 64, 64);
    await chat.button('Remove Pasted image').waitFor();
    await type('Half written: ');
    await paste(LONG);
    await type(' and more');
    await wait(ON_DISK);
    await workbench.restart({ kill: true });
    workbench.forgetErrors();
    chat = await openChat(workbench);
    await chat.button('Remove Pasted image').waitFor();
    server.on('Half written', { text: 'Written.' });
    await chat.composer.click();
    await press('Enter');
    const [request] = await server.received('Half written');
    expect(request && lastUserText(request)).toContain(`Half written: ${LONG} and more`);
    expect(sentPictures(request)).toEqual(['image/png 64×64']);
  });
});

describe('Markdown that a model wrote', () => {
  it('runs nothing, loads nothing and leads only to the web', async () => {
    const asked: string[] = [];
    workbench.page.on('request', (request) => asked.push(request.url()));
    await ask('Be hostile', { text: HOSTILE, chunkSize: 200_000 });
    const answer = chat.answers.last();
    await expect.poll(() => answer.textContent()).toContain('<script>');
    await expect.poll(() => answer.textContent()).toContain('still open');
    const found = await answer.evaluate((element) => ({
      hacked: 'hacked' in window,
      elements: element.querySelectorAll('script, img, iframe, object, embed, form, style, svg, base').length,
      handlers: [...element.querySelectorAll('*')].filter((each) =>
        [...each.attributes].some(({ name }) => name.startsWith('on')),
      ).length,
      links: [...element.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    }));
    expect(found).toEqual({
      hacked: false,
      elements: 0,
      handlers: 0,
      links: ['https://example.invalid/image.png', 'https://example.invalid/page', 'https://example.invalid/reference'],
    });
    for (const text of ['run', 'script']) await answer.getByText(text, { exact: true }).first().click();
    expect(await answer.evaluate(() => 'hacked' in window)).toBe(false);
    expect(asked.filter((url) => url.includes('example.invalid'))).toEqual([]);
    expect(((await answer.textContent()) ?? '').length).toBeLessThan(100_000);
    await ask('Be deep', { text: DEEP, chunkSize: 200_000 });
    const deep = chat.answers.last();
    await expect.poll(() => deep.textContent()).toContain('deep quote');
    expect(await deep.evaluate((element) => element.querySelectorAll('a, script, blockquote').length)).toBe(0);
    await focusComposer();
    await type('still here');
    await expectDraft('still here');
  });
});

/** Deeper than the stack: shown as it stands. */
const DEEP = [
  '<script>window.hacked = 1</script>',
  `${'> '.repeat(2_000)}deep quote`,
  `${'- '.repeat(2_000)}deep item`,
].join('\n\n');

const HOSTILE = [
  '<script>window.hacked = 1</script> <img src="x" onerror="window.hacked = 2"> <svg onload="window.hacked = 3">',
  '[run](command:workbench.action.closeWindow) [script](javascript:window.hacked=4) [entity](&#106;avascript:hacked=5)',
  '[data](data:text/html,<script>window.hacked=6</script>) [file](file:///etc/passwd) [code](vscode://premove.premove/x)',
  '![image](https://example.invalid/image.png) [page](https://example.invalid/page) [reference][ref] [evil][evil]',
  '[ref]: https://example.invalid/reference\n[evil]: javascript:window.hacked=7',
  'x'.repeat(1_000_000),
  '```html\n<script>window.hacked = 8</script>\nstill open',
].join('\n\n');
