import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { quickInput, quickRow } from '../../support/vscode/windowActions.ts';
import type { PanelUser } from '../panelUser.ts';

/** A user's actions with slash commands. */
export interface CommandUser {
  /** The entries of the open `/` list. */
  options(): Locator;
  /** The note with this title. */
  note(title: string): Locator;
  hint(): Locator;
  expectDraft(text: string): Promise<void>;
  /** Types a command with real keys, and presses Enter. */
  enter(command: string): Promise<void>;
  /** Enters a command that the panel carries out. */
  run(command: string): Promise<void>;
  /** Enters a command that stays in the input, with a hint that says why. */
  refused(command: string, why: string): Promise<void>;
  /** Runs a command that opens a list of VS Code, and closes the list. */
  opensList(command: string, row: string): Promise<void>;
  /** Runs a command that shows a note with this text. */
  shows(command: string, title: string, text: string): Promise<void>;
}

export function commandsOf(user: PanelUser): CommandUser {
  const panel = (): PanelUser['workbench']['panel'] => user.workbench.panel;
  const commands: CommandUser = {
    options: () => panel().getByRole('listbox', { name: 'Commands' }).getByRole('option'),
    note: (title) => panel().getByRole('region', { name: title }),
    hint: () => panel().locator('.composer-hint'),
    expectDraft: (text) => expect.poll(() => user.chat.draft()).toBe(text),
    async enter(command) {
      await user.clearComposer();
      await user.type(command);
      await commands.expectDraft(command);
      await user.press('Enter');
    },
    async run(command) {
      await commands.enter(command);
      await commands.expectDraft('');
    },
    async refused(command, why) {
      await commands.enter(command);
      await expect.poll(() => commands.hint().textContent()).toContain(why);
      await commands.expectDraft(command);
      await user.clearComposer();
    },
    async opensList(command, row) {
      await commands.run(command);
      await quickRow(user.workbench.page, row).waitFor();
      await user.press('Escape');
      await expect.poll(() => quickInput(user.workbench.page).count()).toBe(0);
      await user.expectCaret();
    },
    async shows(command, title, text) {
      await commands.run(command);
      await commands.note(title).waitFor();
      await expect.poll(() => commands.note(title).textContent()).toContain(text);
    },
  };
  return commands;
}
