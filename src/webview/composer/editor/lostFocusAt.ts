import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const loseFocus = StateEffect.define<number>();

/** Where the caret was when the field last lost the focus. Inserting text at this place does not move the place. */
export const lostFocusAt = StateField.define<number | undefined>({
  create: () => undefined,
  update(place, { changes, effects }) {
    const lost = effects.find((effect) => effect.is(loseFocus));
    return lost?.value ?? (place === undefined ? undefined : changes.mapPos(place, -1));
  },
});

export const trackLostFocus: Extension = [
  lostFocusAt,
  EditorView.focusChangeEffect.of((state, focusing) => (focusing ? null : loseFocus.of(state.selection.main.head))),
];
