import type { CDPSession, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { lastUserText } from '../support/modelRequest.ts';
import { startModelServer, type Answer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

export const SUGGESTION = /^\[SUGGESTION MODE/;

/** A person at the composer of a chat with one provider; the members are there from the first test on. */
export interface ComposerUser {
  readonly server: ModelServer;
  readonly workbench: Workbench;
  readonly chat: ChatPanel;
  readonly devtools: CDPSession;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Lets the panel's clock stand still until the test ends, so that nothing depends on how fast the machine is. */
  stopTime(): Promise<void>;
  /** Puts the panel's clock on by so many milliseconds. */
  letTimePass(ms: number): Promise<void>;
  /** Clicks at the edge, where no ghost text is under the pointer. */
  focusComposer(): Promise<void>;
  expectDraft(text: string): Promise<void>;
  expectPrompts(...texts: string[]): Promise<void>;
  /** Sends a prompt and resolves when its last answer is there. */
  ask(prompt: string, ...answers: Answer[]): Promise<void>;
  /** A finished answer, and ghost text behind it. It takes a tool round: after the first message it is too early. */
  askAndSuggest(suggestion: string): Promise<void>;
  /** Pastes as the browser tells of it. */
  paste(text: string): Promise<void>;
  /** What long pastes are folded into. */
  chips(): Locator;
  /** Ends VS Code as a crash does, and opens it and the panel again. */
  crash(): Promise<void>;
}

/**
 * Shares one VS Code between the tests of a file; each begins in a new chat with the caret in the empty composer. `start`
 * opens another one than that with a single provider.
 */
export function useComposer(start = startWithOneProvider): ComposerUser {
  let server: ModelServer;
  let workbench: Workbench;
  let chat: ChatPanel;
  let devtools: CDPSession;
  let timeIsOurs = false;

  beforeAll(async () => {
    server = await startModelServer();
    workbench = await start(server);
    chat = await openChat(workbench);
    devtools = await workbench.page.context().newCDPSession(workbench.page);
  });
  beforeEach(async () => {
    await user.focusComposer();
    await chat.newChat();
    server.reset();
    server.otherwise(SUGGESTION, { text: '' });
    // What a test has left in the input comes along into the new chat.
    await user.press('ControlOrMeta+A');
    await user.press('Delete');
    await user.expectDraft('');
  });
  afterEach(async () => {
    if (timeIsOurs)
      await (
        await workbench.panelFrame()
      ).evaluate(() => {
        Date.now = () => performance.timeOrigin + performance.now();
      });
    timeIsOurs = false;
    expect(server.unexpected().map(lastUserText)).toEqual([]);
  });
  afterAll(async () => {
    await workbench.close();
    await server.close();
  });

  async function ask(prompt: string, ...answers: Answer[]): Promise<void> {
    server.on(prompt, ...answers);
    await chat.send(prompt);
    await expect.poll(() => server.requests(prompt).filter(({ answered }) => answered).length).toBe(answers.length);
    await expect.poll(() => chat.button('Send').count()).toBe(1);
    await expect.poll(() => chat.answers.last().getByRole('button', { name: 'Retry' }).count()).toBe(1);
  }

  const user: ComposerUser = {
    get server() {
      return server;
    },
    get workbench() {
      return workbench;
    },
    get chat() {
      return chat;
    },
    get devtools() {
      return devtools;
    },
    press: (key) => workbench.page.keyboard.press(key),
    type: (text) => workbench.page.keyboard.type(text),
    wait: (ms) => workbench.page.waitForTimeout(ms),
    async stopTime() {
      timeIsOurs = true;
      await (
        await workbench.panelFrame()
      ).evaluate(() => {
        const now = Date.now();
        Date.now = () => now;
      });
    },
    async letTimePass(ms) {
      timeIsOurs = true;
      await (
        await workbench.panelFrame()
      ).evaluate((passed) => {
        const before = Date.now.bind(Date);
        Date.now = () => before() + passed;
      }, ms);
    },
    focusComposer: () => chat.composer.click({ position: { x: 2, y: 2 } }),
    expectDraft: (text) => expect.poll(() => chat.draft()).toBe(text),
    expectPrompts: (...texts) => expect.poll(() => chat.prompts.allTextContents()).toEqual(texts),
    ask,
    async askAndSuggest(suggestion) {
      server.on(SUGGESTION, { text: suggestion });
      const read = { name: 'read_file', arguments: { file_path: 'parser.ts' } };
      await ask('Fix the parser', { tools: [read] }, { text: 'Nothing to fix. The tests have not been run.' });
      await expect.poll(() => chat.ghost.textContent()).toBe(suggestion);
    },
    paste: (text) =>
      chat.composer.evaluate((element, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text),
    chips: () => workbench.panel.locator('.fold'),
    async crash() {
      await workbench.restart({ kill: true });
      chat = await openChat(workbench);
    },
  };
  return user;
}

function startWithOneProvider(server: ModelServer): Promise<Workbench> {
  return startWorkbench({
    files: { 'parser.ts': 'export {};\n' },
    settings: {
      'premove.model': 'anthropic/claude-sonnet-5',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: server.url } },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test' },
  });
}
