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
import { strings } from '../../strings/strings.ts';
import { isWorthFolding, type Fold } from './folds.ts';
import { kindOf, MentionWidget } from './mentionWidget.ts';

/**
 * A long paste is drawn as one chip. The document holds its whole text, so that whatever reads, sends or keeps it needs
 * no word about folds; only the caret takes the chip for one character.
 */
export const addFold = StateEffect.define<Fold>({ map: mapFold });
const removeFold = StateEffect.define<Fold>({ map: mapFold });

const foldField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(folds, transaction) {
    let next = folds;
    if (transaction.docChanged) {
      const kept = toFolds(folds).flatMap((fold) => surviving(fold, transaction.changes) ?? []);
      next = Decoration.set(kept.map((fold) => drawFold(transaction.state, fold)));
    }
    for (const effect of transaction.effects) {
      if (effect.is(addFold)) {
        const { from, to, mention } = effect.value;
        if (to > transaction.newDoc.length) continue;
        const filter = (otherFrom: number, otherTo: number) => otherTo <= from || otherFrom >= to;
        next = next.update({ filter, add: [drawFold(transaction.state, { from, to, mention })] });
      } else if (effect.is(removeFold)) {
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

/** `onChange` is told when other parts of the text are folded although the text is the same. */
export function foldExtension(onChange: (folds: readonly Fold[]) => void): Extension {
  return [
    foldField,
    EditorState.transactionExtender.of((transaction) => {
      const effects = foldsPasted(transaction);
      const deletes = foldsOf(transaction.startState).some((fold) => !surviving(fold, transaction.changes));
      // A chip comes and goes in a step of its own, however fast one types before and behind it.
      return effects.length > 0 || deletes ? { effects, annotations: isolateHistory.of('full') } : null;
    }),
    // What deleting a chip folds away with it comes back folded.
    invertedEffects.of((transaction) =>
      foldsOf(transaction.startState)
        .filter((fold) => !surviving(fold, transaction.changes))
        .map((fold) => addFold.of(fold)),
    ),
    EditorView.updateListener.of((update) => {
      const same = update.startState.field(foldField) === update.state.field(foldField);
      if (!update.docChanged && !same) onChange(foldsOf(update.state));
    }),
  ];
}

export function foldsOf(state: EditorState): readonly Fold[] {
  return toFolds(state.field(foldField));
}

function foldsPasted(transaction: Transaction): StateEffect<Fold>[] {
  const effects: StateEffect<Fold>[] = [];
  if (!transaction.isUserEvent('input.paste') && !transaction.isUserEvent('input.drop')) return effects;
  transaction.changes.iterChanges((_fromA, _toA, from, to, inserted) => {
    if (isWorthFolding({ lines: inserted.lines, characters: inserted.length })) effects.push(addFold.of({ from, to }));
  });
  return effects;
}

function toFolds(decorations: DecorationSet): Fold[] {
  const folds: Fold[] = [];
  for (const cursor = decorations.iter(); cursor.value; cursor.next())
    folds.push({ from: cursor.from, to: cursor.to, ...mentionOf(cursor.value) });
  return folds;
}

function mentionOf({ spec }: Decoration): { mention?: string } {
  const { mention } = spec as { mention?: string };
  return mention === undefined ? {} : { mention };
}

/** The history maps an effect through changes to a text that the effect's own has not come back to yet. */
function mapFold({ from, to, mention }: Fold, changes: ChangeDesc): Fold | undefined {
  if (to > changes.length) return undefined;
  const mapped = {
    from: changes.mapPos(from, 1),
    to: changes.mapPos(to, -1),
    ...(mention !== undefined && { mention }),
  };
  return mapped.from < mapped.to ? mapped : undefined;
}

/** Where a fold is after a change; undefined where the change reached into it. What touches it from outside does not. */
function surviving(fold: Fold, changes: ChangeDesc): Fold | undefined {
  let isHit = false;
  changes.iterChangedRanges((from, to) => {
    if (from < fold.to && to > fold.from) isHit = true;
  }, true);
  return isHit ? undefined : mapFold(fold, changes);
}

function drawFold({ doc }: EditorState, { from, to, mention }: Fold): Range<Decoration> {
  if (mention !== undefined) {
    const widget = new MentionWidget(doc.sliceString(from + 1, to), kindOf(mention));
    return Decoration.replace({ widget, mention }).range(from, to);
  }
  const lines = doc.lineAt(to).number - doc.lineAt(from).number + 1;
  return Decoration.replace({ widget: new FoldWidget(lines, to - from) }).range(from, to);
}

class FoldWidget extends WidgetType {
  private readonly lines: number;
  private readonly characters: number;

  constructor(lines: number, characters: number) {
    super();
    this.lines = lines;
    this.characters = characters;
  }

  override eq(other: FoldWidget): boolean {
    return other.lines === this.lines && other.characters === this.characters;
  }

  override toDOM(view: EditorView): HTMLElement {
    const words = strings.fold.size(this.lines, this.characters);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'fold';
    button.textContent = strings.fold.label(words);
    button.title = strings.fold.show;
    button.setAttribute('aria-label', strings.fold.name(words));
    // The caret stays where it is until the click is one.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => unfold(view, button));
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'Backspace' && event.key !== 'Delete') return;
      event.preventDefault();
      event.stopPropagation();
      deleteFold(view, button);
    });
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function unfold(view: EditorView, chip: HTMLElement): void {
  const fold = foldAt(view, chip);
  if (fold) view.dispatch({ effects: removeFold.of(fold), selection: { anchor: fold.to }, scrollIntoView: true });
  view.focus();
}

function deleteFold(view: EditorView, chip: HTMLElement): void {
  const fold = foldAt(view, chip);
  if (fold) view.dispatch({ changes: fold, selection: { anchor: fold.from }, userEvent: 'delete.fold' });
  view.focus();
}

function foldAt(view: EditorView, chip: HTMLElement): Fold | undefined {
  const position = view.posAtDOM(chip);
  return foldsOf(view.state).find(({ from, to }) => from <= position && position < to);
}
