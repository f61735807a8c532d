import { expect, it } from 'vitest';
import { createLatch } from '../../support/latch.ts';
import { useComposer } from './composerUser.ts';

const user = useComposer();

const read = { name: 'read_file', arguments: { file_path: 'parser.ts' } };

function paragraphs(name: string, count = 60): string {
  return Array.from(
    { length: count },
    (_, n) => `The ${name} part, paragraph ${n + 1}, which is one line or two.`,
  ).join('\n\n');
}

function scrollPosition(): Promise<{ top: number; below: number }> {
  return user.chat.conversation.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
    top: Math.round(scrollTop),
    below: Math.round(scrollHeight - scrollTop - clientHeight),
  }));
}

const isAtEnd = async () => (await scrollPosition()).below <= 1;

/** Scrolls the transcript up with the wheel. Resolves when the scrolling has ended. */
async function scrollUp(): Promise<void> {
  const before = (await scrollPosition()).top;
  await user.chat.conversation.hover();
  await user.workbench.page.mouse.wheel(0, -600);
  await expect.poll(async () => before - (await scrollPosition()).top).toBe(600);
}

async function waitForEndOf(name: string): Promise<void> {
  await user.chat.answers.last().getByText(`The ${name} part, paragraph 60,`).waitFor({ state: 'attached' });
}

it('the transcript keeps the scroll position while an answer streams, and follows the answer again on Jump to latest', async () => {
  const scrolledUp = createLatch();
  const jumped = createLatch();
  user.server.on(
    'Explain',
    { text: paragraphs('first'), tools: [read] },
    { text: paragraphs('second'), tools: [read], hold: { until: scrolledUp.opened } },
    { text: paragraphs('third'), hold: { until: jumped.opened } },
  );
  const { chat } = user;
  const jump = chat.button('Jump to latest');
  await chat.send('Explain');
  await waitForEndOf('first');
  await expect.poll(isAtEnd).toBe(true);
  await expect.poll(() => jump.count()).toBe(0);

  await scrollUp();
  await jump.waitFor();
  const reading = await scrollPosition();
  scrolledUp.open();
  await waitForEndOf('second');
  expect((await scrollPosition()).top).toBe(reading.top);
  expect((await scrollPosition()).below).toBeGreaterThan(reading.below);

  await jump.click();
  await expect.poll(isAtEnd).toBe(true);
  await expect.poll(() => jump.count()).toBe(0);
  jumped.open();
  await waitForEndOf('third');
  await chat.button('Send').waitFor();
  await expect.poll(isAtEnd).toBe(true);
  await expect.poll(() => jump.count()).toBe(0);
});

it('the transcript stays in place while a menu of a message is open, and follows the answer when Esc closes the menu', async () => {
  const opened = createLatch();
  const ended = createLatch();
  user.server.on(
    'Explain',
    { text: paragraphs('first', 1), tools: [read] },
    { text: paragraphs('second'), tools: [read], hold: { until: opened.opened } },
    { text: 'The last part.', hold: { until: ended.opened } },
  );
  const { chat } = user;
  const { panel } = user.workbench;
  const focused = panel.locator(':focus');
  const menu = chat.prompts.last().getByRole('button', { name: 'More actions' });
  await chat.send('Explain');
  await chat.answers.last().getByText('The first part,').waitFor();
  await user.press('Control+Alt+ArrowUp');
  await chat.prompts.last().and(focused).waitFor();
  await user.press('Tab');
  await menu.and(focused).waitFor();
  await user.press('Enter');
  await panel.getByRole('menuitem').and(focused).waitFor();
  opened.open();
  await waitForEndOf('second');
  await panel.getByRole('menuitem').and(focused).waitFor();
  expect(await isAtEnd()).toBe(false);

  await user.press('Escape');
  await expect.poll(() => panel.getByRole('menuitem').count()).toBe(0);
  await expect.poll(isAtEnd).toBe(true);
  await chat.button('Stop').waitFor();
  ended.open();
  await chat.answers.last().getByText('The last part.').waitFor();
  await chat.button('Send').waitFor();
  await expect.poll(isAtEnd).toBe(true);
  expect(await chat.button('Jump to latest').count()).toBe(0);
});

it('the transcript scrolls to the end when the user sends a message', async () => {
  const { chat } = user;
  await user.ask('Explain', { text: paragraphs('first') });
  await scrollUp();
  await chat.button('Jump to latest').waitFor();
  await user.ask('And now', { text: paragraphs('second') });
  await expect.poll(isAtEnd).toBe(true);
  await expect.poll(() => chat.button('Jump to latest').count()).toBe(0);
});

it('messages can be clicked while the transcript scrolls, as it does while an answer streams', async () => {
  await user.ask('Explain', { text: paragraphs('first') });
  const hits = await user.chat.conversation.evaluate(async (log) => {
    const { left, top, width, height } = log.getBoundingClientRect();
    const found = [];
    for (let frames = 0; frames < 10; frames += 1) {
      log.scrollTop -= 10;
      await new Promise(requestAnimationFrame);
      found.push(document.elementFromPoint(left + width / 2, top + height / 2)?.closest('article') != null);
    }
    return found;
  });
  expect(hits).not.toContain(false);
});

it('the transcript restores the scroll position in a long answer after a reload, and keeps it while rows are mounted', async () => {
  const { chat } = user;
  const count = 500;
  const firstInView = () =>
    chat.conversation.evaluate((log) => {
      const { top } = log.getBoundingClientRect();
      const first = [...log.querySelectorAll('p')].find((each) => each.getBoundingClientRect().bottom > top);
      return { text: first?.textContent, top: Math.round((first?.getBoundingClientRect().top ?? 0) - top) };
    });
  const isWhole = async () => (await chat.answers.last().locator('p').count()) === count;
  await user.ask('Explain at length', { text: paragraphs('long', count), chunkSize: 100_000 });
  await expect.poll(isWhole).toBe(true);
  await expect.poll(isAtEnd).toBe(true);
  for (let times = 0; times < 5; times += 1) await scrollUp();
  const reading = await firstInView();
  expect(reading.text).toMatch(/paragraph [234]\d\d,/);
  await expect.poll(() => chat.button('Jump to latest').count()).toBe(1);
  // The panel stores the scroll position when the scrolling has ended.
  await user.wait(500);
  const frame = await user.workbench.panelFrame();
  const gone = new Promise<void>((resolve) => {
    user.workbench.page.on('framedetached', (detached) => detached === frame && resolve());
  });
  await user.workbench.executeCommand('workbench.action.webview.reloadWebviewAction');
  await gone;
  const isInPlace = async () => {
    const { text, top } = await firstInView();
    // The browser scrolls by whole pixels.
    return text === reading.text && Math.abs(top - reading.top) <= 1;
  };
  await expect.poll(isInPlace).toBe(true);
  await expect.poll(isWhole).toBe(true);
  expect(await isInPlace()).toBe(true);
  await chat.button('Jump to latest').click();
  await expect.poll(isAtEnd).toBe(true);
});
