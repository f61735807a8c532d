import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, WidgetType, type DecorationSet, type EditorView } from '@codemirror/view';
import { ghostText, INITIAL_FOLLOWUP_STATE, type FollowupState } from '../../../shared/followup.ts';
import { strings } from '../../strings/strings.ts';
import type { EnterHint } from './keys.ts';
import { steadyDecorations } from './steadyDecorations.ts';

/** `enter`: what Enter does after a given text. */
interface Ghost {
  readonly state: FollowupState;
  readonly enter: (text: string) => EnterHint;
}

export interface GhostHandlers {
  onTake(): void;
  onHide(): void;
  /** The suggestion's menu must be rendered in `place` until `onMenuGone`. */
  onMenuPlace(place: HTMLElement): void;
  onMenuGone(place: HTMLElement): void;
}

export const setFollowup = StateEffect.define<Ghost>();

const ghostField = StateField.define<Ghost>({
  create: () => ({ state: INITIAL_FOLLOWUP_STATE, enter: () => ({ now: 'fill', later: 'fill' }) }),
  update: (ghost, transaction) =>
    transaction.effects.reduce((latest, effect) => (effect.is(setFollowup) ? effect.value : latest), ghost),
});

type GetHandlers = () => GhostHandlers | undefined;

/** Renders the rest of the suggestion after the typed text, except during a composition. */
export function ghostExtension(handlers: GetHandlers): Extension {
  return [ghostField, steadyDecorations((state) => decorate(state, handlers))];
}

function decorate(state: EditorState, handlers: GetHandlers): DecorationSet {
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
  private readonly handlers: GetHandlers;

  constructor(text: string, enter: EnterHint, handlers: GetHandlers) {
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
    labelEnter(enter, this.enter);
    // Announced separately: as a part of the input, the text would sound like typed text.
    for (const part of [text, tab, enter]) part.setAttribute('aria-hidden', 'true');
    const menu = element('span', 'ghost-menu');
    hint.append(tab, enter, this.hideButton(), menu);
    ghost.append(text, hint);
    // A click on the ghost text only focuses the input, so the press must not move the caret.
    ghost.addEventListener('mousedown', (event) => {
      if (menu.contains(event.target as Node)) return;
      event.preventDefault();
      view.focus();
    });
    tab.addEventListener('click', () => this.handlers()?.onTake());
    this.handlers()?.onMenuPlace(menu);
    return ghost;
  }

  override destroy(dom: HTMLElement): void {
    const menu = dom.querySelector<HTMLElement>('.ghost-menu');
    if (menu) this.handlers()?.onMenuGone(menu);
  }

  /**
   * Updates the element in place, because a new element would close an open menu and lose a click in progress. A click
   * causes an update, because it focuses the input, which changes Enter's effect.
   */
  override updateDOM(dom: HTMLElement): boolean {
    const text = dom.querySelector<HTMLElement>('.ghost-text');
    const enter = dom.querySelector<HTMLElement>('.ghost-enter');
    if (!text || !enter) return false;
    if (text.textContent !== this.text) text.textContent = this.text;
    labelEnter(enter, this.enter);
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
    // Not reachable with Tab, because Esc hides the suggestion.
    button.tabIndex = -1;
    button.addEventListener('click', () => this.handlers()?.onHide());
    return button;
  }
}

export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** The effect can change while the hint is visible, so the style sheet reserves room for the longer label. */
export function labelEnter(keycap: HTMLElement, { now, later }: EnterHint): void {
  const { key, says } = strings.ghost.enter[now];
  keycap.textContent = key;
  keycap.title = says;
  // The label can change even if `now` equals `later`: for example, a new focus restarts the guard time.
  const otherwise = now !== later ? later : now === 'fill' ? 'run' : 'fill';
  if (now === 'send-typed') delete keycap.dataset.otherwise;
  else keycap.dataset.otherwise = strings.ghost.enter[otherwise].key;
}
