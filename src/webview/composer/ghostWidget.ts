import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import { ghostText, INITIAL_FOLLOWUP_STATE, type FollowupState } from '../../shared/followup.ts';
import type { SuggestionAction } from '../../shared/suggesting.ts';
import { strings } from '../strings.ts';
import type { EnterHint } from './keys.ts';

/** What is suggested, and what Enter does behind a text. */
interface Ghost {
  readonly state: FollowupState;
  readonly enter: (text: string) => EnterHint;
}

/** No more suggestions in this chat, or in any. */
export type OffAction = Extract<SuggestionAction, 'off-in-chat' | 'off'>;

export interface GhostHandlers {
  /** The words were clicked. */
  onTake(): void;
  onOff(action: OffAction): void;
}

export const setFollowup = StateEffect.define<Ghost>();

const ghostField = StateField.define<Ghost>({
  create: () => ({ state: INITIAL_FOLLOWUP_STATE, enter: () => ({ now: 'fill', later: 'fill' }) }),
  update: (ghost, transaction) =>
    transaction.effects.reduce((latest, effect) => (effect.is(setFollowup) ? effect.value : latest), ghost),
});

/** The part of the suggestion that has not been typed, drawn behind the text; nothing while an input method is at work. */
export function ghostExtension(handlers: GhostHandlers): Extension {
  return [
    ghostField,
    ViewPlugin.define((view) => new GhostView(view, handlers), {
      decorations: (plugin) => plugin.decorations,
      eventObservers: {
        compositionstart() {
          this.beginComposition();
        },
        compositionend() {
          this.endComposition();
        },
      },
    }),
  ];
}

/**
 * A widget that comes, goes or changes beside a composition makes Chromium put the composed text in the wrong place
 * (https://github.com/codemirror/dev/issues/1134), so for as long as there is one the ghost is left as it is, and hidden
 * by the style sheet.
 */
class GhostView implements PluginValue {
  decorations: DecorationSet;
  private readonly view: EditorView;
  private readonly handlers: GhostHandlers;
  private isComposing = false;
  private ending: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, handlers: GhostHandlers) {
    this.view = view;
    this.handlers = handlers;
    this.decorations = decorate(view.state, handlers);
  }

  update({ state, changes }: ViewUpdate): void {
    this.decorations = this.isComposing ? this.decorations.map(changes) : decorate(state, this.handlers);
  }

  beginComposition(): void {
    this.isComposing = true;
    this.view.dom.dataset.composing = 'true';
  }

  /** CodeMirror takes in the composed text after the event; where syllables are composed one by one, the next has begun. */
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

function decorate(state: EditorState, handlers: GhostHandlers): DecorationSet {
  const ghost = state.field(ghostField);
  if (!ghost.state.isVisible) return Decoration.none;
  const text = state.doc.toString();
  const rest = ghostText(ghost.state, text);
  if (rest === '') return Decoration.none;
  const widget = new GhostWidget(rest, ghost.enter(text), handlers);
  return Decoration.set(Decoration.widget({ widget, side: 1 }).range(state.doc.length));
}

class GhostWidget extends WidgetType {
  private readonly text: string;
  private readonly enter: EnterHint;
  private readonly handlers: GhostHandlers;

  constructor(text: string, enter: EnterHint, handlers: GhostHandlers) {
    super();
    this.text = text;
    this.enter = enter;
    this.handlers = handlers;
  }

  override eq(other: GhostWidget): boolean {
    return other.text === this.text && other.enter.now === this.enter.now && other.enter.later === this.enter.later;
  }

  override toDOM(view: EditorView): HTMLElement {
    const ghost = element('span', 'ghost');
    // The announcement says it once, in words; read as part of the input it would pass for typed text.
    ghost.setAttribute('aria-hidden', 'true');
    const text = element('span', 'ghost-text', this.text);
    text.dataset.testid = 'ghost-text';
    const hint = element('span', 'ghost-hint');
    const tab = element('kbd', 'keycap', strings.ghost.tab);
    tab.title = strings.ghost.tabTitle;
    const enter = element('kbd', 'keycap ghost-enter');
    nameEnter(enter, this.enter);
    hint.append(tab, enter, this.offButton('off-in-chat', 'close'), this.offButton('off', 'circle-slash'));
    ghost.append(text, hint);
    // The caret stays where it is. A click on the words takes them, one beside them only wants to write.
    ghost.addEventListener('mousedown', (event) => {
      event.preventDefault();
      view.focus();
    });
    text.addEventListener('click', () => this.handlers.onTake());
    return ghost;
  }

  /** A click may be half done when what Enter does changes, as with the focus that it brings. */
  override updateDOM(dom: HTMLElement, _view: EditorView, from: this): boolean {
    const enter = dom.querySelector<HTMLElement>('.ghost-enter');
    if (from.text !== this.text || !enter) return false;
    nameEnter(enter, this.enter);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  private offButton(action: OffAction, icon: string): HTMLElement {
    const button = element('button', `ghost-off codicon codicon-${icon}`);
    button.type = 'button';
    button.title = strings.ghost.off[action];
    // The keyboard's way are the commands: Tab is for the suggestion here.
    button.tabIndex = -1;
    button.addEventListener('click', () => this.handlers.onOff(action));
    return button;
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** What the key does can change while one looks: the style sheet keeps room for the longer of both words. */
function nameEnter(keycap: HTMLElement, { now, later }: EnterHint): void {
  const { key, says } = strings.ghost.enter[now];
  keycap.textContent = key;
  keycap.title = says;
  // What it says outside of the guard times may be guarded again, with the focus.
  const otherwise = now !== later ? later : now === 'fill' ? 'run' : 'fill';
  if (now === 'send-typed') delete keycap.dataset.otherwise;
  else keycap.dataset.otherwise = strings.ghost.enter[otherwise].key;
}
