import type { EditorState, Extension } from '@codemirror/state';
import { ViewPlugin, type DecorationSet, type EditorView, type PluginValue, type ViewUpdate } from '@codemirror/view';

type Decorate = (state: EditorState) => DecorationSet;

/**
 * Decorations computed from the editor's state, except during a composition. A widget that changes beside a composition
 * makes Chromium misplace the composed text (https://github.com/codemirror/dev/issues/1134). So widgets do not change
 * during a composition, and the style sheet hides them.
 */
export function steadyDecorations(decorate: Decorate): Extension {
  return ViewPlugin.define((view) => new SteadyView(view, decorate), {
    decorations: (plugin) => plugin.decorations,
    eventObservers: {
      compositionstart() {
        this.beginComposition();
      },
      compositionend() {
        this.endComposition();
      },
    },
  });
}

class SteadyView implements PluginValue {
  decorations: DecorationSet;
  private readonly view: EditorView;
  private readonly decorate: Decorate;
  private isComposing = false;
  private ending: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, decorate: Decorate) {
    this.view = view;
    this.decorate = decorate;
    this.decorations = decorate(view.state);
  }

  update({ state, changes }: ViewUpdate): void {
    this.decorations = this.isComposing ? this.decorations.map(changes) : this.decorate(state);
  }

  beginComposition(): void {
    this.isComposing = true;
    this.view.dom.dataset.composing = 'true';
  }

  /**
   * Computes the decorations later, because CodeMirror reads the composed text after this event. By then, the next
   * composition may have started: some input methods compose each syllable separately.
   */
  endComposition(): void {
    clearTimeout(this.ending);
    this.ending = setTimeout(() => {
      if (this.view.compositionStarted) return;
      this.isComposing = false;
      delete this.view.dom.dataset.composing;
      this.view.dispatch();
    });
  }

  destroy(): void {
    clearTimeout(this.ending);
  }
}
