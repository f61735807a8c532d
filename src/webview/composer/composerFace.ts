import { createValueStore, type ValueStore } from '../state/valueStore.ts';

/** The state that React renders around the text field. */
export interface ComposerFace {
  readonly empty: boolean;
  /** A line below the text, which disappears with the next keystroke. */
  readonly hint: string;
  /** For screen readers. */
  readonly announcement: string;
  /** What the keys of the hint do, announced after the suggestion. */
  readonly keysAnnouncement: string;
  /** Files are being dragged over the panel. */
  readonly dragging: boolean;
  /** The element after the ghost text in which its menu is rendered; null if there is no ghost text. */
  readonly ghostMenu: HTMLElement | null;
}

export const INITIAL_FACE: ComposerFace = {
  empty: true,
  hint: '',
  announcement: '',
  keysAnnouncement: '',
  dragging: false,
  ghostMenu: null,
};

export interface FaceStore extends ValueStore<ComposerFace> {
  /** Notifies listeners only if a value changes. */
  update(patch: Partial<ComposerFace>): void;
  /** Removes a hint whose reason no longer applies, unless another hint is shown by now. */
  endHint(hint: string): void;
}

export function createFaceStore(): FaceStore {
  const face = createValueStore<ComposerFace>(INITIAL_FACE);

  function update(patch: Partial<ComposerFace>): void {
    const current = face.get();
    const keys = Object.keys(patch) as (keyof ComposerFace)[];
    if (keys.some((key) => patch[key] !== current[key])) face.set({ ...current, ...patch });
  }

  return {
    ...face,
    update,
    endHint(hint) {
      if (face.get().hint === hint) update({ hint: '' });
    },
  };
}
