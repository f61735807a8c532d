import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { Answer, ModelServer } from '../../test/support/modelServer.ts';
import { openChat, type ChatPanel } from '../../test/support/vscode/chatPanel.ts';
import type { Workbench } from '../../test/support/vscode/workbench.ts';
import { CHANGELOG, CODE, GERMAN_NEXT, GUIDE, GUIDE_END, german, PROMPT, SUGGESTED } from './script.ts';

export interface Stage {
  readonly workbench: Workbench;
  readonly server: ModelServer;
  readonly chat: ChatPanel;
  /** Resolves when the scene is over; answers can wait for it. */
  readonly over: Promise<void>;
}

/** A state of the panel, reached as a user would reach it, in a new chat on the untouched sample project. */
export interface Scene {
  readonly name: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Resolves when the state is on screen. */
  play(stage: Stage): Promise<void>;
  /** Cleans up, so that a new chat can follow. */
  readonly clear?: (stage: Stage) => Promise<void>;
}

const SUGGESTION = /^\[SUGGESTION MODE/;

export const SCENES: readonly Scene[] = [
  {
    name: 'first-open',
    settings: { 'premove.model': '', 'premove.approvalMode': 'default' },
    play: ({ workbench }) => seen(workbench.panel.getByText('One move ahead')),
  },
  {
    name: 'working',
    async play({ server, chat, over }) {
      const [look, edit, last] = german() as [Answer, Answer, Answer];
      server.on(PROMPT, look, edit, { ...last, hold: { until: over } });
      await chat.send(PROMPT);
      await seen(chat.answers.last().getByText('src/index.ts').last());
    },
    clear: stopAnswer,
  },
  {
    name: 'streaming',
    async play({ server, chat, over }) {
      server.on(PROMPT, ...german().slice(0, -1), {
        text: `The greeting is there. A caller may want the languages:\n\n\`\`\`ts\n${CODE}\`\`\`\n\nNow the README, so that readers find the second argument and its default.`,
        chunkSize: 12,
        hold: { until: over, afterEvents: 14 },
      });
      await chat.send(PROMPT);
      await seen(chat.answers.last().getByText('Now the'));
    },
    clear: stopAnswer,
  },
  {
    name: 'preparing',
    async play({ server, chat, over }) {
      const [read, edit] = GERMAN_NEXT;
      server.on(PROMPT, ...german());
      server.on(SUGGESTION, { text: SUGGESTED });
      server.on(SUGGESTED, read as Answer, { ...edit, hold: { until: over } });
      await chat.send(PROMPT);
      await seen(chat.speculationBar.filter({ hasText: 'step 2' }));
    },
  },
  {
    name: 'ready',
    async play(stage) {
      await playToReady(stage);
      // Not with a click, which could hit the Tab hint of the ghost text. The hint fills the suggestion in.
      await stage.chat.composer.focus();
    },
  },
  {
    name: 'review',
    settings: { 'premove.approvalMode': 'default' },
    async play(stage) {
      const { chat, workbench } = stage;
      await playToReady(stage, () => chat.button('Allow all').click());
      await chat.composer.focus();
      await workbench.page.keyboard.press('Tab');
      await seen(chat.composer.filter({ hasText: SUGGESTED }));
      await workbench.page.keyboard.press('Enter');
      await seen(chat.speculationBar.filter({ hasText: 'Review' }));
      await closeEditors(workbench);
    },
    clear: ({ chat }) => chat.speculationBar.getByRole('button', { name: 'Discard' }).click(),
  },
  {
    name: 'approval',
    settings: { 'premove.approvalMode': 'default' },
    async play({ server, chat }) {
      server.on(PROMPT, ...german());
      await chat.send(PROMPT);
      await seen(chat.button('Allow all'));
    },
    clear: stopAnswer,
  },
  {
    name: 'conflict',
    async play(stage) {
      const { chat, workbench } = stage;
      await playToReady(stage);
      await writeFile(join(workbench.workspaceDir, 'CHANGELOG.md'), `${CHANGELOG}\nMine.\n`);
      await chat.composer.focus();
      await workbench.page.keyboard.press('Tab');
      await seen(chat.composer.filter({ hasText: SUGGESTED }));
      await workbench.page.keyboard.press('Enter');
      await seen(chat.speculationBar.filter({ hasText: 'Nothing was applied' }));
    },
    clear: ({ chat }) => chat.speculationBar.getByRole('button', { name: 'Discard' }).click(),
  },
  {
    name: 'error',
    async play({ server, chat }) {
      server.on('explain this function', {
        error: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
      });
      await chat.send('explain this function');
      await seen(chat.button('Set key…'));
    },
  },
  {
    name: 'stopped',
    async play({ server, chat, over }) {
      server.on('write the migration guide', {
        text: GUIDE,
        chunkSize: 12,
        hold: { until: over, afterEvents: 30 },
      });
      await chat.send('write the migration guide');
      await seen(chat.answers.last().getByText('Before you start'));
      await chat.button('Stop').click();
      await seen(chat.answers.last().getByText('You stopped'));
    },
  },
  {
    name: 'interrupted',
    async play({ server, chat, workbench }) {
      server.on('write the migration guide', {
        text: GUIDE,
        chunkSize: 12,
        hold: { until: new Promise(() => {}), afterEvents: 30 },
      });
      await chat.send('write the migration guide');
      await seen(chat.answers.last().getByText('Before you start'));
      // The streamed text is saved with a delay.
      await delay(1500);
      await workbench.restart({ kill: true });
      await openChat(workbench);
      await seen(workbench.panel.getByText('Interrupted when the window closed or reloaded.'));
    },
  },
  {
    name: 'long-answer',
    async play({ server, chat }) {
      server.on('write the migration guide', { text: GUIDE });
      await chat.send('write the migration guide');
      await seen(chat.answers.last().getByText(GUIDE_END));
    },
  },
];

/** Sends `PROMPT`, and runs `meanwhile`. Resolves when the suggestion is shown and its edits are ready. */
export async function playToReady({ server, chat }: Stage, meanwhile?: () => Promise<void>): Promise<void> {
  server.on(PROMPT, ...german());
  server.on(SUGGESTION, { text: SUGGESTED });
  server.otherwise(SUGGESTION, { text: '' });
  server.on(SUGGESTED, ...GERMAN_NEXT);
  await chat.send(PROMPT);
  await meanwhile?.();
  await seen(chat.ghost.filter({ hasText: SUGGESTED }));
  await seen(chat.speculationBar.filter({ hasText: 'Ready' }));
}

async function stopAnswer({ chat }: Stage): Promise<void> {
  await chat.button('Stop').click();
  await seen(chat.button('Send'));
}

export async function closeEditors({ page, runCommand }: Workbench): Promise<void> {
  await runCommand('View: Close All Editors');
  await page.locator('.editor-instance').first().waitFor({ state: 'detached' });
}

/** Restores files that a scene may have changed on disk. */
export async function resetFiles(workspaceDir: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) await writeFile(join(workspaceDir, path), text);
  await rm(join(workspaceDir, 'docs'), { recursive: true, force: true });
}

function seen(locator: Locator): Promise<void> {
  return locator.waitFor();
}
