import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { ghostText, INITIAL_FOLLOWUP_STATE, type FollowupState } from '../../shared/followup.ts';
import { strings } from '../strings.ts';

/** What is suggested, and whether Enter sends it once the guard times are over. */
interface Ghost {
  readonly state: FollowupState;
  readonly runs: boolean;
}

export interface GhostHandlers {
  /** The words were clicked. */
  onTake(): void;
  /** The cross was clicked. */
  onOff(): void;
}

export const setFollowup = StateEffect.define<Ghost>();

const ghostField = StateField.define<Ghost>({
  create: () => ({ state: INITIAL_FOLLOWUP_STATE, runs: false }),
  update: (ghost, transaction) =>
    transaction.effects.reduce((latest, effect) => (effect.is(setFollowup) ? effect.value : latest), ghost),
});

/** The part of the suggestion that has not been typed, drawn behind the text; nothing while an input method is at work. */
export function ghostExtension(handlers: GhostHandlers): Extension {
  return [
    ghostField,
    EditorView.decorations.compute([ghostField, 'doc'], (state) => {
      const ghost = state.field(ghostField);
      if (!ghost.state.isVisible) return Decoration.none;
      const rest = ghostText(ghost.state, state.doc.toString());
      if (rest === '') return Decoration.none;
      const widget = new GhostWidget(rest, ghost.runs && state.doc.length === 0, handlers);
      return Decoration.set(Decoration.widget({ widget, side: 1 }).range(state.doc.length));
    }),
  ];
}

class GhostWidget extends WidgetType {
  private readonly text: string;
  private readonly runs: boolean;
  private readonly handlers: GhostHandlers;

  constructor(text: string, runs: boolean, handlers: GhostHandlers) {
    super();
    this.text = text;
    this.runs = runs;
    this.handlers = handlers;
  }

  override eq(other: GhostWidget): boolean {
    return other.text === this.text && other.runs === this.runs;
  }

  override toDOM(view: EditorView): HTMLElement {
    const ghost = element('span', 'ghost');
    // The announcement says it once, in words; read as part of the input it would pass for typed text.
    ghost.setAttribute('aria-hidden', 'true');
    const text = element('span', 'ghost-text', this.text);
    text.dataset.testid = 'ghost-text';
    const keys = element('span', 'ghost-keys');
    keys.append(keycap(strings.ghost.tab, strings.ghost.tabTitle));
    if (this.runs) keys.append(keycap(strings.ghost.run, strings.ghost.runTitle));
    const off = element('button', 'ghost-off codicon codicon-close');
    off.type = 'button';
    off.title = strings.ghost.off;
    // The keyboard's way is the command: Tab is for the suggestion here.
    off.tabIndex = -1;
    keys.append(off);
    ghost.append(text, keys);
    // The caret stays where it is. A click on the words takes them, one beside them only wants to write.
    ghost.addEventListener('mousedown', (event) => {
      event.preventDefault();
      view.focus();
    });
    text.addEventListener('click', () => this.handlers.onTake());
    off.addEventListener('click', () => this.handlers.onOff());
    return ghost;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function keycap(text: string, title: string): HTMLElement {
  const key = element('kbd', 'keycap', text);
  key.title = title;
  return key;
}
