import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastUserText, toolExchange, type ModelRequest } from '../support/modelRequest.ts';
import { startModelServer, type Answer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import type { Workbench } from '../support/vscode/workbench.ts';
import { BEGINNING, BROKEN_STORY, heldStory, recordedRound, startChatWorkbench, STORY, WIRES } from './chatWires.ts';

let server: ModelServer;
let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  server = await startModelServer();
  workbench = await startChatWorkbench(server);
  chat = await openChat(workbench);
});
beforeEach(async () => {
  await workbench.executeCommand('premove.newChat');
  await expect.poll(() => chat.prompts.count()).toBe(0);
  server.reset();
});
afterEach(() => {
  expect(server.unexpected().map(lastUserText)).toEqual([]);
});
afterAll(async () => {
  await workbench.close();
  await server.close();
});

const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
const type = (text: string): Promise<void> => workbench.page.keyboard.type(text);
const answer = (): Locator => chat.answers.last();
const expectAnswer = (text: string) => expect.poll(() => answer().textContent()).toContain(text);
const requestsFor = (prompt: string) => server.requests(prompt);

/** The text of the answer alone, without what stands around it. */
const answerText = (): Promise<string> =>
  answer()
    .locator('.markdown')
    .allTextContents()
    .then((texts) => texts.join(''));
const expectText = (text: string) => expect.poll(answerText).toBe(text);

/** A prompt whose answer has begun to show. Returns what lets it go on. */
async function beginStory(prompt: string): Promise<() => void> {
  const { answer, release } = heldStory();
  server.on(prompt, answer);
  await chat.send(prompt);
  await expectText(BEGINNING);
  return release;
}

/** A prompt that is answered with one text. */
async function ask(prompt: string, text: string): Promise<void> {
  server.on((request) => lastUserText(request) === prompt, { text });
  await chat.send(prompt);
  await expectText(text);
  await expect.poll(() => chat.button('Send').count()).toBe(1);
}

const expectTurns = async (prompts: string[], answers: string[]): Promise<void> => {
  await expect.poll(() => chat.prompts.locator('.bubble').allTextContents()).toEqual(prompts);
  await expect.poll(() => chat.answers.locator('.markdown').allTextContents()).toEqual(answers);
};

/** Of two versions of a message, shows the other. */
async function version(message: Locator, which: 'Previous' | 'Next'): Promise<void> {
  await expect.poll(() => message.textContent()).toContain(which === 'Previous' ? '2/2' : '1/2');
  await message.getByRole('button', { name: `${which} version` }).click();
  await expect.poll(() => message.textContent()).toContain(which === 'Previous' ? '1/2' : '2/2');
}

describe.each(WIRES)('a chat over $wire', ({ model, path }) => {
  beforeAll(async () => {
    await workbench.changeSettings({ 'premove.model': model });
  });

  it('shows the answer while it is written', async () => {
    const release = await beginStory('Tell me a story');
    const [request] = requestsFor('Tell me a story');
    expect(request?.path).toMatch(path);
    expect(request?.answered).toBe(false);
    expect(await answer().getAttribute('aria-busy')).toBe('true');
    release();
    await expectText(STORY);
    await expect.poll(() => chat.button('Send').count()).toBe(1);
    expect(await answer().getAttribute('aria-busy')).toBe('false');
    expect(await chat.prompts.allTextContents()).toEqual(['Tell me a story']);
  });

  it.each([
    ['Esc', () => press('Escape')],
    ['Stop', () => chat.button('Stop').click()],
  ])('stops at %s, to the socket, and tells the model next time what was seen', async (_name, stop) => {
    await beginStory('Tell me a story');
    await stop();
    await expectAnswer('You stopped this answer.');
    await expect.poll(() => requestsFor('Tell me a story')[0]?.aborted).toBe(true);
    expect(await answerText()).toBe(BEGINNING);

    server.on('And the end?', { text: 'They wrote it a poem.' });
    await chat.send('And the end?');
    await expectText('They wrote it a poem.');
    const [next] = requestsFor('And the end?');
    expect(next?.text).toContain(JSON.stringify(BEGINNING));
    expect(next?.text).toContain('interrupted');
    expect(server.requests()).toHaveLength(2);
    expect(await chat.answers.count()).toBe(2);
  });

  it('asks again by itself after an error that passes, and shows one answer', async () => {
    server.on('Tell me a story', { error: { status: 503, message: 'Busy' } }, { text: STORY });
    await chat.send('Tell me a story');
    await expectText(STORY);
    await expect.poll(() => chat.button('Send').count()).toBe(1);
    expect(requestsFor('Tell me a story')).toHaveLength(2);
    expect(requestsFor('Tell me a story')[1]?.text).toBe(requestsFor('Tell me a story')[0]?.text);
    expect(await chat.answers.count()).toBe(1);
  });

  it('replaces what a connection that died had brought, and doubles nothing', async () => {
    const story = heldStory();
    server.on('Tell me a story', BROKEN_STORY, story.answer);
    await chat.send('Tell me a story');
    await server.received('Tell me a story', { count: 2 });
    await expectText(BEGINNING);
    story.release();
    await expectText(STORY);
    expect(requestsFor('Tell me a story')).toHaveLength(2);
    expect(await chat.answers.count()).toBe(1);
  });

  it('answers anew on Retry, and leads back to the answer that was there', async () => {
    server.on('Tell me a joke', { text: 'Why did it stop? No reason.' }, { text: 'Knock, knock.' });
    await chat.send('Tell me a joke');
    await expectText('Why did it stop? No reason.');
    await answer().getByRole('button', { name: 'Retry' }).click();
    await expectText('Knock, knock.');
    expect(await chat.answers.count()).toBe(1);
    expect(await chat.prompts.count()).toBe(1);
    const [first, second] = requestsFor('Tell me a joke');
    expect(second?.text).toBe(first?.text);

    await version(answer(), 'Previous');
    await expectText('Why did it stop? No reason.');
    await version(answer(), 'Next');
    await expectText('Knock, knock.');
    expect(server.requests()).toHaveLength(2);
  });

  it('sends an edited prompt beside the old one, and goes on from whichever is shown', async () => {
    await ask('Tell me a joke', 'Why did it stop?');
    await ask('Why?', 'No reason.');
    await chat.composer.click();
    await type('my next thought');
    await chat.prompts.first().hover();
    await chat.prompts.first().getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => chat.draft()).toBe('Tell me a joke');
    server.on('Tell me a joke about cats', { text: 'A cat walks into a parser.' });
    await press('End');
    await type(' about cats');
    await press('Enter');
    await expectText('A cat walks into a parser.');
    await expectTurns(['Tell me a joke about cats'], ['A cat walks into a parser.']);
    const [edited] = requestsFor('Tell me a joke about cats');
    expect(edited?.text).not.toContain('No reason.');
    expect(edited?.text).not.toContain('Why did it stop?');
    await expect.poll(() => chat.draft()).toBe('my next thought');
    await clearComposer();

    await version(chat.prompts.first(), 'Previous');
    await expectTurns(['Tell me a joke', 'Why?'], ['Why did it stop?', 'No reason.']);
    await version(chat.prompts.first(), 'Next');
    await expectTurns(['Tell me a joke about cats'], ['A cat walks into a parser.']);
    await version(chat.prompts.first(), 'Previous');
    await ask('Go on', 'With what?');
    const [next] = requestsFor('Go on');
    for (const seen of ['Tell me a joke', 'Why did it stop?', 'Why?', 'No reason.']) expect(next?.text).toContain(seen);
    expect(next?.text).not.toContain('cats');
    expect(server.requests()).toHaveLength(4);
  });

  it('comes back as it was, and goes on, where the webview is killed in the middle', async () => {
    const release = await beginStory('Tell me a story');
    await chat.composer.click();
    await type('my next thought');
    await killing(() => workbench.executeCommand('workbench.action.webview.reloadWebviewAction'));
    await expectText(BEGINNING);
    await expect.poll(() => chat.draft()).toBe('my next thought');
    expect(await answer().getAttribute('aria-busy')).toBe('true');
    release();
    await expectText(STORY);
    expect(await chat.answers.count()).toBe(1);
    expect(server.requests()).toHaveLength(1);
    await clearComposer();
  });

  it('comes back in the middle where the view was hidden, and goes on while it is', async () => {
    const release = await beginStory('Tell me a story');
    await hidePanel();
    await workbench.openPanel();
    await expectText(BEGINNING);
    expect(await answer().getAttribute('aria-busy')).toBe('true');
    await hidePanel();
    release();
    await expect.poll(() => requestsFor('Tell me a story')[0]?.answered).toBe(true);
    await workbench.openPanel();
    await expectText(STORY);
    expect(await answer().getAttribute('aria-busy')).toBe('false');
    expect(server.requests()).toHaveLength(1);
  });

  it('stops the answer for a new chat, and shows nothing of it there', async () => {
    const release = await beginStory('Tell me a story');
    await workbench.executeCommand('premove.newChat');
    await expect.poll(() => chat.prompts.count()).toBe(0);
    await expect.poll(() => requestsFor('Tell me a story')[0]?.aborted).toBe(true);
    release();
    server.on('Tell me a joke', { text: 'Knock, knock.' });
    await chat.send('Tell me a joke');
    await expectText('Knock, knock.');
    expect(await chat.answers.count()).toBe(1);
    expect(requestsFor('Tell me a joke')[0]?.text).not.toContain('story');
  });

  it('keeps what was written when the window is reloaded in the middle, and goes on from there', async () => {
    await beginStory('Tell me a story');
    await chat.composer.click();
    await type('my next thought');
    await expect.poll(() => storedDrafts(workbench)).toContain('my next thought');
    await workbench.reload();
    chat = await openChat(workbench);
    await expectAnswer('This answer is not finished: its window was reloaded');
    expect(await answerText()).toBe(BEGINNING);
    await expect.poll(() => chat.draft()).toBe('my next thought');
    await expect.poll(() => requestsFor('Tell me a story')[0]?.aborted).toBe(true);

    server.on('Tell me a story', { text: STORY });
    await answer().getByRole('button', { name: 'Retry' }).click();
    await expectText(STORY);
    expect(await chat.answers.count()).toBe(1);
    expect(server.requests()).toHaveLength(2);
    expect(await chat.draft()).toBe('my next thought');
    await clearComposer();
  });
});

it('comes back in the middle in another part of the window, and where its frame was torn out', async () => {
  const release = await beginStory('Tell me a story');
  for (const destinationId of ['workbench.view.explorer', 'workbench.view.extension.premove']) {
    const move = { viewIds: ['premove.chat'], destinationId };
    await killing(() => workbench.executeCommand('vscode.moveViews', move));
    await expectText(BEGINNING);
  }
  await killing(() => workbench.page.locator('iframe.webview').evaluate((frame) => frame.remove()));
  await workbench.executeCommand('workbench.view.explorer');
  await workbench.openPanel();
  await expectText(BEGINNING);
  expect(await answer().getAttribute('aria-busy')).toBe('true');
  release();
  await expectText(STORY);
  expect(server.requests()).toHaveLength(1);
});

it('carries one conversation through all wires, and leaves what others signed out', async () => {
  const turns = [...WIRES, WIRES[0]].map((wire, index) => ({
    ...wire,
    prompt: `Look around, number ${index}`,
    text: `Seen by number ${index}.`,
    round: index < WIRES.length ? recordedRound(wire) : undefined,
  }));
  for (const [index, { model, path, prompt, text, round }] of turns.entries()) {
    await workbench.changeSettings({ 'premove.model': model });
    server.on(prompt, ...(round ? [round.answer] : []), { text });
    await chat.send(prompt);
    await expectAnswer(text);
    await expect.poll(() => chat.button('Send').count()).toBe(1);

    const requests = requestsFor(prompt);
    expect(requests.map((request) => path.test(request.path))).toEqual(round ? [true, true] : [true]);
    const last = requests.at(-1) as ModelRequest;
    for (const earlier of turns.slice(0, index)) {
      expect(last.text).toContain(earlier.prompt);
      expect(last.text).toContain(earlier.text);
    }
    const { calls, results } = toolExchange(last);
    expect(calls).toHaveLength(2 * Math.min(index + 1, WIRES.length));
    expect(results).toEqual(calls);
    for (const other of turns.slice(0, index).filter((turn) => turn.model !== model)) {
      expect(last.text).not.toContain(other.round?.thought);
      if (other.round?.signature) expect(last.text).not.toContain(other.round.signature);
    }
    const own = turns.find((turn) => turn.model === model)?.round?.signature;
    if (own) expect(last.text).toContain(own);
  }
});

describe('a failed request', () => {
  beforeAll(async () => {
    await workbench.changeSettings({ 'premove.model': WIRES[0].model });
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
    server.on('Tell me a joke', fault);
    await chat.send('Tell me a joke');
    await expectAnswer(sentence);
    await expect.poll(() => answer().getByRole('button', { name: action }).count()).toBe(1);
    expect(server.requests()).toHaveLength(1);
  });

  it('says of an empty answer that it is one, and asks again on Retry', async () => {
    server.on('Tell me a joke', { text: '' }, { text: 'Knock, knock.' });
    await chat.send('Tell me a joke');
    await expectAnswer('The model sent an empty answer. Try again, or word it differently.');
    await answer().getByRole('button', { name: 'Retry' }).click();
    await expectText('Knock, knock.');
    await expect.poll(() => answer().textContent()).not.toContain('empty answer');
    expect(server.requests()).toHaveLength(2);
  });

  it('says how long it waits for a limit, and stops waiting when told to', async () => {
    server.on('Tell me a joke', {
      error: { status: 429, type: 'rate_limit_error', message: 'Slow down.', retryAfter: 50 },
    });
    await chat.send('Tell me a joke');
    await expect
      .poll(() => answer().textContent())
      .toMatch(/Anthropic limits the rate \(429\)\. Trying again in \d+ s \(2 of 5\)\./);
    await answer().getByRole('button', { name: 'Stop trying again' }).click();
    await expectAnswer('You stopped this answer.');
    server.on('Tell me a joke', { text: 'Knock, knock.' });
    await answer().getByRole('button', { name: 'Retry' }).click();
    await expectText('Knock, knock.');
    expect(server.requests()).toHaveLength(2);
  });

  it('says of a server that is not there to start it, and asks again on Retry', async () => {
    await workbench.changeSettings({ 'premove.model': 'gone/claude-sonnet-5' });
    await chat.send('Tell me a joke');
    await expectAnswer(
      'Nothing answers at the address of gone. Start it, or mend the address in the settings, then try again.',
    );
    await workbench.changeSettings({ 'premove.model': WIRES[0].model });
    server.on('Tell me a joke', { text: 'Knock, knock.' });
    await answer().getByRole('button', { name: 'Retry' }).click();
    await expectText('Knock, knock.');
    expect(await chat.prompts.count()).toBe(1);
    expect(server.requests()).toHaveLength(1);
  });
});

async function hidePanel(): Promise<void> {
  await killing(() => workbench.executeCommand('workbench.view.explorer'));
}

/** Does something that ends the webview's frame, and sees to it that it did. */
async function killing(act: () => Promise<unknown>): Promise<void> {
  const frame = await workbench.panelFrame();
  const gone = new Promise<void>((resolve) => {
    workbench.page.on('framedetached', (detached) => detached === frame && resolve());
  });
  await act();
  await gone;
}

async function clearComposer(): Promise<void> {
  await chat.composer.click();
  await press('ControlOrMeta+A');
  await press('Delete');
  await expect.poll(() => chat.draft()).toBe('');
}

/** The drafts that the extension has written down. */
async function storedDrafts({ userDataDir }: Workbench): Promise<unknown[]> {
  const storage = join(userDataDir, 'User', 'workspaceStorage');
  const files = (await readdir(storage, { recursive: true })).filter((file) => /drafts.*\.json$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(storage, file), 'utf8')));
  return texts.map((text) => (JSON.parse(text) as { text?: unknown }).text);
}
