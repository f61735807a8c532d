/**
 * `npm run screenshots`: packages Premove and plays its states in a real VS Code with a scripted model. Takes the
 * README's pictures (`media/readme/`) and those of Get Started (`media/walkthrough/`), both committed, and one picture
 * per state, theme and width for viewing (`out/screenshots/`). `npm run screenshots -- ready approval` plays only these
 * states; `readme` and `walkthrough` are names too. `--no-build` uses the existing package.
 */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { openWorkbenches, startWorkbench } from '../test/support/vscode/workbench.ts';
import { openChat } from '../test/support/vscode/chatPanel.ts';
import { type ModelServer, startModelServer } from '../test/support/modelServer.ts';
import { takeReadmePictures } from './screenshots/readme.ts';
import { resetFiles, type Scene, SCENES, type Stage } from './screenshots/scenes.ts';
import { FILES } from './screenshots/script.ts';
import {
  type Camera,
  createCamera,
  preferDesktopFonts,
  setPanelWidth,
  setTheme,
  sidebar,
  THEME_NAMES,
} from './screenshots/window.ts';
import { takeWalkthroughPictures } from './screenshots/walkthrough.ts';
import { build } from './steps/checks.ts';
import { runOrThrow } from './steps/step.ts';
import { vsix } from './steps/vsix.ts';
import { outDir, root } from './tools/paths.ts';

const WIDTHS = [300, 600];
const README = 'readme';
const WALKTHROUGH = 'walkthrough';

const { values: options, positionals: names } = parseArgs({
  options: { build: { type: 'boolean', default: true } },
  allowPositionals: true,
  allowNegative: true,
});
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
const known = [README, WALKTHROUGH, ...SCENES.map(({ name }) => name)];
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The names are ${known.join(', ')}.`);
  process.exit(2);
}

if (options.build) for (const step of [build, vsix]) await runOrThrow(step);
preferDesktopFonts();
const server = await startModelServer();
try {
  if (isWanted(README)) await takeReadmePictures(server);
  if (isWanted(WALKTHROUGH)) await takeWalkthroughPictures(server);
  const scenes = SCENES.filter(({ name }) => isWanted(name));
  if (scenes.length > 0) await takeScenes(scenes);
} catch (error) {
  for (const workbench of openWorkbenches()) console.error(`Picture: ${await workbench.screenshot('screenshots')}`);
  throw error;
} finally {
  for (const workbench of openWorkbenches()) await workbench.close();
  await server.close();
}
process.exit(0);

async function takeScenes(scenes: readonly Scene[]): Promise<void> {
  const workbench = await startWorkbench({
    copy: 'sample',
    viewport: { width: 1000, height: 760 },
    settings: settings(server),
    env: { ANTHROPIC_API_KEY: 'sk-ant-picture' },
  });
  const camera = await createCamera(workbench.page);
  const chat = await openChat(workbench);
  for (const scene of scenes) {
    let end = (): void => {};
    const stage: Stage = { workbench, server, chat, over: new Promise((resolve) => (end = resolve)) };
    server.reset();
    await resetFiles(workbench.workspaceDir, FILES);
    await workbench.changeSettings({ ...settings(server), ...scene.settings });
    await chat.newChat();
    await scene.play(stage);
    await takeEverywhere(scene.name, stage, camera);
    await scene.clear?.(stage);
    end();
  }
  await workbench.close();
}

async function takeEverywhere(name: string, { workbench }: Stage, camera: Camera): Promise<void> {
  for (const theme of THEME_NAMES) {
    await setTheme(workbench, theme);
    for (const width of WIDTHS) {
      await setPanelWidth(workbench, width);
      const file = join(outDir, 'screenshots', `${name}-${theme}-${width}.webp`);
      await camera.take(file, await sidebar(workbench.page));
      console.log(relative(root, file));
    }
  }
}

function settings({ url }: ModelServer): Record<string, unknown> {
  return {
    'premove.model': 'anthropic/claude-sonnet-5',
    'premove.providers': { anthropic: { kind: 'anthropic', baseUrl: url } },
    'premove.approvalMode': 'auto-edit',
    'premove.enableSpeculation': true,
  };
}
