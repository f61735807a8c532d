import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, WidgetType, type DecorationSet, type EditorView } from '@codemirror/view';
import { strings } from '../../strings/strings.ts';
import { steadyDecorations } from './steadyDecorations.ts';

/** Gray text at the caret; may be empty. */
export const setCompletion = StateEffect.define<string>();

const completionField = StateField.define<string>({
  create: () => '',
  update: (text, { effects }) =>
    effects.reduce((latest, effect) => (effect.is(setCompletion) ? effect.value : latest), text),
});

/** Renders a completion at the caret, except during a composition. `onTake`: a click on the Tab keycap. */
export function completionExtension(onTake: () => void): Extension {
  return [completionField, steadyDecorations((state) => decorate(state, onTake))];
}

function decorate(state: EditorState, onTake: () => void): DecorationSet {
  const text = state.field(completionField);
  if (text === '') return Decoration.none;
  const widget = new CompletionWidget(text, onTake);
  return Decoration.set(Decoration.widget({ widget, side: 1 }).range(state.selection.main.head));
}

class CompletionWidget extends WidgetType {
  private readonly text: string;
  private readonly onTake: () => void;

  constructor(text: string, onTake: () => void) {
    super();
    this.text = text;
    this.onTake = onTake;
  }

  override eq(other: CompletionWidget): boolean {
    return other.text === this.text;
  }

  override toDOM(view: EditorView): HTMLElement {
    const completion = document.createElement('span');
    completion.className = 'ghost';
    const text = document.createElement('span');
    text.className = 'ghost-text';
    text.dataset.testid = 'completion-text';
    text.textContent = this.text;
    const hint = document.createElement('span');
    hint.className = 'ghost-hint';
    const tab = document.createElement('kbd');
    tab.className = 'keycap ghost-tab';
    tab.textContent = strings.completion.tab;
    tab.title = strings.completion.tabTitle;
    // Announced separately: as a part of the input, the text would sound like typed text.
    completion.setAttribute('aria-hidden', 'true');
    hint.append(tab);
    completion.append(text, hint);
    // Moving the caret would drop the completion.
    completion.addEventListener('mousedown', (event) => {
      event.preventDefault();
      view.focus();
    });
    tab.addEventListener('click', () => this.onTake());
    return completion;
  }

  /** Updates the element in place, because the text grows many times a second. */
  override updateDOM(dom: HTMLElement): boolean {
    const text = dom.querySelector<HTMLElement>('.ghost-text');
    if (!text) return false;
    text.textContent = this.text;
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
