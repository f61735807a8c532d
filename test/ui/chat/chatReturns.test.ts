import { describe, expect, it } from 'vitest';
import { BEGINNING, STORY, useStories } from './storyUser.ts';

const user = useStories();

describe('an answer', () => {
  it('is restored and continues when the webview is reloaded in the middle', async () => {
    const release = await user.beginStory('Tell me a story');
    await user.chat.composer.click();
    await user.type('my next thought');
    await user.expectDraft('my next thought');
    await untilFrameIsGone(() => user.workbench.executeCommand('workbench.action.webview.reloadWebviewAction'));
    await user.expectText(BEGINNING);
    await user.expectDraft('my next thought');
    await expect.poll(() => user.answer().getAttribute('aria-busy')).toBe('true');
    release();
    await user.expectText(STORY);
    await expect.poll(() => user.chat.answers.count()).toBe(1);
    expect(user.server.requests()).toHaveLength(1);
  });

  it('is shown again after the view was hidden, and continues while the view is hidden', async () => {
    const release = await user.beginStory('Tell me a story');
    const frame = await user.workbench.panelFrame();
    const size = () => frame.evaluate(() => [document.body.offsetWidth, document.body.offsetHeight]);
    const shownSize = await size();
    await hidePanel();
    // VS Code shrinks the frame of the hidden page. The panel keeps its size, so it need not be laid out again.
    await expect.poll(() => frame.evaluate(() => innerHeight)).toBe(150);
    expect(await size()).toEqual(shownSize);
    await user.workbench.openPanel();
    await user.expectText(BEGINNING);
    await expect.poll(() => frame.evaluate(() => document.body.style.height)).toBe('');
    expect(await size()).toEqual(shownSize);
    await expect.poll(() => user.answer().getAttribute('aria-busy')).toBe('true');
    await hidePanel();
    release();
    await expect.poll(() => user.server.requests('Tell me a story')[0]?.answered).toBe(true);
    // VS Code keeps the hidden page, which renders no updates.
    expect(await frame.getByRole('article', { name: 'Premove' }).last().textContent()).not.toContain(STORY);
    await user.workbench.openPanel();
    await user.expectText(STORY);
    expect(await user.workbench.panelFrame()).toBe(frame);
    await expect.poll(() => user.answer().getAttribute('aria-busy')).toBe('false');
    expect(user.server.requests()).toHaveLength(1);
  });

  it('keeps its partial text and the draft when the window is reloaded, and continues', async () => {
    // Differs from the draft of the first test, which may still be on disk.
    const draft = 'my next thought but one';
    await user.beginStory('Tell me a story');
    await user.chat.composer.click();
    await user.type(draft);
    await expect.poll(() => user.isOnDisk(draft)).toBe(true);
    await user.workbench.reload();
    await user.openChat();
    await user.answered('Interrupted when the window closed or reloaded');
    await expect.poll(() => user.answerText()).toBe(BEGINNING);
    await user.expectDraft(draft);
    await expect.poll(() => user.server.requests('Tell me a story')[0]?.aborted).toBe(true);

    user.server.on(/^\[Your last message was cut off/, { text: STORY.slice(BEGINNING.length) });
    await user.answer().getByRole('button', { name: 'Continue' }).click();
    await user.expectText(STORY);
    await expect.poll(() => user.chat.answers.count()).toBe(1);
    expect(user.server.requests()).toHaveLength(2);
    await expect.poll(() => user.chat.draft()).toBe(draft);
  });
});

it('Premove restores an answer when the view is moved, and when its frame is removed', async () => {
  const release = await user.beginStory('Tell me a story');
  for (const destinationId of ['workbench.view.explorer', 'workbench.view.extension.premove']) {
    const move = { viewIds: ['premove.chat'], destinationId };
    await untilFrameIsGone(() => user.workbench.executeCommand('vscode.moveViews', move));
    await user.expectText(BEGINNING);
  }
  await untilFrameIsGone(() => user.workbench.page.locator('iframe.webview').evaluate((frame) => frame.remove()));
  for (const destinationId of ['workbench.view.explorer', 'workbench.view.extension.premove'])
    await user.workbench.executeCommand('vscode.moveViews', { viewIds: ['premove.chat'], destinationId });
  await user.expectText(BEGINNING);
  await expect.poll(() => user.answer().getAttribute('aria-busy')).toBe('true');
  release();
  await user.expectText(STORY);
  expect(user.server.requests()).toHaveLength(1);
});

async function hidePanel(): Promise<void> {
  await user.workbench.executeCommand('workbench.view.explorer');
  await user.workbench.page.locator('iframe.webview').waitFor({ state: 'hidden' });
}

/** Runs an action that ends the webview's frame, and waits until the frame is gone. */
async function untilFrameIsGone(act: () => Promise<unknown>): Promise<void> {
  const frame = await user.workbench.panelFrame();
  const gone = new Promise<void>((resolve) => {
    user.workbench.page.on('framedetached', (detached) => detached === frame && resolve());
  });
  await act();
  await gone;
}
