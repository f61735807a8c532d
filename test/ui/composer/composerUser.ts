import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Locator } from 'playwright-core';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { Answer, ModelServer } from '../../support/modelServer.ts';
import type { WorkbenchOptions } from '../../support/vscode/workbench.ts';
import { usePanel, type PanelUser, type WindowFor } from '../panelUser.ts';

export const SUGGESTION = /\[SUGGESTION MODE: /;

/** A user of the composer. */
export interface ComposerUser extends PanelUser {
  readonly devtools: Pick<CDPSession, 'send'>;
  wait(ms: number): Promise<void>;
  expectDraft(text: string): Promise<void>;
  expectPrompts(...texts: string[]): Promise<void>;
  /** Changes the model in the user's settings. Resolves when the panel shows it. */
  useModel(id: string): Promise<void>;
  /** Sends a prompt. Resolves when its answer has ended. */
  ask(prompt: string, ...answers: Answer[]): Promise<void>;
  /**
   * Sends a prompt whose answer has a tool turn, and waits for ghost text. Premove does not suggest a prompt after a
   * first answer without a tool call.
   */
  askAndSuggest(suggestion: string): Promise<void>;
  /** Dispatches a paste event as the browser does. */
  paste(text: string): Promise<void>;
  /** Dispatches the events of a paste or a drop of a red picture on the composer. */
  addPicture(how: 'paste' | 'drop', name: string, width: number, height: number): Promise<void>;
  /** The chips of long pastes. */
  chips(): Locator;
  /** Whether a file of the extension's workspace storage contains this text. */
  isOnDisk(text: string): Promise<boolean>;
  /** Ends VS Code like a crash, and opens it and the panel again. */
  crash(): Promise<void>;
}

/**
 * Shares one VS Code between tests and files, as `usePanel` does with `isShared`. Each test begins in a new chat with
 * the caret in the empty composer. By default, the window has a single provider.
 */
export function useComposer(windowFor: WindowFor = (server) => withOneProvider(server)): ComposerUser {
  const panel = usePanel(windowFor, { isShared: true });
  let devtools: CDPSession;

  beforeAll(async () => {
    const { page } = panel.workbench;
    devtools = await page.context().newCDPSession(page);
  });
  beforeEach(async () => {
    await user.focusComposer();
    await panel.chat.newChat();
    panel.server.reset();
    panel.server.otherwise(SUGGESTION, { text: '' });
    // The draft of the previous test moves into the new chat.
    await user.clearComposer();
  });

  async function ask(prompt: string, ...answers: Answer[]): Promise<void> {
    const { server, chat } = panel;
    server.on(prompt, ...answers);
    await chat.send(prompt);
    await expect.poll(() => server.requests(prompt).filter(({ answered }) => answered).length).toBe(answers.length);
    await expect.poll(() => chat.button('Send').count()).toBe(1);
    await expect.poll(() => chat.answers.last().getByRole('button', { name: 'Retry' }).count()).toBe(1);
  }

  const user: ComposerUser = Object.assign<PanelUser, Omit<ComposerUser, keyof PanelUser>>(panel, {
    devtools: { send: (...call) => devtools.send(...call) },
    wait: (ms) => panel.workbench.page.waitForTimeout(ms),
    expectDraft: (text) => expect.poll(() => panel.chat.draft()).toBe(text),
    expectPrompts: (...texts) => expect.poll(() => panel.chat.prompts.allTextContents()).toEqual(texts),
    async useModel(id) {
      await panel.workbench.changeSettings({ 'premove.model': id });
      await panel.workbench.panel.locator(`.picker[title=${JSON.stringify(id)}]`).waitFor();
    },
    ask,
    async askAndSuggest(suggestion) {
      panel.server.on(SUGGESTION, { text: suggestion });
      const read = { name: 'read_file', arguments: { file_path: 'parser.ts' } };
      await ask('Fix the parser', { tools: [read] }, { text: 'Nothing to fix. The tests have not been run.' });
      await expect.poll(() => panel.chat.ghost.textContent()).toBe(suggestion);
    },
    paste: (text) =>
      panel.chat.composer.evaluate((element, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text),
    addPicture: (how, name, width, height) =>
      panel.chat.composer.evaluate(
        async (element, picture) => {
          const canvas = new OffscreenCanvas(picture.width, picture.height);
          const context = canvas.getContext('2d');
          if (!context) throw new Error('There is no canvas.');
          context.fillStyle = 'red';
          context.fillRect(0, 0, picture.width, picture.height);
          const blob = await canvas.convertToBlob({ type: 'image/png' });
          const data = new DataTransfer();
          data.items.add(new File([blob], picture.name, { type: 'image/png' }));
          const init = { bubbles: true, cancelable: true };
          if (picture.how === 'paste') {
            element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
          } else {
            for (const type of ['dragenter', 'dragover', 'drop']) {
              element.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data, shiftKey: true }));
            }
          }
        },
        { how, name, width, height },
      ),
    chips: () => panel.workbench.panel.locator('.paste-chip'),
    async isOnDisk(text) {
      const folder = join(panel.workbench.userDataDir, 'User', 'workspaceStorage');
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      const contents = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
      return contents.some((content) => content.includes(text));
    },
    async crash() {
      await panel.workbench.restart({ kill: true });
      await panel.openChat();
    },
  });
  return user;
}

/** A window with Anthropic as its provider. */
export function withOneProvider(
  server: ModelServer,
  { files, settings }: Pick<WorkbenchOptions, 'files' | 'settings'> = {},
): WorkbenchOptions {
  return {
    files: { 'parser.ts': 'export {};\n', ...files },
    settings: {
      'premove.model': 'anthropic/claude-sonnet-5',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: server.url } },
      ...settings,
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test' },
  };
}
