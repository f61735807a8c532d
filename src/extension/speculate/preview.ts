import type { Workspace } from '../ports/workspace.ts';
import type { Overlay } from './overlay.ts';
import type { ChooseVersion } from './versionChoice.ts';

/** The start of the title of Premove's multi-file diffs. After a reload, only the title identifies the diff. */
export const PREVIEW_TITLE_PREFIX = 'Premove: ';

/**
 * Shows an overlay as an editable diff. Call `open` only on the user's own action, because the diff may take the focus.
 */
export interface SpeculationPreview {
  /**
   * Opens the diff against `base`, or reopens it with the current changes. `id` names the overlay, in lower case. Paths
   * in `first` come first.
   */
  open(id: string, overlay: Overlay, title: string, base: Workspace, first?: readonly string[]): Promise<void>;
  /** Call only on the user's own action, because the question takes the focus. */
  choose: ChooseVersion;
  /** Whether the diff is open, even behind other tabs. */
  isOpen(id: string): boolean;
  /** Copies the user's edits in the diff, saved or not, into the overlay. */
  collect(id: string): Promise<void>;
  /** Closes the diff and every editor of the overlay without asking. */
  close(id: string): Promise<void>;
}
