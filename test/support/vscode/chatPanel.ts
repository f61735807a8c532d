import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** The chat panel by the names that users and assistive technology know it by. */
export interface ChatPanel {
  readonly composer: Locator;
  readonly conversation: Locator;
  readonly ghost: Locator;
  readonly chip: Locator;
  readonly answers: Locator;
  readonly prompts: Locator;
  button(name: string): Locator;
  /** Starts a new chat; resolves when it is what the panel shows, with the caret in the input. */
  newChat(): Promise<void>;
  /** Types into the composer, key by key, and presses Enter. */
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
  return {
    composer,
    conversation: panel.getByRole('log', { name: 'Conversation' }),
    ghost: panel.getByTestId('ghost-text'),
    chip: panel.getByTestId('speculation'),
    answers: panel.getByRole('article', { name: 'Premove' }),
    prompts,
    button: (name) => panel.getByRole('button', { name, exact: true }),
    newChat: async () => {
      // The command ends by moving the caret to the input, behind the new chat's state on the same channel. That the
      // transcript is empty would not do: the old chat's may not be filled yet, and what is typed goes to the old chat.
      await composer.evaluate((element) => (element as HTMLElement).blur());
      await executeCommand('premove.newChat');
      await composer.and(panel.locator(':focus')).waitFor();
      await prompts.first().waitFor({ state: 'detached' });
    },
    send: async (text) => {
      await composer.click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    draft: () =>
      composer.evaluate((element) => {
        const copy = element.cloneNode(true) as HTMLElement;
        for (const widget of copy.querySelectorAll('[contenteditable="false"], .cm-placeholder')) widget.remove();
        return [...copy.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
      }),
  };
}
