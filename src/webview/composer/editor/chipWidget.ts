import { invertedEffects, isolateHistory } from '@codemirror/commands';
import {
  EditorState,
  StateEffect,
  StateField,
  type ChangeDesc,
  type Extension,
  type Range,
  type Transaction,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { toDisplayText } from '../../../shared/displayText.ts';
import { strings } from '../../strings/strings.ts';
import { isLongPaste, type Chip } from './chips.ts';
import { isShellInput } from './shellInput.ts';
import { kindOf, MentionWidget } from './mentionWidget.ts';

/**
 * Turns a range of the text into a chip. The document keeps the whole text, so code that reads or sends the text does
 * not handle chips. Only the caret treats a chip as one character.
 */
export const addChip = StateEffect.define<Chip>({ map: mapChip });
const removeChip = StateEffect.define<Chip>({ map: mapChip });

const chipField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(chips, transaction) {
    // A chip would hide a part of the command that Enter runs.
    if (isShellInput(transaction.state)) return Decoration.none;
    let next = chips;
    if (transaction.docChanged) {
      const kept = toChips(chips).flatMap((chip) => rangeAfter(chip, transaction.changes) ?? []);
      next = Decoration.set(kept.map((chip) => toDecoration(transaction.state, chip)));
    }
    for (const effect of transaction.effects) {
      if (effect.is(addChip)) {
        const { from, to } = effect.value;
        if (to > transaction.newDoc.length) continue;
        const filter = (otherFrom: number, otherTo: number) => otherTo <= from || otherFrom >= to;
        next = next.update({ filter, add: [toDecoration(transaction.state, effect.value)] });
      } else if (effect.is(removeChip)) {
        next = next.update({ filter: (from) => from !== effect.value.from });
      }
    }
    return next;
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
  ],
});

/** Calls `onChange` when the chips change and the text does not. */
export function chipExtension(onChange: (chips: readonly Chip[]) => void): Extension {
  return [
    chipField,
    EditorState.transactionExtender.of((transaction) => {
      const effects = chipsPasted(transaction);
      const deletes = chipsOf(transaction.startState).some((chip) => !rangeAfter(chip, transaction.changes));
      // The paste of a chip and the deletion of a chip are undo steps of their own, even during fast typing.
      return effects.length > 0 || deletes ? { effects, annotations: isolateHistory.of('full') } : null;
    }),
    // Undo brings back a deleted chip, not only its text.
    invertedEffects.of((transaction) =>
      chipsOf(transaction.startState)
        .filter((chip) => !rangeAfter(chip, transaction.changes))
        .map((chip) => addChip.of(chip)),
    ),
    EditorView.updateListener.of((update) => {
      const same = update.startState.field(chipField) === update.state.field(chipField);
      if (!update.docChanged && !same) onChange(chipsOf(update.state));
    }),
  ];
}

export function chipsOf(state: EditorState): readonly Chip[] {
  return toChips(state.field(chipField));
}

function chipsPasted(transaction: Transaction): StateEffect<Chip>[] {
  const effects: StateEffect<Chip>[] = [];
  if (isShellInput(transaction.startState)) return effects;
  if (!transaction.isUserEvent('input.paste') && !transaction.isUserEvent('input.drop')) return effects;
  transaction.changes.iterChanges((_fromA, _toA, from, to, inserted) => {
    if (isLongPaste({ lines: inserted.lines, characters: inserted.length })) effects.push(addChip.of({ from, to }));
  });
  return effects;
}

function toChips(decorations: DecorationSet): Chip[] {
  const chips: Chip[] = [];
  for (const cursor = decorations.iter(); cursor.value; cursor.next())
    chips.push({ from: cursor.from, to: cursor.to, ...contentOf(cursor.value) });
  return chips;
}

function contentOf({ spec }: Decoration): Omit<Chip, 'from' | 'to'> {
  const { mention, screenOf } = spec as Omit<Chip, 'from' | 'to'>;
  return { ...(mention !== undefined && { mention }), ...(screenOf !== undefined && { screenOf }) };
}

/**
 * Undefined if the changes delete the chip, or if the range exceeds the text. The second case occurs after a deletion:
 * the undo history still maps the deleted chip through later changes, but the text is now shorter.
 */
function mapChip({ from, to, ...content }: Chip, changes: ChangeDesc): Chip | undefined {
  if (to > changes.length) return undefined;
  const mapped = {
    from: changes.mapPos(from, 1),
    to: changes.mapPos(to, -1),
    ...content,
  };
  return mapped.from < mapped.to ? mapped : undefined;
}

/** Undefined if the change reached into the chip. A change at the chip's edge does not. */
function rangeAfter(chip: Chip, changes: ChangeDesc): Chip | undefined {
  let isHit = false;
  changes.iterChangedRanges((from, to) => {
    if (from < chip.to && to > chip.from) isHit = true;
  }, true);
  return isHit ? undefined : mapChip(chip, changes);
}

function toDecoration({ doc }: EditorState, { from, to, mention, screenOf }: Chip): Range<Decoration> {
  if (mention !== undefined) {
    const widget = new MentionWidget(doc.sliceString(from + 1, to), kindOf(mention));
    return Decoration.replace({ widget, mention }).range(from, to);
  }
  const lines = doc.lineAt(to).number - doc.lineAt(from).number + 1;
  return Decoration.replace({ widget: new PasteWidget(lines, to - from, screenOf), screenOf }).range(from, to);
}

class PasteWidget extends WidgetType {
  private readonly lines: number;
  private readonly characters: number;
  private readonly screenOf: string | undefined;

  constructor(lines: number, characters: number, screenOf: string | undefined) {
    super();
    this.lines = lines;
    this.characters = characters;
    this.screenOf = screenOf;
  }

  override eq(other: PasteWidget): boolean {
    return other.lines === this.lines && other.characters === this.characters && other.screenOf === this.screenOf;
  }

  override toDOM(view: EditorView): HTMLElement {
    const size = strings.pastedText.size(this.lines, this.characters);
    const words = this.screenOf === undefined ? strings.pastedText : strings.agentScreen(toDisplayText(this.screenOf));
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'paste-chip';
    button.textContent = words.label(size);
    button.title = words.show;
    button.setAttribute('aria-label', words.name(size));
    // Only the click acts; the press must not move the caret.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => expand(view, button));
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'Backspace' && event.key !== 'Delete') return;
      event.preventDefault();
      event.stopPropagation();
      deleteChip(view, button);
    });
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function expand(view: EditorView, element: HTMLElement): void {
  const chip = chipAt(view, element);
  if (chip) view.dispatch({ effects: removeChip.of(chip), selection: { anchor: chip.to }, scrollIntoView: true });
  view.focus();
}

function deleteChip(view: EditorView, element: HTMLElement): void {
  const chip = chipAt(view, element);
  if (chip) view.dispatch({ changes: chip, selection: { anchor: chip.from }, userEvent: 'delete.chip' });
  view.focus();
}

function chipAt(view: EditorView, element: HTMLElement): Chip | undefined {
  const position = view.posAtDOM(element);
  return chipsOf(view.state).find(({ from, to }) => from <= position && position < to);
}
