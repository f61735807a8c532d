import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { lastUserText } from '../support/modelRequest.ts';
import { startModelServer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import type { Workbench } from '../support/vscode/workbench.ts';

/** A person at the panel of a VS Code whose models a server of ours plays; the members are there from the first test on. */
export interface PanelUser {
  readonly server: ModelServer;
  readonly workbench: Workbench;
  readonly chat: ChatPanel;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** The last answer says this. */
  answered(text: string): Promise<void>;
  /** Shows the panel again after it was hidden or the window reloaded. */
  openChat(): Promise<void>;
}

/** Shares one VS Code between the tests of a file. A request that no test has given an answer for fails the test. */
export function usePanel(start: (server: ModelServer) => Promise<Workbench>): PanelUser {
  let server: ModelServer;
  let workbench: Workbench;
  let chat: ChatPanel;

  beforeAll(async () => {
    server = await startModelServer();
    workbench = await start(server);
    chat = await openChat(workbench);
  });
  afterEach(() => {
    expect(server.unexpected().map(lastUserText)).toEqual([]);
  });
  afterAll(async () => {
    await workbench.close();
    await server.close();
  });

  return {
    get server() {
      return server;
    },
    get workbench() {
      return workbench;
    },
    get chat() {
      return chat;
    },
    press: (key) => workbench.page.keyboard.press(key),
    type: (text) => workbench.page.keyboard.type(text),
    answered: (text) => expect.poll(() => chat.answers.last().textContent()).toContain(text),
    async openChat() {
      chat = await openChat(workbench);
    },
  };
}
