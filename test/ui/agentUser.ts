import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import type { ApprovalMode } from '../../src/shared/chatState.ts';
import type { Answer } from '../support/modelServer.ts';
import { startWorkbench, type WorkbenchOptions } from '../support/vscode/workbench.ts';
import { usePanel, type PanelUser } from './panelUser.ts';

/** A person with an agent that one provider answers for. */
export interface AgentUser extends PanelUser {
  /** The card that asks about a call of this tool. */
  card(tool: string): Locator;
  /** Chooses from one of the card's menus: *Approval options* beside Allow, *Refusal options* beside Deny. */
  choose(tool: string, menu: 'Approval options' | 'Refusal options', item: string): Promise<void>;
  /** Allows it once, on that card; accepts it where it is a plan. */
  allow(tool: string): Promise<void>;
  /** A file of the workspace; empty where there is none. */
  onDisk(path: string): Promise<string>;
  /** The last request that a prompt has led to, as it was sent. */
  toldModel(prompt: string): string;
  /** Changes the mode in the user's settings, and resolves when the panel knows. */
  setMode(mode: ApprovalMode): Promise<void>;
}

export type AgentOptions = Omit<WorkbenchOptions, 'settings'> & {
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** Shares one VS Code between the tests of a file. Nothing is suggested, and each test begins with a server of no rules. */
export function useAgent(options: AgentOptions | (() => Promise<AgentOptions>)): AgentUser {
  const panel = usePanel(async (server) => {
    const given = typeof options === 'function' ? await options() : options;
    return startWorkbench({
      ...given,
      settings: {
        'premove.model': 'local/test',
        'premove.providers': { local: { kind: 'openai-chat', baseUrl: server.openaiUrl } },
        'premove.enableFollowupSuggestions': false,
        ...given.settings,
      },
    });
  });
  beforeEach(() => panel.server.reset());
  // A card that still waits would be in the way of the next test.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await panel.chat.newChat();
  });

  const user: AgentUser = Object.assign<PanelUser, Omit<AgentUser, keyof PanelUser>>(panel, {
    card: (tool) => panel.workbench.panel.getByRole('group', { name: `Approve ${tool}` }),
    async choose(tool, menu, item) {
      const button = user.card(tool).getByRole('button', { name: menu });
      await button.click();
      await user.card(tool).getByRole('menuitem', { name: item }).click();
    },
    allow: (tool) =>
      user
        .card(tool)
        .getByRole('button', { name: /^(Allow once|Start)$/ })
        .click(),
    onDisk: (path) => readFile(join(panel.workbench.workspaceDir, path), 'utf8').catch(() => ''),
    toldModel: (prompt) => panel.server.requests(prompt).at(-1)?.text ?? '',
    async setMode(mode) {
      await panel.workbench.changeSettings({ 'premove.approvalMode': mode });
      await panel.workbench.panel.getByRole('button', { name: new RegExp(`mode: ${mode}`, 'i') }).waitFor();
    },
  });
  return user;
}

/** An answer that is one call. */
export function call(name: string, input: unknown): Answer {
  return { tools: [{ name, arguments: input }] };
}
