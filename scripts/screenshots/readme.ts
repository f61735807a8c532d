import { join, relative } from 'node:path';
import { openChat } from '../../test/support/vscode/chatPanel.ts';
import type { ModelServer } from '../../test/support/modelServer.ts';
import { startWorkbench } from '../../test/support/vscode/workbench.ts';
import { root } from '../tools/paths.ts';
import { playToReady } from './scenes.ts';
import { createCamera, setPanelWidth, setTheme } from './window.ts';

/** Maximum size of a picture in bytes, because a README is also read over slow connections. */
const MAX_BYTES = 250_000;

/**
 * Takes a dark and a light picture of an answer, the suggestion for the next prompt, its prepared edits, and their
 * diff.
 */
export async function takeReadmePictures(server: ModelServer): Promise<void> {
  server.reset();
  const workbench = await startWorkbench({
    copy: 'sample',
    viewport: { width: 1240, height: 710 },
    settings: {
      'premove.model': 'anthropic/claude-sonnet-5',
      'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: server.url } },
      'premove.approvalMode': 'auto-edit',
      'premove.enableSpeculation': true,
      'workbench.statusBar.visible': false,
      'workbench.layoutControl.enabled': false,
      'window.commandCenter': false,
      'window.menuBarVisibility': 'hidden',
      'editor.fontSize': 13,
      'diffEditor.hideUnchangedRegions.contextLineCount': 2,
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-picture' },
  });
  const camera = await createCamera(workbench.page);
  const chat = await openChat(workbench);
  await setPanelWidth(workbench, 420);
  await playToReady({ workbench, server, chat, over: Promise.resolve() });
  await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
  await workbench.page.locator('.multiDiffEditor').getByText('greets in German').waitFor();
  await chat.composer.focus();
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(workbench, theme);
    await workbench.page.waitForTimeout(1500);
    const file = join(root, 'media', 'readme', `one-move-ahead-${theme}.webp`);
    const bytes = await camera.take(file);
    console.log(`${relative(root, file)}, ${Math.round(bytes / 1000)} kB`);
    if (bytes > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES} bytes.`);
  }
  await workbench.close();
}
