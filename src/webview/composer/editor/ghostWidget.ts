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
import { ghostText, INITIAL_FOLLOWUP_STATE, type FollowupState } from '../../../shared/followup.ts';
import { strings } from '../../strings/strings.ts';
import type { EnterHint } from './keys.ts';

/** What is suggested, and what Enter does behind a text. */
interface Ghost {
  readonly state: FollowupState;
  readonly enter: (text: string) => EnterHint;
}

export interface GhostHandlers {
  /** The key that fills the suggestion in was clicked. */
  onTake(): void;
  /** Its button to hide it was clicked. */
  onHide(): void;
  /** The menu of the suggestion is to be rendered in this element, until `onMenuGone`. */
  onMenuPlace(place: HTMLElement): void;
  onMenuGone(place: HTMLElement): void;
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
    const text = element('span', 'ghost-text', this.text);
    text.dataset.testid = 'ghost-text';
    const hint = element('span', 'ghost-hint');
    const tab = element('kbd', 'keycap ghost-tab', strings.ghost.tab);
    tab.title = strings.ghost.tabTitle;
    const enter = element('kbd', 'keycap ghost-enter');
    nameEnter(enter, this.enter);
    // The announcement says them once, in words; read as part of the input they would pass for typed text.
    for (const part of [text, tab, enter]) part.setAttribute('aria-hidden', 'true');
    const menu = element('span', 'ghost-menu');
    hint.append(tab, enter, this.hideButton(), menu);
    ghost.append(text, hint);
    // The caret stays where it is: a click on the words only wants to write.
    ghost.addEventListener('mousedown', (event) => {
      if (menu.contains(event.target as Node)) return;
      event.preventDefault();
      view.focus();
    });
    tab.addEventListener('click', () => this.handlers.onTake());
    this.handlers.onMenuPlace(menu);
    return ghost;
  }

  override destroy(dom: HTMLElement): void {
    const menu = dom.querySelector<HTMLElement>('.ghost-menu');
    if (menu) this.handlers.onMenuGone(menu);
  }

  /** A click may be half done when what Enter does changes, as with the focus that it brings; and a menu may be open. */
  override updateDOM(dom: HTMLElement): boolean {
    const text = dom.querySelector<HTMLElement>('.ghost-text');
    const enter = dom.querySelector<HTMLElement>('.ghost-enter');
    if (!text || !enter) return false;
    if (text.textContent !== this.text) text.textContent = this.text;
    nameEnter(enter, this.enter);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  private hideButton(): HTMLElement {
    const button = element('button', 'icon-button codicon codicon-close');
    button.type = 'button';
    button.title = strings.ghost.hideTitle;
    button.setAttribute('aria-label', strings.ghost.hide);
    // The keyboard's way is Esc.
    button.tabIndex = -1;
    button.addEventListener('click', () => this.handlers.onHide());
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
