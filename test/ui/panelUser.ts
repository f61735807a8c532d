import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { lastUserText } from '../support/modelRequest.ts';
import { startModelServer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import type { Workbench } from '../support/vscode/workbench.ts';

/** A user of the panel. A model server answers for every provider. The members can be used from the first test on. */
export interface PanelUser {
  readonly server: ModelServer;
  readonly workbench: Workbench;
  readonly chat: ChatPanel;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Stops the panel's clocks until the test ends, so that nothing depends on the speed of the machine. */
  stopClocks(): Promise<void>;
  /** Advances the panel's clocks by `ms`. */
  advanceClocks(ms: number): Promise<void>;
  /** Waits until the composer has the focus. */
  hasCaret(): Promise<void>;
  /** Clicks the composer at its edge, where no ghost text is under the pointer. */
  focusComposer(): Promise<void>;
  clearComposer(): Promise<void>;
  /** Waits until the last answer contains `text`. */
  answered(text: string): Promise<void>;
  /** Shows the panel again after it was hidden or the window was reloaded. */
  openChat(): Promise<void>;
}

export type Start = (server: ModelServer) => Promise<Workbench>;

/** The VS Code that a test file has left for the next file, if that file has the same `start`. */
let kept: { readonly start: Start; readonly server: ModelServer; readonly workbench: Workbench } | undefined;

/**
 * Shares one VS Code between the tests of a file. With `isShared`, consecutive files with one `start` share it too,
 * unless a test has failed. A request without a scripted answer fails its test.
 */
export function usePanel(start: Start, { isShared = false } = {}): PanelUser {
  let server: ModelServer;
  let workbench: Workbench;
  let chat: ChatPanel;
  let areClocksChanged = false;
  let hasFailed = false;
  const inPanel = async <T>(run: (given: T) => void, given: T): Promise<void> => {
    areClocksChanged = true;
    await (await workbench.panelFrame()).evaluate(run as (given: unknown) => void, given);
  };

  beforeAll(async () => {
    if (kept?.start === start) {
      ({ server, workbench } = kept);
      kept = undefined;
      server.reset();
      await workbench.executeCommand('workbench.action.closeAllEditors');
      await workbench.executeCommand('notifications.clearAll');
    } else {
      await closeKept();
      server = await startModelServer();
      workbench = await start(server);
    }
    chat = await openChat(workbench);
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') hasFailed = true;
  });
  afterEach(async () => {
    if (areClocksChanged) await inPanel(startClocks, undefined);
    areClocksChanged = false;
  });
  afterEach(() => {
    expect(server.unexpected().map(lastUserText)).toEqual([]);
  });
  afterAll(async () => {
    kept = { start, server, workbench };
    if (!isShared || hasFailed) await closeKept();
  });

  const focusComposer = () => chat.composer.click({ position: { x: 2, y: 2 } });
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
    stopClocks: () => inPanel(stopClocks, undefined),
    advanceClocks: (ms) => inPanel(advanceClocks, ms),
    focusComposer,
    async clearComposer() {
      await focusComposer();
      await workbench.page.keyboard.press('ControlOrMeta+A');
      await workbench.page.keyboard.press('Delete');
      await expect.poll(() => chat.draft()).toBe('');
    },
    hasCaret: () => chat.composer.and(workbench.panel.locator(':focus')).waitFor(),
    answered: (text) => expect.poll(() => chat.answers.last().textContent()).toContain(text),
    async openChat() {
      chat = await openChat(workbench);
    },
  };
}

async function closeKept(): Promise<void> {
  const { server, workbench } = kept ?? {};
  kept = undefined;
  await workbench?.close();
  await server?.close();
}

// The functions below run in the panel.

function stopClocks(): void {
  const date = Date.now();
  const time = performance.now();
  Date.now = () => date;
  performance.now = () => time;
}

function advanceClocks(ms: number): void {
  const date = Date.now;
  const time = performance.now;
  Date.now = () => date() + ms;
  performance.now = () => time.call(performance) + ms;
}

/** The clocks continue from their present time, because a clock that goes back would make a guard longer. */
function startClocks(): void {
  const systemDate = () => new Date().getTime();
  const systemTime = () => Performance.prototype.now.call(performance);
  const [date, time] = [Date.now() - systemDate(), performance.now() - systemTime()];
  Date.now = () => systemDate() + Math.max(0, date);
  performance.now = () => systemTime() + Math.max(0, time);
}
