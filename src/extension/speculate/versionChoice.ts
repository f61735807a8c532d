import { versionTexts } from '../base/texts/preparedTexts.ts';
import type { Workspace } from '../ports/workspace.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { Overlay } from './overlay.ts';
import type { ChangedFile } from './overlay/overlayChange.ts';

/** A question about a file that cannot be merged; texts for the user. */
export interface VersionQuestion {
  readonly title: string;
  readonly detail: string;
  /** The choice to keep the file as it is. */
  readonly current: string;
  /** The choice to take the prepared version. */
  readonly prepared: string;
}

/** Undefined if the user closes the question. */
export type ChooseVersion = (question: VersionQuestion) => Promise<'current' | 'prepared' | undefined>;

/**
 * Asks about each file until the user closes a question. After each choice, the file's current content is the base of
 * its change. Returns the decided paths. Throws a `WorkspaceError` if a choice is not possible.
 */
export async function chooseVersions(
  files: readonly ChangedFile[],
  overlay: Overlay,
  workspace: Workspace,
  choose: ChooseVersion,
): Promise<string[]> {
  const { signal } = new AbortController();
  const decided: string[] = [];
  for (const { path, display } of files) {
    const change = overlay.changes().find((each) => each.path === path);
    // If the overlay has no change of the file, the user has reverted it in the diff.
    if (change) {
      const exists = (await workspace.stat(path, signal)) !== undefined;
      const choice = await choose(toQuestion(display, exists, change.current !== null));
      if (!choice) return decided;
      await overlay.rebase(path, ({ current, incoming }) => (choice === 'current' ? current : incoming), signal);
    }
    decided.push(path);
  }
  return decided;
}

function toQuestion(display: string, exists: boolean, isPrepared: boolean): VersionQuestion {
  const detail = !exists
    ? versionTexts.deletedAndChanged()
    : isPrepared
      ? versionTexts.bothChanged()
      : versionTexts.changedAndDeleted();
  return {
    title: versionTexts.title(toDisplayText(display)),
    detail,
    current: exists ? versionTexts.keepCurrent() : versionTexts.keepDeleted(),
    prepared: isPrepared ? versionTexts.takePrepared() : versionTexts.takeDeletion(),
  };
}
