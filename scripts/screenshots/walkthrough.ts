import { join, relative } from 'node:path';
import type { ModelServer } from '../../test/support/modelServer.ts';
import { openChat } from '../../test/support/vscode/chatPanel.ts';
import { startWorkbench } from '../../test/support/vscode/workbench.ts';
import { root } from '../tools/paths.ts';
import { playToReady, resetFiles } from './scenes.ts';
import { FILES, german, PROMPT, SUGGESTED } from './script.ts';
import { type Camera, createCamera, setPanelWidth, setTheme, sidebar } from './window.ts';

/** Maximum size of a picture in bytes, because the pictures are part of the package. */
const MAX_BYTES = 100_000;
/** CSS pixels; about the size at which the walkthrough shows the pictures. */
const PANEL_WIDTH = 440;

/** Takes the pictures of Get Started, `media/walkthrough/<step>-<theme>.webp`: a dark and a light one for each step. */
export async function takeWalkthroughPictures(server: ModelServer): Promise<void> {
  server.reset();
  const workbench = await startWorkbench({
    copy: 'sample',
    viewport: { width: 860, height: 410 },
    settings: {
      'premove.model': '',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: server.url } },
      'premove.approvalMode': 'default',
      'premove.enableSpeculation': false,
      'workbench.statusBar.visible': false,
      'workbench.layoutControl.enabled': false,
      'window.commandCenter': false,
      'breadcrumbs.enabled': false,
      'window.menuBarVisibility': 'hidden',
      'diffEditor.hideUnchangedRegions.contextLineCount': 1,
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-picture' },
  });
  const { page } = workbench;
  const camera = await createCamera(page);
  const chat = await openChat(workbench);
  const takePanel = async (step: string) =>
    take(
      step,
      camera,
      () => sidebar(page),
      (theme) => setTheme(workbench, theme),
    );
  await setPanelWidth(workbench, PANEL_WIDTH);

  await workbench.panel.getByText('One move ahead').waitFor();
  await takePanel('model');

  await workbench.changeSettings({ 'premove.model': 'anthropic/claude-sonnet-5' });
  server.on(PROMPT, ...german());
  server.on(/^\[SUGGESTION MODE/, { text: SUGGESTED });
  await chat.send(PROMPT);
  await chat.button('Allow all').waitFor();
  await takePanel('ask');

  await chat.button('Allow all').click();
  await chat.ghost.filter({ hasText: SUGGESTED }).waitFor();
  await takePanel('next');

  await resetFiles(workbench.workspaceDir, FILES);
  await workbench.executeCommand('workbench.action.closeAllEditors');
  await workbench.changeSettings({
    'premove.approvalMode': 'auto-edit',
    'premove.enableSpeculation': true,
    'workbench.activityBar.location': 'hidden',
  });
  await setPanelWidth(workbench, 340);
  await chat.newChat();
  server.reset();
  await playToReady({ workbench, server, chat, over: Promise.resolve() });
  await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.multiDiffEditor').getByText('Greetings in German').waitFor();
  await chat.composer.focus();
  await take(
    'prepare',
    camera,
    async () => undefined,
    (theme) => setTheme(workbench, theme),
  );
  await workbench.close();
}

async function take(
  step: string,
  camera: Camera,
  part: () => ReturnType<typeof sidebar> | Promise<undefined>,
  switchTheme: (theme: 'dark' | 'light') => Promise<void>,
): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await switchTheme(theme);
    const file = join(root, 'media', 'walkthrough', `${step}-${theme}.webp`);
    const bytes = await camera.take(file, await part());
    console.log(`${relative(root, file)}, ${Math.round(bytes / 1000)} kB`);
    if (bytes > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES} bytes.`);
  }
}
