import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { ApprovalMode } from '../../src/shared/chatState.ts';
import { lastUserText } from '../support/modelRequest.ts';
import { startModelServer, type Answer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench, type WorkbenchOptions } from '../support/vscode/workbench.ts';

/** A person with an agent that one provider answers for; the members are there from the first test on. */
export interface AgentUser {
  readonly server: ModelServer;
  readonly workbench: Workbench;
  readonly chat: ChatPanel;
  /** The card that asks about a call of this tool. */
  card(tool: string): Locator;
  /** Allows it once, on that card; accepts it where it is a plan. */
  allow(tool: string): Promise<void>;
  /** The last answer says this. */
  answered(text: string): Promise<void>;
  /** A file of the workspace; empty where there is none. */
  onDisk(path: string): Promise<string>;
  /** The last request that a prompt has led to, as it was sent. */
  toldModel(prompt: string): string;
  /** Changes the mode in the user's settings, and resolves when the panel knows. */
  setMode(mode: ApprovalMode): Promise<void>;
  /** Shows the panel again after it was hidden or the window reloaded. */
  openChat(): Promise<void>;
}

export type AgentOptions = Omit<WorkbenchOptions, 'settings'> & {
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** Shares one VS Code between the tests of a file. Nothing is suggested, and each test begins with a server of no rules. */
export function useAgent(options: AgentOptions | (() => Promise<AgentOptions>)): AgentUser {
  let server: ModelServer;
  let workbench: Workbench;
  let chat: ChatPanel;

  beforeAll(async () => {
    server = await startModelServer();
    const given = typeof options === 'function' ? await options() : options;
    workbench = await startWorkbench({
      ...given,
      settings: {
        'premove.model': 'local/test',
        'premove.providers': { local: { kind: 'openai-chat', baseUrl: server.openaiUrl } },
        'premove.enableFollowupSuggestions': false,
        ...given.settings,
      },
    });
    chat = await openChat(workbench);
  });
  beforeEach(() => server.reset());
  afterEach(() => {
    expect(server.unexpected().map(lastUserText)).toEqual([]);
  });
  afterAll(async () => {
    await workbench.close();
    await server.close();
  });

  const user: AgentUser = {
    get server() {
      return server;
    },
    get workbench() {
      return workbench;
    },
    get chat() {
      return chat;
    },
    card: (tool) => workbench.panel.getByRole('group', { name: `Approve ${tool}` }),
    allow: (tool) =>
      user
        .card(tool)
        .getByRole('button', { name: /^(Allow once|Accept plan)$/ })
        .click(),
    answered: (text) => expect.poll(() => chat.answers.last().textContent()).toContain(text),
    onDisk: (path) => readFile(join(workbench.workspaceDir, path), 'utf8').catch(() => ''),
    toldModel: (prompt) => server.requests(prompt).at(-1)?.text ?? '',
    async setMode(mode) {
      await workbench.changeSettings({ 'premove.approvalMode': mode });
      await workbench.panel.getByRole('button', { name: new RegExp(`mode: ${mode}`, 'i') }).waitFor();
    },
    async openChat() {
      chat = await openChat(workbench);
    },
  };
  return user;
}

/** An answer that is one call. */
export function call(name: string, input: unknown): Answer {
  return { tools: [{ name, arguments: input }] };
}
