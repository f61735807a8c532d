import {
  startCompletion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { StateEffect, StateField, type EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { MentionOffer } from '../../../shared/protocol.ts';
import { strings } from '../../strings/strings.ts';
import { addChip } from './chipWidget.ts';
import type { ListEntry } from './listEntry.ts';
import { isShellInput } from './shellInput.ts';
import { MENTION_ICONS, nameOf } from './mentionWidget.ts';

/** Milliseconds without a key before the host is asked. */
const DELAY = 80;
/** Matches an `@` that begins a word, and the text after it. E-mail addresses and `name@version` do not match. */
export const MENTION = /(?:^|[\s([{"’“,;])@[^\s@]*$/u;

type MentionFilter = 'file' | 'folder';
export type FindMentions = (query: string, kind?: MentionFilter) => Promise<readonly MentionOffer[]>;

const setFilter = StateEffect.define<{ readonly at: number; readonly kind: MentionFilter }>();

/** Limits the open `@` list to one kind; null for all kinds. `at`: the position of the list's `@`. */
export const mentionFilter = StateField.define<{ readonly at: number; readonly kind: MentionFilter } | null>({
  create: () => null,
  update(filter, { changes, effects, state }) {
    const set = effects.find((effect) => effect.is(setFilter))?.value;
    const next = set ?? (filter && { ...filter, at: changes.mapPos(filter.at, -1) });
    const typed = next && state.sliceDoc(next.at, state.selection.main.head);
    return typed && /^@[^\s@]*$/.test(typed) ? next : null;
  },
});

/** Does nothing in shell mode. */
export function startMention(view: EditorView, kind: MentionFilter): void {
  if (isShellInput(view.state)) return;
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

/** Does nothing in shell mode. */
export function insertMention(view: EditorView, offer: MentionOffer): void {
  if (isShellInput(view.state)) return;
  const { from, to } = view.state.selection.main;
  const space = spaceBefore(view.state, from);
  if (space !== '') view.dispatch({ changes: { from, to, insert: space }, selection: { anchor: from + 1 } });
  const end = view.state.selection.main;
  pick(view, offer, end.from, end.to);
  view.focus();
}

/** The space to insert before a mention, which must begin a word; empty if none is needed. */
function spaceBefore(state: EditorState, at: number): string {
  return at === 0 || /\s/.test(state.sliceDoc(at - 1, at)) ? '' : ' ';
}

/** The entries of the `@` list. Accepting an entry inserts plain text, which is rendered as a chip. */
export function mentionSource(find: FindMentions): CompletionSource {
  return (context) => complete(context, find);
}

async function complete(context: CompletionContext, find: FindMentions): Promise<CompletionResult | null> {
  // The composed text of an input method is not complete yet.
  if (context.view?.composing || isShellInput(context.state)) return null;
  const typed = context.matchBefore(MENTION);
  if (!typed || !(await paused(context))) return null;
  const from = typed.from + typed.text.indexOf('@');
  const offers = await find(typed.text.slice(typed.text.indexOf('@') + 1), context.state.field(mentionFilter)?.kind);
  if (context.aborted || offers.length === 0) return null;
  return { from, filter: false, options: offers.map(toCompletion) };
}

/** Resolves to true after `DELAY`, or to false as soon as the text changes. */
function paused(context: CompletionContext): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), DELAY);
    const cancel = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    context.addEventListener('abort', cancel, { onDocChange: true });
  });
}

function toCompletion(offer: MentionOffer): ListEntry {
  const { name, place } = nameOf(offer);
  return {
    label: `@${offer.label}`,
    displayLabel: name,
    detail:
      offer.kind === 'file' || offer.kind === 'folder' || offer.kind === 'symbol'
        ? place
        : strings.mentions[offer.kind],
    icon: MENTION_ICONS[offer.kind],
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
