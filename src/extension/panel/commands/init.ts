import { commandTexts, initTexts } from '../../base/texts/commandTexts.ts';
import { joinPath } from '../../text/paths.ts';
import { isForTour } from '../tourChats.ts';
import type { SlashCommand } from './slashCommand.ts';

/** Asks the model to write AGENTS.md with its usual tools, so the user sees the diff. */
export const initCommand: SlashCommand = {
  name: 'init',
  texts: commandTexts.init,
  duringAnswer: 'runs',
  async run({ store, workspace, isTrusted }) {
    const [root] = workspace.roots;
    if (isForTour(store.state)) return { kind: 'refused', message: initTexts.notInTour() };
    if (!root) return { kind: 'refused', message: initTexts.noFolder() };
    if (!isTrusted()) return { kind: 'refused', message: initTexts.untrusted() };
    const { path, display } = await workspace.resolve(joinPath(root.path, 'AGENTS.md'));
    const exists = (await workspace.stat(path, new AbortController().signal)) !== undefined;
    return {
      kind: 'sends',
      text: exists ? initTexts.improve(display) : initTexts.write(display),
      ...(exists && { message: initTexts.improves(display) }),
    };
  },
};
