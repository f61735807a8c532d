import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { EditorState, Prec, StateEffect, StateField, type Extension } from '@codemirror/state';
import { keymap, tooltips, type EditorView } from '@codemirror/view';
import type { MentionOffer } from '../../../shared/protocol.ts';
import { strings } from '../../strings/strings.ts';
import { addChip } from './chipWidget.ts';
import { MENTION_ICONS, nameOf } from './mentionWidget.ts';

/** Milliseconds without a key before the host is asked. */
const DELAY = 80;
/** Matches an `@` that begins a word, and the text after it. E-mail addresses and `name@version` do not match. */
const MENTION = /(?:^|[\s([{"’“,;])@[^\s@]*$/u;
/** Keys that the open list handles. Right does nothing in the list, but must not accept a suggestion either. */
const LIST_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowRight', 'PageUp', 'PageDown', 'Enter', 'Tab', 'Escape']);

interface MentionCompletion extends Completion {
  readonly offer: MentionOffer;
}

type MentionFilter = 'file' | 'folder';
type Find = (query: string, kind?: MentionFilter) => Promise<readonly MentionOffer[]>;

const setFilter = StateEffect.define<{ readonly at: number; readonly kind: MentionFilter }>();

/** The kind that the list for the `@` at a place is limited to, until the caret leaves the text after this `@`. */
const filterField = StateField.define<{ readonly at: number; readonly kind: MentionFilter } | null>({
  create: () => null,
  update(filter, { changes, effects, state }) {
    const set = effects.find((effect) => effect.is(setFilter))?.value;
    const next = set ?? (filter && { ...filter, at: changes.mapPos(filter.at, -1) });
    const typed = next && state.sliceDoc(next.at, state.selection.main.head);
    return typed && /^@[^\s@]*$/.test(typed) ? next : null;
  },
});

/** Types `@` at the caret, and opens the list for this kind. */
export function startMention(view: EditorView, kind: MentionFilter): void {
  const { from, to } = view.state.selection.main;
  const insert = `${spaceBefore(view.state, from)}@`;
  const end = from + insert.length;
  view.focus();
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: end },
    effects: setFilter.of({ at: end - 1, kind }),
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  startCompletion(view);
}

/** Inserts a mention at the caret. */
export function insertMention(view: EditorView, offer: MentionOffer): void {
  const { from, to } = view.state.selection.main;
  const space = spaceBefore(view.state, from);
  if (space !== '') view.dispatch({ changes: { from, to, insert: space }, selection: { anchor: from + 1 } });
  const end = view.state.selection.main;
  pick(view, offer, end.from, end.to);
  view.focus();
}

/** A mention begins a word. */
function spaceBefore(state: EditorState, at: number): string {
  return at === 0 || /\s/.test(state.sliceDoc(at - 1, at)) ? '' : ' ';
}

/** The `@` list. Accepting an entry inserts plain text into the document, rendered as a chip. */
export function mentionCompletion(find: Find): Extension {
  return [
    filterField,
    autocompletion({
      override: [(context) => complete(context, find)],
      activateOnTypingDelay: DELAY,
      defaultKeymap: false,
      icons: false,
      interactionDelay: 0,
      aboveCursor: true,
      tooltipClass: () => 'mention-list',
      addToOptions: [{ render: renderIcon, position: 20 }],
    }),
    // The composer is at the bottom of the panel, which clips its overflow.
    tooltips({ parent: document.body }),
    EditorState.phrases.of({ Completions: strings.mentions.list }),
    Prec.highest(
      keymap.of(
        [
          { key: 'ArrowDown', run: moveCompletionSelection(true) },
          { key: 'ArrowUp', run: moveCompletionSelection(false) },
          { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
          { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
          { key: 'Enter', run: acceptCompletion },
          { key: 'Tab', run: acceptCompletion },
          { key: 'Escape', run: closeCompletion },
        ].map((binding) => ({ ...binding, stopPropagation: true })),
      ),
    ),
  ];
}

/** True for Tab with the caret right after `@` and its text, while the list is still loading. */
export function isEarlyTab({ state }: EditorView, { key, shiftKey }: KeyboardEvent): boolean {
  const { head } = state.selection.main;
  const before = state.sliceDoc(state.doc.lineAt(head).from, head);
  return key === 'Tab' && !shiftKey && completionStatus(state) === 'pending' && MENTION.test(before);
}

/** True for a key that the open list handles, so that the composer must not. */
export function isListKey({ state }: EditorView, { key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const plain = !ctrlKey && !altKey && !metaKey && !shiftKey;
  return plain && LIST_KEYS.has(key) && completionStatus(state) === 'active';
}

async function complete(context: CompletionContext, find: Find): Promise<CompletionResult | null> {
  // Text under composition is not complete yet.
  if (context.view?.composing) return null;
  const typed = context.matchBefore(MENTION);
  if (!typed) return null;
  const from = typed.from + typed.text.indexOf('@');
  const offers = await find(typed.text.slice(typed.text.indexOf('@') + 1), context.state.field(filterField)?.kind);
  if (context.aborted || offers.length === 0) return null;
  return { from, filter: false, options: offers.map(toCompletion) };
}

function toCompletion(offer: MentionOffer): MentionCompletion {
  const { name, place } = nameOf(offer);
  return {
    label: `@${offer.label}`,
    displayLabel: name,
    detail:
      offer.kind === 'file' || offer.kind === 'folder' || offer.kind === 'symbol'
        ? place
        : strings.mentions[offer.kind],
    offer,
    apply: (view, _completion, from, to) => pick(view, offer, from, to),
  };
}

function pick(view: EditorView, { id, label }: MentionOffer, from: number, to: number): void {
  const words = `@${label}`;
  const end = from + words.length;
  view.dispatch({
    changes: { from, to, insert: `${words} ` },
    selection: { anchor: end + 1 },
    effects: addChip.of({ from, to: end, mention: id }),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}

function renderIcon(completion: Completion): Node {
  const icon = document.createElement('span');
  icon.className = `codicon codicon-${MENTION_ICONS[(completion as MentionCompletion).offer.kind]}`;
  icon.setAttribute('aria-hidden', 'true');
  return icon;
}
