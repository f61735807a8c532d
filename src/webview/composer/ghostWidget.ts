import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { ghostText, INITIAL_FOLLOWUP_STATE, mayEnterSubmit, type FollowupState } from '../../shared/followup.ts';
import { strings } from '../strings.ts';

export const setFollowup = StateEffect.define<FollowupState>();

const followupField = StateField.define<FollowupState>({
  create: () => INITIAL_FOLLOWUP_STATE,
  update: (state, transaction) =>
    transaction.effects.reduce((latest, effect) => (effect.is(setFollowup) ? effect.value : latest), state),
});

/** The part of the suggestion that has not been typed, drawn behind the text; nothing while an input method is at work. */
export function ghostExtension(onClick: () => void): Extension {
  return [
    followupField,
    EditorView.decorations.compute([followupField, 'doc'], (state) => {
      const followup = state.field(followupField);
      if (!followup.isVisible) return Decoration.none;
      const rest = ghostText(followup, state.doc.toString());
      if (rest === '') return Decoration.none;
      const widget = new GhostWidget(rest, enterEverRuns(followup), onClick);
      return Decoration.set(Decoration.widget({ widget, side: 1 }).range(state.doc.length));
    }),
  ];
}

/** Whether Enter sends this suggestion once the guard times are over; the hint must not promise what will not happen. */
function enterEverRuns({ suggestion }: FollowupState): boolean {
  return mayEnterSubmit({ now: Infinity, shownAt: 0, focusedAt: 0, repeat: false, text: suggestion ?? '' });
}

class GhostWidget extends WidgetType {
  private readonly text: string;
  private readonly runs: boolean;
  private readonly onClick: () => void;

  constructor(text: string, runs: boolean, onClick: () => void) {
    super();
    this.text = text;
    this.runs = runs;
    this.onClick = onClick;
  }

  override eq(other: GhostWidget): boolean {
    return other.text === this.text && other.runs === this.runs;
  }

  override toDOM(view: EditorView): HTMLElement {
    const ghost = span('ghost');
    // The announcement says it once, in words; read as part of the input it would pass for typed text.
    ghost.setAttribute('aria-hidden', 'true');
    const text = span('ghost-text', this.text);
    text.dataset.testid = 'ghost-text';
    const keys = span('ghost-keys');
    keys.append(keycap(strings.ghost.tab));
    if (this.runs) keys.append(keycap(strings.ghost.run));
    ghost.append(text, keys);
    // The caret stays where it is. A click on the words takes them, one beside them only wants to write.
    ghost.addEventListener('mousedown', (event) => {
      event.preventDefault();
      view.focus();
    });
    text.addEventListener('click', this.onClick);
    return ghost;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function span(className: string, text = ''): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

function keycap(text: string): HTMLElement {
  const element = document.createElement('kbd');
  element.className = 'keycap';
  element.textContent = text;
  return element;
}
