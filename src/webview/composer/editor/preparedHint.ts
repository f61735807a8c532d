import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, WidgetType, type DecorationSet } from '@codemirror/view';
import { strings } from '../../strings/strings.ts';
import { element, labelEnter } from './ghostWidget.ts';
import type { PreparedEnter } from './preparedEnter.ts';
import { steadyDecorations } from './steadyDecorations.ts';

export const setPreparedHint = StateEffect.define<PreparedEnter>();

const hintField = StateField.define<PreparedEnter>({
  create: () => 'none',
  update: (hint, { effects }) =>
    effects.reduce((latest, effect) => (effect.is(setPreparedHint) ? effect.value : latest), hint),
});

/** Shows a hint after the input's text, if no ghost text is visible: what Enter does with prepared edits. */
export function preparedHint(): Extension {
  return [hintField, steadyDecorations(decorate)];
}

function decorate(state: EditorState): DecorationSet {
  const hint = state.field(hintField);
  if (hint === 'none') return Decoration.none;
  const widget = new PreparedHintWidget(hint, state.doc.length > 0);
  return Decoration.set(Decoration.widget({ widget, side: 2 }).range(state.doc.length));
}

class PreparedHintWidget extends WidgetType {
  private readonly hint: 'review' | 'apply';
  private readonly afterText: boolean;

  /** `afterText`: takes as much room as the ghost text's hint, so that nothing moves when the text is filled in. */
  constructor(hint: 'review' | 'apply', afterText: boolean) {
    super();
    this.hint = hint;
    this.afterText = afterText;
  }

  override eq(other: PreparedHintWidget): boolean {
    return other.hint === this.hint && other.afterText === this.afterText;
  }

  override toDOM(): HTMLElement {
    const ghost = element('span', 'ghost');
    const hint = element('span', 'ghost-hint prepared-hint');
    const enter = element('kbd', 'keycap ghost-enter');
    labelEnter(enter, { now: this.hint, later: this.hint });
    if (this.afterText) hint.append(spacer('keycap', strings.ghost.tab), enter, spacer(HIDE), menuSpacer());
    else hint.append(enter);
    ghost.append(element('span', 'ghost-text'), hint);
    ghost.setAttribute('aria-hidden', 'true');
    return ghost;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const HIDE = 'icon-button codicon codicon-close';

function menuSpacer(): HTMLElement {
  const menu = element('span', 'hint-spacer');
  const button = element('button', 'icon-button');
  button.tabIndex = -1;
  button.append(element('span', 'codicon codicon-ellipsis'));
  menu.append(button);
  return menu;
}

function spacer(className: string, text = ''): HTMLElement {
  return element('span', `${className} hint-spacer`, text);
}
