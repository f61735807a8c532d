import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { lastUserText, toolExchange, type ModelRequest } from '../../support/modelRequest.ts';
import { longText } from '../../support/longText.ts';
import { cutOff, recordedTurn, WIRES } from './chatWires.ts';
import { BEGINNING, BROKEN_STORY, heldStory, STORY, useStories } from './storyUser.ts';

const user = useStories();

/** Sends a prompt and waits for `text` as its answer. */
async function ask(prompt: string, text: string): Promise<void> {
  user.server.on((request) => lastUserText(request) === prompt, { text });
  await user.chat.send(prompt);
  await user.expectText(text);
  await expect.poll(() => user.chat.button('Send').count()).toBe(1);
}

const expectExchanges = async (prompts: string[], answers: string[]): Promise<void> => {
  await expect.poll(() => user.chat.prompts.locator('.bubble').allTextContents()).toEqual(prompts);
  await expect.poll(() => user.chat.answers.locator('.markdown').allTextContents()).toEqual(answers);
};

/** Switches to the other version of a message that has two. */
async function showVersion(message: Locator, which: 'Previous' | 'Next'): Promise<void> {
  await expect.poll(() => message.textContent()).toContain(which === 'Previous' ? '2/2' : '1/2');
  await message.getByRole('button', { name: `${which} version` }).click();
  await expect.poll(() => message.textContent()).toContain(which === 'Previous' ? '1/2' : '2/2');
}

describe.each(WIRES)('a chat over $wire', ({ wire, model, path }) => {
  beforeAll(async () => {
    await user.useModel(model);
  });

  it('shows the answer while it streams', async () => {
    const release = await user.beginStory('Tell me a story');
    const [request] = user.server.requests('Tell me a story');
    expect(request?.path).toMatch(path);
    expect(request?.answered).toBe(false);
    await expect.poll(() => user.answer().getAttribute('aria-busy')).toBe('true');
    release();
    await user.expectText(STORY);
    await expect.poll(() => user.chat.button('Send').count()).toBe(1);
    await expect.poll(() => user.answer().getAttribute('aria-busy')).toBe('false');
    expect(await user.chat.prompts.allTextContents()).toEqual(['Tell me a story']);
  });

  it('aborts the connection on Esc, and sends the partial answer with the next prompt', async () => {
    await user.beginStory('Tell me a story');
    await user.press('Escape');
    await user.answered('You stopped this answer.');
    await expect.poll(() => user.server.requests('Tell me a story')[0]?.aborted).toBe(true);
    await expect.poll(() => user.answerText()).toBe(BEGINNING);

    user.server.on('And the end?', { text: 'They wrote it a poem.' });
    await user.chat.send('And the end?');
    await user.expectText('They wrote it a poem.');
    const [next] = user.server.requests('And the end?');
    expect(next?.text).toContain(JSON.stringify(BEGINNING));
    expect(next?.text).toContain('interrupted');
    expect(user.server.requests()).toHaveLength(2);
    await expect.poll(() => user.chat.answers.count()).toBe(2);
  });

  it('continues an answer that was cut off at the output limit', async () => {
    user.server.on('Tell me a story', cutOff({ wire }, 'A robot learned'));
    await user.chat.send('Tell me a story');
    await user.answered('Stopped at the output limit');
    user.server.on(/^\[Your last message was cut off/, { text: ' to paint.' });
    await user.answer().getByRole('button', { name: 'Continue' }).click();
    await user.expectText('A robot learned to paint.');
    await expect.poll(() => user.chat.answers.count()).toBe(1);

    user.server.on('And then?', { text: 'It painted.' });
    await user.chat.send('And then?');
    await user.expectText('It painted.');
    const [next] = user.server.requests('And then?');
    expect(next?.text).toContain('A robot learned to paint.');
    expect(next?.text).not.toContain('Your last message');
    await showVersion(user.chat.answers.first(), 'Previous');
    await user.expectText('A robot learned');
  });

  it('compresses earlier messages and sends the request again if the provider reports that the context is full', async () => {
    const story = longText('A robot', 1_200);
    user.server.on('Tell me a story', { text: story });
    await user.chat.send('Tell me a story');
    await expect.poll(() => user.chat.button('Send').count()).toBe(1);
    user.server.otherwise(/The conversation is getting too long/, { text: 'The robot painted.' });
    const tooLong = { status: 400, message: 'The prompt is too long: the maximum context length is 2048 tokens.' };
    user.server.on('And then?', { error: tooLong }, { text: 'It slept.' });
    await user.chat.send('And then?');
    await user.expectText('It slept.');
    const divider = user.workbench.panel.getByRole('group', { name: 'Compressed messages' });
    await expect.poll(() => divider.textContent()).toMatch(/^Compressed 2 messages, .* tokens/);
    const [, next] = user.server.requests('And then?');
    expect(next?.text).toContain('The robot painted.');
    expect(next?.text).toContain('Tell me a story');
    expect(next?.text).not.toContain(story);
  });

  it('replaces the text that arrived before the connection was lost, and does not repeat text', async () => {
    const story = heldStory();
    user.server.on('Tell me a story', BROKEN_STORY, story.answer);
    await user.chat.send('Tell me a story');
    await user.server.received('Tell me a story', { count: 2 });
    await user.expectText(BEGINNING);
    story.release();
    await user.expectText(STORY);
    expect(user.server.requests('Tell me a story')).toHaveLength(2);
    await expect.poll(() => user.chat.answers.count()).toBe(1);
  });
});

describe('a chat', () => {
  beforeAll(() => user.useModel(WIRES[0].model));

  it('aborts the connection on Stop', async () => {
    await user.beginStory('Tell me a story');
    await user.chat.button('Stop').click();
    await user.answered('You stopped this answer.');
    await expect.poll(() => user.server.requests('Tell me a story')[0]?.aborted).toBe(true);
    await expect.poll(() => user.answerText()).toBe(BEGINNING);
  });

  it('retries by itself after a temporary error, and shows one answer', async () => {
    user.server.on('Tell me a story', { error: { status: 503, message: 'Busy' } }, { text: STORY });
    await user.chat.send('Tell me a story');
    await user.expectText(STORY);
    await expect.poll(() => user.chat.button('Send').count()).toBe(1);
    expect(user.server.requests('Tell me a story')).toHaveLength(2);
    expect(user.server.requests('Tell me a story')[1]?.text).toBe(user.server.requests('Tell me a story')[0]?.text);
    await expect.poll(() => user.chat.answers.count()).toBe(1);
  });

  it('adds another answer on Retry, and can show the earlier one', async () => {
    user.server.on('Tell me a joke', { text: 'Why did it stop? No reason.' }, { text: 'Knock, knock.' });
    await user.chat.send('Tell me a joke');
    await user.expectText('Why did it stop? No reason.');
    await user.answer().getByRole('button', { name: 'Retry' }).click();
    await user.expectText('Knock, knock.');
    await expect.poll(() => user.chat.answers.count()).toBe(1);
    await expect.poll(() => user.chat.prompts.count()).toBe(1);
    const [first, second] = user.server.requests('Tell me a joke');
    expect(second?.text).toBe(first?.text);

    await showVersion(user.answer(), 'Previous');
    await user.expectText('Why did it stop? No reason.');
    await showVersion(user.answer(), 'Next');
    await user.expectText('Knock, knock.');
    expect(user.server.requests()).toHaveLength(2);
  });

  it('adds an edited prompt as another version, and continues from the shown version', async () => {
    await ask('Tell me a joke', 'Why did it stop?');
    await ask('Why?', 'No reason.');
    await user.chat.composer.click();
    await user.type('my next thought');
    await user.chat.prompts.first().hover();
    await user.chat.prompts.first().getByRole('button', { name: 'Edit', exact: true }).click();
    await user.expectDraft('Tell me a joke');
    user.server.on('Tell me a joke about cats', { text: 'A cat walks into a parser.' });
    await user.press('End');
    await user.type(' about cats');
    await user.press('Enter');
    await user.expectText('A cat walks into a parser.');
    await expectExchanges(['Tell me a joke about cats'], ['A cat walks into a parser.']);
    const [edited] = user.server.requests('Tell me a joke about cats');
    expect(edited?.text).not.toContain('No reason.');
    expect(edited?.text).not.toContain('Why did it stop?');
    await user.expectDraft('my next thought');
    await user.clearComposer();

    await showVersion(user.chat.prompts.first(), 'Previous');
    await expectExchanges(['Tell me a joke', 'Why?'], ['Why did it stop?', 'No reason.']);
    await showVersion(user.chat.prompts.first(), 'Next');
    await expectExchanges(['Tell me a joke about cats'], ['A cat walks into a parser.']);
    await showVersion(user.chat.prompts.first(), 'Previous');
    await ask('Go on', 'With what?');
    const [next] = user.server.requests('Go on');
    for (const seen of ['Tell me a joke', 'Why did it stop?', 'Why?', 'No reason.']) expect(next?.text).toContain(seen);
    expect(next?.text).not.toContain('cats');
    expect(user.server.requests()).toHaveLength(4);
  });

  it('stops the answer when a new chat begins, and does not show it there', async () => {
    const release = await user.beginStory('Tell me a story');
    await user.chat.newChat();
    await expect.poll(() => user.server.requests('Tell me a story')[0]?.aborted).toBe(true);
    release();
    user.server.on('Tell me a joke', { text: 'Knock, knock.' });
    await user.chat.send('Tell me a joke');
    await user.expectText('Knock, knock.');
    await expect.poll(() => user.chat.answers.count()).toBe(1);
    expect(user.server.requests('Tell me a joke')[0]?.text).not.toContain('Tell me a story');
  });
});

it('Premove continues one conversation over all wires, without the signatures of other providers', async () => {
  const exchanges = [...WIRES, WIRES[0]].map((wire, index) => ({
    ...wire,
    prompt: `Look around, number ${index}`,
    text: `Seen by number ${index}.`,
    turn: index < WIRES.length ? recordedTurn(wire) : undefined,
  }));
  for (const [index, { model, path, prompt, text, turn }] of exchanges.entries()) {
    await user.useModel(model);
    user.server.on(prompt, ...(turn ? [turn.answer] : []), { text });
    await user.chat.send(prompt);
    await user.answered(text);
    await expect.poll(() => user.chat.button('Send').count()).toBe(1);

    const requests = user.server.requests(prompt);
    expect(requests.map((request) => path.test(request.path))).toEqual(turn ? [true, true] : [true]);
    const last = requests.at(-1) as ModelRequest;
    for (const earlier of exchanges.slice(0, index)) {
      expect(last.text).toContain(earlier.prompt);
      expect(last.text).toContain(earlier.text);
    }
    const { calls, results } = toolExchange(last);
    expect(calls).toHaveLength(2 * Math.min(index + 1, WIRES.length));
    expect(results).toEqual(calls);
    for (const other of exchanges.slice(0, index).filter((exchange) => exchange.model !== model)) {
      expect(last.text).not.toContain(other.turn?.thought);
      if (other.turn?.signature) expect(last.text).not.toContain(other.turn.signature);
    }
    const own = exchanges.find((exchange) => exchange.model === model)?.turn?.signature;
    if (own) expect(last.text).toContain(own);
  }
});
