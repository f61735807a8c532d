import type { FrameLocator, Locator } from 'playwright-core';
import { until } from '../until.ts';
import type { Workbench } from './workbench.ts';

/** The chat panel. Its elements are found by the names that users and assistive technology rely on. */
export interface ChatPanel {
  readonly composer: Locator;
  readonly conversation: Locator;
  readonly ghost: Locator;
  readonly speculationBar: Locator;
  readonly answers: Locator;
  readonly prompts: Locator;
  button(name: string): Locator;
  /** Starts a new chat. Resolves when the panel shows it and the composer has the caret. */
  newChat(): Promise<void>;
  /** Waits until the chat is idle, inserts a prompt in one piece, and sends it. Resolves when the composer is empty. */
  send(text: string): Promise<void>;
  /** The composer's text as the user sees it, without ghost text. */
  draft(): Promise<string>;
}

export async function openChat(workbench: Workbench): Promise<ChatPanel> {
  return chatIn(await workbench.openPanel(), workbench);
}

function chatIn(panel: FrameLocator, { page, executeCommand }: Workbench): ChatPanel {
  const composer = panel.getByRole('textbox', { name: 'Message Premove' });
  const prompts = panel.getByRole('article', { name: 'You' });
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const draft = () =>
    composer.evaluate((element) => {
      const copy = element.cloneNode(true) as HTMLElement;
      for (const widget of copy.querySelectorAll('[contenteditable="false"], .cm-placeholder')) widget.remove();
      return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
    });
  return {
    composer,
    conversation: panel.getByRole('log', { name: 'Conversation' }),
    ghost: panel.getByTestId('ghost-text'),
    speculationBar: panel.getByTestId('speculation'),
    answers: panel.getByRole('article', { name: 'Premove' }),
    prompts,
    button,
    newChat: async () => {
      // The host sends the command to focus the composer after the new chat's state, so the caret shows that the chat
      // is new. An empty transcript does not show that: the old chat may be empty too, and would then get the text.
      await composer.evaluate((element) => (element as HTMLElement).blur());
      await executeCommand('premove.newChat');
      await composer.and(panel.locator(':focus')).waitFor();
      await prompts.first().waitFor({ state: 'detached' });
    },
    send: async (text) => {
      // During an answer, the button is Stop, and Enter queues the prompt.
      await button('Send').waitFor();
      await composer.click();
      await page.keyboard.insertText(text);
      await until(`the composer contains “${text}”`, async () => (await draft()) === text);
      await page.keyboard.press('Enter');
      await until(`the composer is empty after “${text}” was sent`, async () => (await draft()) === '');
    },
    draft,
  };
}
