import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { lastUserText } from '../support/modelRequest.ts';
import { startModelServer, type ModelServer } from '../support/modelServer.ts';
import { until } from '../support/until.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { isSameWindow, startWorkbench, type Workbench, type WorkbenchOptions } from '../support/vscode/workbench.ts';

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
  expectCaret(): Promise<void>;
  /** Clicks the composer at its edge, where no ghost text is under the pointer. */
  focusComposer(): Promise<void>;
  clearComposer(): Promise<void>;
  /** Waits until the last answer contains `text`. */
  answered(text: string): Promise<void>;
  /** Shows the panel again after it was hidden or the window was reloaded. */
  openChat(): Promise<void>;
}

/** The window that a test file needs. `server` answers for every provider. */
export type WindowFor = (server: ModelServer) => WorkbenchOptions | Promise<WorkbenchOptions>;

interface OpenWindow {
  readonly options: WorkbenchOptions;
  readonly server: ModelServer;
  readonly workbench: Workbench;
}

/** The window of this file, or of the file before. */
let open: OpenWindow | undefined;

/**
 * Shares one VS Code between the tests of a file. With `isShared`, consecutive files share it too if one window can
 * serve them (`isSameWindow`), unless a test has failed. A request without a scripted answer fails its test.
 */
export function usePanel(windowFor: WindowFor, { isShared = false } = {}): PanelUser {
  let server: ModelServer;
  let workbench: Workbench;
  let chat: ChatPanel;
  let areClocksChanged = false;
  let isUsable = false;
  const inPanel = async <T>(run: (given: T) => void, given: T): Promise<void> => {
    areClocksChanged = true;
    await (await workbench.panelFrame()).evaluate(run as (given: unknown) => void, given);
  };

  beforeAll(async () => {
    const reused = isShared ? await reuseWindow(windowFor) : undefined;
    ({ server, workbench } = reused ?? (await openWindow(windowFor)));
    chat = await openChat(workbench);
    if (reused) {
      await chat.newChat();
      await user.clearComposer();
    }
    isUsable = true;
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') isUsable = false;
  });
  afterEach(async () => {
    if (areClocksChanged) await inPanel(startClocks, undefined);
    areClocksChanged = false;
  });
  afterEach(() => {
    expect(server.unexpected().map(lastUserText)).toEqual([]);
  });
  afterAll(async () => {
    if (!isShared || !isUsable) await closeOpen();
  });

  const focusComposer = () => chat.composer.click({ position: { x: 2, y: 2 } });
  const user: PanelUser = {
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
      // Not with Ctrl+A: VS Code selects all again a moment later, and the next key would replace the typed text.
      await chat.composer.fill('');
      await until('the composer is empty', async () => (await chat.draft()) === '');
    },
    expectCaret: () => chat.composer.and(workbench.panel.locator(':focus')).waitFor(),
    answered: (text) => expect.poll(() => chat.answers.last().textContent()).toContain(text),
    async openChat() {
      chat = await openChat(workbench);
    },
  };
  return user;
}

async function openWindow(windowFor: WindowFor): Promise<OpenWindow> {
  await closeOpen();
  const server = await startModelServer();
  const options = await windowFor(server);
  open = { options, server, workbench: await startWorkbench(options) };
  return open;
}

/** Returns undefined if there is no open window, or if it cannot serve the file. */
async function reuseWindow(windowFor: WindowFor): Promise<OpenWindow | undefined> {
  if (!open) return undefined;
  const { server, workbench } = open;
  const options = await windowFor(server);
  if (!isSameWindow(open.options, options)) return undefined;
  server.reset();
  await workbench.reuse(options);
  await workbench.executeCommand('notifications.clearAll');
  return open;
}

async function closeOpen(): Promise<void> {
  const { server, workbench } = open ?? {};
  open = undefined;
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

/** The clocks continue from their present time, because a clock that is set back would make a guard longer. */
function startClocks(): void {
  const systemDate = () => new Date().getTime();
  const systemTime = () => Performance.prototype.now.call(performance);
  const [date, time] = [Date.now() - systemDate(), performance.now() - systemTime()];
  Date.now = () => systemDate() + Math.max(0, date);
  performance.now = () => systemTime() + Math.max(0, time);
}
