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
  /** Types into the composer, key by key, and presses Enter. */
  send(text: string): Promise<void>;
  /** The composer's text as the user sees it, ghost text not included. */
  draft(): Promise<string>;
}

export async function openChat(workbench: Workbench): Promise<ChatPanel> {
  return chatIn(await workbench.openPanel(), workbench);
}

function chatIn(panel: FrameLocator, { page }: Workbench): ChatPanel {
  const composer = panel.getByRole('textbox', { name: 'Message Premove' });
  return {
    composer,
    conversation: panel.getByRole('log', { name: 'Conversation' }),
    ghost: panel.getByTestId('ghost-text'),
    chip: panel.getByTestId('speculation'),
    answers: panel.getByRole('article', { name: 'Premove' }),
    prompts: panel.getByRole('article', { name: 'You' }),
    button: (name) => panel.getByRole('button', { name, exact: true }),
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
