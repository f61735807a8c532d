import type { Workspace } from '../ports/workspace.ts';
import type { Overlay } from './overlay.ts';
import type { ChooseVersion } from './versionChoice.ts';

/**
 * The start of the title of a multi-file diff that Premove opens; `DiffTitles` may insert a number. After a reload,
 * only the title identifies the diff.
 */
export const PREVIEW_TITLE_PREFIX = 'Premove: ';

/**
 * Shows an overlay as an editable diff. Call `open` only on the user's own action, because the diff may take the focus.
 */
export interface SpeculationPreview {
  /**
   * Opens the diff against `base`, or reopens it with the current changes. `id` names the overlay, in lower case. Files
   * with the paths of `first` come first.
   */
  open(id: string, overlay: Overlay, title: string, base: Workspace, first?: readonly string[]): Promise<void>;
  /**
   * Asks the user which version of a file to keep. Call only on the user's own action, because the question takes the
   * focus.
   */
  choose: ChooseVersion;
  /** Whether the user has the diff open, even behind other tabs. */
  isOpen(id: string): boolean;
  /**
   * Copies what the user has edited or reverted in the diff, saved or not, into the overlay. Does nothing if no diff is
   * open.
   */
  collect(id: string): Promise<void>;
  /** Closes the diff and every editor of the overlay without asking. Does nothing if the diff was not opened. */
  close(id: string): Promise<void>;
}
