import type { EditorState, Extension } from '@codemirror/state';
import { Decoration, WidgetType, type DecorationSet } from '@codemirror/view';
import { toDisplayText } from '../../../shared/displayText.ts';
import { commandNameOf, namesOf, type CommandView } from '../../../shared/slashCommand.ts';
import { isShellInput } from './shellInput.ts';
import { steadyDecorations } from './steadyDecorations.ts';

export function argumentHints(commands: () => readonly CommandView[]): Extension {
  return steadyDecorations((state) => decorate(state, commands()));
}

function decorate(state: EditorState, commands: readonly CommandView[]): DecorationSet {
  const hint = isShellInput(state) ? '' : argumentHintOf(state.doc.toString(), commands);
  if (hint === '') return Decoration.none;
  return Decoration.set(Decoration.widget({ widget: new HintWidget(hint), side: 1 }).range(state.doc.length));
}

/** Empty unless the text is exactly a command's name and one space. */
export function argumentHintOf(text: string, commands: readonly CommandView[]): string {
  const name = text.endsWith(' ') ? commandNameOf(text)?.toLowerCase() : undefined;
  if (!name || text.length !== name.length + 2) return '';
  const command = commands.find((each) => namesOf([each]).some((known) => known.toLowerCase() === name));
  return toDisplayText(command?.argument ?? '');
}

class HintWidget extends WidgetType {
  private readonly hint: string;

  constructor(hint: string) {
    super();
    this.hint = hint;
  }

  override eq(other: HintWidget): boolean {
    return other.hint === this.hint;
  }

  override toDOM(): HTMLElement {
    const hint = document.createElement('span');
    hint.className = 'argument-hint';
    hint.textContent = this.hint;
    // A screen reader has read the hint in the list; here it would sound like typed text.
    hint.setAttribute('aria-hidden', 'true');
    return hint;
  }
}
