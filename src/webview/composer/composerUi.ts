import { createValueStore, type ValueStore } from '../state/valueStore.ts';

/** The state that React renders around the text field. */
export interface ComposerUi {
  readonly empty: boolean;
  /** Below the text, until the user changes the text. */
  readonly hint: string;
  /** The hint offers to set the key of the model that completes and translates. */
  readonly needsKey: boolean;
  /** The user has asked for a completion that has not arrived completely. */
  readonly completing: boolean;
  readonly announcement: string;
  /** The keys beside the ghost text, announced after the suggestion. */
  readonly keysAnnouncement: string;
  readonly translating: boolean;
  /** Such as `normal`; null if Vim mode is off. */
  readonly vimMode: string | null;
  readonly shell: boolean;
  readonly dragging: boolean;
  /** Where the menu of the ghost text is rendered; null without ghost text. */
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
  /** Notifies listeners only of changed values. A new hint resets `needsKey`. */
  update(patch: Partial<ComposerUi>): void;
  /** Does nothing if another hint is shown by now. */
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
