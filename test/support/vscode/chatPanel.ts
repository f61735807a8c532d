import type { FrameLocator, Locator } from 'playwright-core';
import { until } from '../until.ts';
import type { Workbench } from './workbench.ts';

/** The chat panel by the names that users and assistive technology know it by. */
export interface ChatPanel {
  readonly composer: Locator;
  readonly conversation: Locator;
  readonly ghost: Locator;
  readonly speculationBar: Locator;
  readonly answers: Locator;
  readonly prompts: Locator;
  button(name: string): Locator;
  /** Starts a new chat; resolves when it is what the panel shows, with the caret in the input. */
  newChat(): Promise<void>;
  /** Types a prompt key by key once nothing is answered any more, and presses Enter; resolves when it has left the input. */
  send(text: string): Promise<void>;
  /** The composer's text as the user sees it, ghost text not included. */
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
      // The command ends by moving the caret to the input, behind the new chat's state on the same channel. That the
      // transcript is empty would not do: the old chat's may not be filled yet, and what is typed goes to the old chat.
      await composer.evaluate((element) => (element as HTMLElement).blur());
      await executeCommand('premove.newChat');
      await composer.and(panel.locator(':focus')).waitFor();
      await prompts.first().waitFor({ state: 'detached' });
    },
    send: async (text) => {
      // While something is answered, the button is Stop, and Enter queues.
      await button('Send').waitFor();
      await composer.click();
      await page.keyboard.type(text);
      await until(`the input holds “${text}”`, async () => (await draft()) === text);
      await page.keyboard.press('Enter');
      await until(`“${text}” has left the input`, async () => (await draft()) === '');
    },
    draft,
  };
}
