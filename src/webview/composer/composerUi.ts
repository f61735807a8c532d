import { createValueStore, type ValueStore } from '../state/valueStore.ts';

/** The state that React renders around the text field. */
export interface ComposerUi {
  readonly empty: boolean;
  /** A line below the text. It disappears when the user changes the text. */
  readonly hint: string;
  /** The hint offers to set the key of the model that completes and translates the input. */
  readonly needsKey: boolean;
  /** The user has asked for a completion that has not arrived completely. */
  readonly completing: boolean;
  /** For screen readers. */
  readonly announcement: string;
  /** What the keys shown beside the ghost text do. Announced after the suggestion. */
  readonly keysAnnouncement: string;
  /** The text is being translated. */
  readonly translating: boolean;
  /** Vim's mode, such as `normal`; null if Vim mode is off. */
  readonly vimMode: string | null;
  /** The text is a command for the shell. */
  readonly shell: boolean;
  /** Files are being dragged over the panel. */
  readonly dragging: boolean;
  /** The element after the ghost text in which its menu is rendered; null if there is no ghost text. */
  readonly ghostMenu: HTMLElement | null;
}

export const INITIAL_UI: ComposerUi = {
  empty: true,
  hint: '',
  needsKey: false,
  completing: false,
  announcement: '',
  keysAnnouncement: '',
  translating: false,
  vimMode: null,
  shell: false,
  dragging: false,
  ghostMenu: null,
};

export interface UiStore extends ValueStore<ComposerUi> {
  /** Notifies listeners only if a value changes. A new hint resets `needsKey`. */
  update(patch: Partial<ComposerUi>): void;
  /** Removes a hint whose reason no longer applies, unless another hint is shown by now. */
  endHint(hint: string): void;
}

export function createUiStore(): UiStore {
  const ui = createValueStore<ComposerUi>(INITIAL_UI);

  function update(given: Partial<ComposerUi>): void {
    const patch = given.hint === undefined ? given : { needsKey: false, ...given };
    const current = ui.get();
    const keys = Object.keys(patch) as (keyof ComposerUi)[];
    if (keys.some((key) => patch[key] !== current[key])) ui.set({ ...current, ...patch });
  }

  return {
    ...ui,
    update,
    endHint(hint) {
      if (ui.get().hint === hint) update({ hint: '' });
    },
  };
}
