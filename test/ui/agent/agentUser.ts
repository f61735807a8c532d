import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import type { Answer } from '../../support/modelServer.ts';
import type { WorkbenchOptions } from '../../support/vscode/workbench.ts';
import { usePanel, type PanelUser } from '../panelUser.ts';

/** A user of an agent with one provider. */
export interface AgentUser extends PanelUser {
  /** The card that asks about a call of this tool. */
  card(tool: string): Locator;
  /** Chooses an item of one of the card's menus: *Approval options* next to Allow, *Denial options* next to Deny. */
  choose(tool: string, menu: 'Approval options' | 'Denial options', item: string): Promise<void>;
  /** Presses *Allow once* on the tool's card, or *Start* if the card shows a plan. */
  allow(tool: string): Promise<void>;
  /** The text of a file; empty if there is no such file. A path that begins with `~/` is in the home folder. */
  onDisk(path: string): Promise<string>;
  /** The text of the last request for a prompt. */
  lastRequestText(prompt: string): string;
  /** Changes the mode in the user's settings. Resolves when the panel shows it. */
  setMode(mode: ApprovalMode): Promise<void>;
}

export type AgentOptions = Pick<WorkbenchOptions, 'files' | 'trusted'> & {
  readonly settings?: Readonly<Record<string, unknown>>;
};

/**
 * Shares one VS Code between the tests of a file and, unless `isShared` is false, between files, as `usePanel` does.
 * Suggestions are off. Each test begins with a reset model server.
 */
export function useAgent(options: AgentOptions | (() => Promise<AgentOptions>), { isShared = true } = {}): AgentUser {
  const panel = usePanel(
    async (server) => {
      const given = typeof options === 'function' ? await options() : options;
      return {
        ...given,
        settings: {
          'premove.model': 'local/test',
          'premove.providers': { local: { kind: 'openai-chat', baseUrl: server.openaiUrl } },
          'premove.enableFollowupSuggestions': false,
          ...given.settings,
        },
        env: { LOCAL_API_KEY: 'sk-of-the-user' },
      };
    },
    { isShared },
  );
  beforeEach(() => panel.server.reset());
  // A failed test may leave a card open, which would disturb the next test.
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
    onDisk: (path) => {
      const { userHome, workspaceDir } = panel.workbench;
      const file = path.startsWith('~/') ? join(userHome, path.slice('~/'.length)) : join(workspaceDir, path);
      return readFile(file, 'utf8').catch(() => '');
    },
    lastRequestText: (prompt) => panel.server.requests(prompt).at(-1)?.text ?? '',
    async setMode(mode) {
      await panel.workbench.changeSettings({ 'premove.approvalMode': mode });
      await panel.workbench.panel.getByRole('button', { name: new RegExp(`mode: ${mode}`, 'i') }).waitFor();
    },
  });
  return user;
}

/** An answer with one call. */
export function call(name: string, input: unknown): Answer {
  return { tools: [{ name, arguments: input }] };
}
