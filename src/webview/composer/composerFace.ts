import { createValueStore, type ValueStore } from '../state/valueStore.ts';

/** What React draws around the text field. */
export interface ComposerFace {
  readonly empty: boolean;
  /** A line below the text, shown for a reason and gone with the next keystroke. */
  readonly hint: string;
  /** For screen readers. */
  readonly announcement: string;
  /** What the keys of the hint do, said after the first suggestion. */
  readonly keysAnnouncement: string;
  /** Files are being dragged over the panel. */
  readonly dragging: boolean;
  /** Behind the ghost text, where its menu belongs; null where there is no ghost text. */
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
  /** Nothing is drawn again where nothing changes. */
  update(patch: Partial<ComposerFace>): void;
  /** Takes a hint away whose reason has gone; another one that is shown by now stays. */
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
