import type { Workspace } from '../ports/workspace.ts';
import type { Overlay } from './overlay.ts';

/** How the title of every preview begins, which is all that is left of one after a reload. */
export const PREVIEW_TITLE_PREFIX = 'Premove: ';

/** Shows what an overlay holds as an editable diff. It takes the focus, so it is opened on the user's own action only. */
export interface SpeculationPreview {
  /** Opens the diff against `base`, or brings it to the front. `id` names the overlay, lower case. */
  open(id: string, overlay: Overlay, title: string, base: Workspace): Promise<void>;
  /** Brings what the user typed or reverted in the diff, saved or not, into the overlay. Silent where none is open. */
  collect(id: string): Promise<void>;
  /** Closes the diff and every editor of the overlay without asking. Silent where none is open. */
  close(id: string): Promise<void>;
}
