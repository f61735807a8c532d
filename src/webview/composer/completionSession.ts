import type { ChatState } from '../../shared/chatState.ts';
import { completionResultSchema, MAX_COMPLETED, type CompletionResult } from '../../shared/protocol.ts';
import type { Panel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { follow, withText, isUsedUp, nextWord, restOf, type Completion } from './completion.ts';
import type { UiStore } from './composerUi.ts';
import type { Editor } from './editor/editor.ts';
import type { GhostSession } from './ghostSession.ts';
import { KEY_NAMES } from '../state/keyTables.ts';

/** Milliseconds without a key after which `premove.complete.auto` asks for a completion. */
export const PAUSE_MS = 1_000;
/** Minimum characters for a completion that the user did not ask for; less text would give a guess. */
const MIN_CHARACTERS = 10;

/** The completion in the input. Never visible together with a suggestion, and never counts as one. */
export interface CompletionSession {
  /** `waiting`: the user has asked for a completion of which nothing is visible yet. */
  readonly state: 'none' | 'waiting' | 'visible';
  /** The input's whole text, as it was when a part of a completion was last added to it; null before that. */
  readonly completed: string | null;
  /** Requests a completion for the user. The new completion replaces a shown one. */
  ask(): void;
  take(): void;
  takeWord(): void;
  /** Removes the completion and ends its request. */
  drop(): void;
  /** Call this after every change of the text. `byUser`: not by code. */
  typed(byUser: boolean): void;
  /** Call this when the caret has moved without a change of the text. */
  caretMoved(): void;
  dispose(): void;
}

export interface CompletionSessionOptions {
  readonly panel: Pick<Panel, 'request' | 'send' | 'onCompletion' | 'shown'>;
  readonly editor: Pick<
    Editor,
    | 'text'
    | 'caret'
    | 'caretAtEnd'
    | 'endSelection'
    | 'insert'
    | 'setCompletion'
    | 'hasFocus'
    | 'composing'
    | 'listOpen'
  >;
  readonly ghost: Pick<GhostSession, 'isVisible' | 'hide' | 'supersede' | 'completionChanged'>;
  readonly ui: Pick<UiStore, 'get' | 'update'>;
  readonly shown: () => ChatState | null;
}

export function createCompletionSession(options: CompletionSessionOptions): CompletionSession {
  const { panel, editor, ghost, ui, shown } = options;
  let completion: Completion | null = null;
  let completed: string | null = null;
  let isTaking = false;
  let requests = 0;
  let announced = '';
  let pause: ReturnType<typeof setTimeout> | undefined;

  function request(isAsked: boolean): void {
    const chat = shown();
    if (!chat || editor.composing) return;
    drop();
    editor.endSelection();
    const text = editor.text();
    const caret = editor.caret;
    if (caret === null || text.trim() === '') {
      if (isAsked) ui.update({ hint: strings.completion.empty });
      return;
    }
    if (ghost.isVisible(text)) ghost.hide();
    const id = `${chat.conversationId} ${++requests}`;
    const [before, after] = [text.slice(0, caret), text.slice(caret)];
    set({ id, before, after, text: '', used: 0, isWhole: false, isAsked });
    if (isAsked) announce(strings.completion.waiting);
    panel
      .request({
        type: 'complete-input',
        conversationId: chat.conversationId,
        id,
        before: before.slice(-MAX_COMPLETED),
        after: after.slice(0, MAX_COMPLETED),
      })
      .then((result) => finish(id, completionResultSchema.parse(result)))
      .catch((error: unknown) => fail(id, error instanceof Error ? error.message : String(error)));
  }

  function finish(id: string, result: CompletionResult): void {
    if (result.kind === 'failed') return fail(id, result.message, result.needsKey);
    if (completion?.id !== id) return;
    set(result.kind === 'done' ? withText(completion, result.text, true) : null);
    if (completion) announce(strings.completion.announcement(restOf(completion), KEY_NAMES.takeWord));
  }

  function fail(id: string, message: string, needsKey = false): void {
    if (completion?.id !== id) return;
    const { isAsked } = completion;
    set(null);
    // Fails silently if the user did not ask. The host logs failed requests.
    if (isAsked) ui.update({ hint: message, needsKey });
  }

  function set(next: Completion | null): void {
    completion = next && !isUsedUp(next) ? next : null;
    editor.setCompletion(completion ? restOf(completion) : '');
    ui.update({ completing: completion !== null && !completion.isWhole && completion.isAsked });
    if (!completion) announce('');
    ghost.completionChanged({ isActive: completion !== null, completed });
  }

  /** An empty `text` removes the announcement only if this session has set it. */
  function announce(text: string): void {
    if (text === '' && ui.get().announcement !== announced) return;
    announced = text;
    ui.update({ announcement: text });
  }

  function drop(): void {
    clearTimeout(pause);
    if (!completion) return;
    if (!completion.isWhole) panel.send({ type: 'cancel-completion', id: completion.id });
    set(null);
  }

  function update(): void {
    if (!completion || editor.composing) return;
    const text = editor.text();
    const next = follow(completion, { text, caret: editor.caret });
    if (next === completion) return;
    if (!next) return drop();
    completed = text;
    // The completed text must not count as the suggestion when it is sent later.
    if (text === shown()?.suggestion?.text) ghost.supersede();
    set(next);
  }

  function insert(text: string): void {
    if (text === '') return;
    isTaking = true;
    try {
      editor.insert(text);
    } finally {
      isTaking = false;
    }
  }

  function awaitPause(): void {
    clearTimeout(pause);
    if (!shown()?.completing.onPause || isTaking || completion) return;
    pause = setTimeout(() => {
      const { hasFocus, caretAtEnd, composing, listOpen, text } = editorNow();
      const isWanted = hasFocus && caretAtEnd && !composing && !listOpen && text.trim().length >= MIN_CHARACTERS;
      if (isWanted && !completion && !ghost.isVisible(text)) request(false);
    }, PAUSE_MS);
  }

  function editorNow() {
    const { hasFocus, caretAtEnd, composing, listOpen, text } = editor;
    return { hasFocus, caretAtEnd, composing, listOpen, text: text() };
  }

  const unsubscribes = [
    panel.onCompletion(({ id, text }) => {
      if (completion?.id !== id) return;
      const next = withText(completion, text, false);
      if (next) set(next);
      else drop();
    }),
    panel.shown.subscribe(() => {
      if (!panel.shown.get()) drop();
    }),
  ];

  return {
    get state() {
      if (!completion) return 'none';
      if (restOf(completion) !== '') return 'visible';
      return completion.isAsked ? 'waiting' : 'none';
    },
    get completed() {
      return completed;
    },
    ask: () => request(true),
    take: () => insert(completion ? restOf(completion) : ''),
    takeWord: () => insert(completion ? nextWord(restOf(completion)) : ''),
    drop,
    typed(byUser) {
      update();
      if (byUser) awaitPause();
    },
    caretMoved() {
      clearTimeout(pause);
      update();
    },
    dispose() {
      drop();
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}
