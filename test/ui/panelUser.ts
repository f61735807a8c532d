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
  /** Lets the panel's clocks stand still until the test ends, so that nothing depends on how fast the machine is. */
  stopTime(): Promise<void>;
  /** Puts the panel's clocks on by so many milliseconds. */
  letTimePass(ms: number): Promise<void>;
  /** The caret is in the input. */
  hasCaret(): Promise<void>;
  /** Clicks into the input at its edge, where no ghost text is under the pointer. */
  focusComposer(): Promise<void>;
  clearComposer(): Promise<void>;
  /** The last answer says this. */
  answered(text: string): Promise<void>;
  /** Shows the panel again after it was hidden or the window reloaded. */
  openChat(): Promise<void>;
}

export type Start = (server: ModelServer) => Promise<Workbench>;

/** What a file has left for the next one that starts the same way. */
let kept: { readonly start: Start; readonly server: ModelServer; readonly workbench: Workbench } | undefined;

/**
 * Shares one VS Code between the tests of a file, and with `isShared` between files that follow one another and start the
 * same way, if all tests have passed. A request that no test has given an answer for fails the test.
 */
export function usePanel(start: Start, { isShared = false } = {}): PanelUser {
  let server: ModelServer;
  let workbench: Workbench;
  let chat: ChatPanel;
  let timeIsOurs = false;
  let hasFailed = false;
  const inPanel = async <T>(run: (given: T) => void, given: T): Promise<void> => {
    timeIsOurs = true;
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
      await endKept();
      server = await startModelServer();
      workbench = await start(server);
    }
    chat = await openChat(workbench);
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') hasFailed = true;
  });
  afterEach(async () => {
    if (timeIsOurs) await inPanel(startClocks, undefined);
    timeIsOurs = false;
  });
  afterEach(() => {
    expect(server.unexpected().map(lastUserText)).toEqual([]);
  });
  afterAll(async () => {
    kept = { start, server, workbench };
    if (!isShared || hasFailed) await endKept();
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
    stopTime: () => inPanel(stopClocks, undefined),
    letTimePass: (ms) => inPanel(putClocksOn, ms),
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

async function endKept(): Promise<void> {
  const { server, workbench } = kept ?? {};
  kept = undefined;
  await workbench?.close();
  await server?.close();
}

// These run in the panel.

function stopClocks(): void {
  const date = Date.now();
  const time = performance.now();
  Date.now = () => date;
  performance.now = () => time;
}

function putClocksOn(ms: number): void {
  const date = Date.now;
  const time = performance.now;
  Date.now = () => date() + ms;
  performance.now = () => time.call(performance) + ms;
}

/** They go on from where they are, because a clock that goes back would make a guard longer. */
function startClocks(): void {
  const systemDate = () => new Date().getTime();
  const systemTime = () => Performance.prototype.now.call(performance);
  const [date, time] = [Date.now() - systemDate(), performance.now() - systemTime()];
  Date.now = () => systemDate() + Math.max(0, date);
  performance.now = () => systemTime() + Math.max(0, time);
}
