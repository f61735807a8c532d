import type { ChatState } from '../../shared/chatState.ts';
import { createFollowupController, ghostText, mayEnterSubmit, type FollowupState } from '../../shared/followup.ts';
import { submitResultSchema } from '../../shared/protocol.ts';
import { describeError } from '../ErrorBoundary.tsx';
import { createValueStore, type Panel, type ValueStore } from '../panel.ts';
import { chooseDraft } from '../panelMemory.ts';
import { strings } from '../strings.ts';
import { countApprovals } from '../transcript/answerParts.ts';
import { createDraftSync } from './draftSync.ts';
import { createEditor } from './editor.ts';
import { walkHistory, type HistoryWalk } from './inputHistory.ts';
import { decideKey, type KeyPress } from './keys.ts';

/** Milliseconds in which a second Esc clears the input. */
const CLEAR_MS = 2_000;

/** What React draws around the text field. */
export interface ComposerFace {
  readonly empty: boolean;
  /** A line below the text, shown for a reason and gone with the next keystroke. */
  readonly hint: string;
  /** For screen readers. */
  readonly announcement: string;
}

/** The composer at work: text, draft, suggestion, earlier inputs, sending. Lives as long as its element. */
export interface ComposerSession {
  readonly face: ValueStore<ComposerFace>;
  /** `text` takes the place of what is there. */
  focus(text?: string): void;
  submit(): void;
  dispose(): void;
}

export function createComposerSession(parent: HTMLElement, nonce: string | undefined, panel: Panel): ComposerSession {
  const face = createValueStore<ComposerFace>({ empty: true, hint: '', announcement: '' });
  const draft = createDraftSync(panel.memory, (text) =>
    panel.request({ type: 'draft', conversationId: panel.memory.get().conversationId, text }),
  );
  let shown: ChatState | null = null;
  let walk: HistoryWalk | null = null;
  let walking = false;
  let filled: string | null = null;
  let focusedAt = 0;
  let escapedAt = 0;
  let submitting = false;
  let keptHint = '';

  const editor = createEditor(parent, nonce, {
    onKey,
    onChange,
    onGhostClick() {
      editor.focus();
      followup.accept('click');
    },
    onFocus: () => (focusedAt = Date.now()),
  });

  const followup = createFollowupController({
    clock: {
      now: () => Date.now(),
      setTimeout(callback, ms) {
        const timer = setTimeout(callback, ms);
        return { dispose: () => clearTimeout(timer) };
      },
    },
    isFocused: () => editor.hasFocus,
    onStateChange: onFollowup,
    onAccept(text, _method, submitToo) {
      if (editor.text() !== text) editor.setText(text);
      filled = text;
      if (submitToo) submit();
    },
    onReport: (suggestionId, report) => panel.send({ type: 'suggestion-report', suggestionId, report }),
    onError: (error) => panel.reportError(describeError(error)),
  });

  function updateFace(patch: Partial<ComposerFace>): void {
    const current = face.get();
    const next = { ...current, ...patch };
    const same =
      next.empty === current.empty && next.hint === current.hint && next.announcement === current.announcement;
    if (!same) face.set(next);
  }

  function onFollowup(state: FollowupState): void {
    editor.setFollowup(state);
    updateFace({ announcement: state.suggestion === null ? '' : strings.ghost.announcement(state.suggestion) });
  }

  function onChange({ pasted, byUser }: { pasted: boolean; byUser: boolean }): void {
    const text = editor.text();
    if (pasted) followup.dismiss();
    followup.typed(text);
    if (byUser) escapedAt = 0;
    if (!walking) walk = null;
    updateFace({ empty: text.trim() === '', ...(byUser && { hint: '' }) });
    draft.changed(text);
  }

  function onKey(press: KeyPress): boolean {
    const text = editor.text();
    const now = Date.now();
    const { state } = followup;
    const ghostVisible = ghostText(state, text) !== '';
    const arrow = press.key === 'ArrowUp' || press.key === 'ArrowDown';
    const intent = decideKey(press, {
      text,
      caretAtEnd: editor.caretAtEnd,
      inFirstLine: arrow && editor.isInLine('first'),
      inLastLine: arrow && editor.isInLine('last'),
      ghostVisible,
      enterMaySubmit:
        ghostVisible &&
        mayEnterSubmit({ now, shownAt: state.shownAt, focusedAt, repeat: press.repeat, text: state.suggestion ?? '' }),
      filled,
      answering: shown !== null && shown.status !== 'idle',
      clearArmed: now - escapedAt < CLEAR_MS,
    });
    switch (intent.kind) {
      case 'pass':
        return false;
      case 'swallow':
        return true;
      case 'accept':
        followup.accept(intent.method, { submit: intent.submit });
        return true;
      case 'dismiss':
        followup.dismiss();
        return true;
      case 'submit':
        submit();
        return true;
      case 'stop':
        panel.stop();
        return true;
      case 'arm-clear':
        escapedAt = now;
        updateFace({ hint: strings.composer.clearAgain });
        return true;
      case 'clear':
        escapedAt = 0;
        editor.setText('');
        updateFace({ hint: '' });
        return true;
      case 'older':
      case 'newer':
        return stepThroughHistory(intent.kind);
    }
  }

  function stepThroughHistory(direction: 'older' | 'newer'): boolean {
    const inputs = (shown?.items ?? []).flatMap((item) => (item.kind === 'user' ? [item.text] : []));
    const step = walkHistory(inputs, walk, direction, editor.text());
    if (!step) return false;
    walking = true;
    editor.setText(step.text);
    walking = false;
    walk = step.walk;
    return true;
  }

  function submit(): void {
    const text = editor.text();
    if (submitting || text.trim() === '') return;
    submitting = true;
    // What waits to be told would arrive after the submit, as if it were a new draft.
    draft.cancel();
    updateFace({ hint: '' });
    panel
      .request({ type: 'submit', conversationId: shown?.conversationId ?? '', text })
      .then((result) => {
        const { outcome } = submitResultSchema.parse(result);
        if (outcome === 'kept') keep();
        else removeSent(text);
      })
      .catch((error: unknown) => {
        panel.problem.set(strings.composer.notSent(error instanceof Error ? error.message : String(error)));
        draft.changed(editor.text());
      })
      .finally(() => (submitting = false));
  }

  function keep(): void {
    draft.changed(editor.text());
    keptHint = shown ? keptHintFor(shown) : '';
    if (keptHint !== '') updateFace({ hint: keptHint });
  }

  /** Takes what was sent out of the input; what was typed behind it meanwhile stays. */
  function removeSent(sent: string): void {
    const text = editor.text();
    filled = null;
    panel.problem.set(null);
    if (text === sent) editor.setText('');
    else if (text.startsWith(sent)) editor.setText(text.slice(sent.length).trimStart());
  }

  /** Takes over what the host says of the draft, the suggestion, and what the field should say when it is empty. */
  function onChat(): void {
    const chat = panel.chat.get();
    if (!chat) return;
    const previous = shown;
    shown = chat;
    const otherChat = previous?.conversationId !== chat.conversationId;
    if (otherChat || previous.draftRevision !== chat.draftRevision) takeOverDraft(chat, otherChat);
    if (previous?.suggestion !== chat.suggestion) {
      followup.setSuggestion(chat.suggestion, { immediate: chat.suggestion?.immediate ?? false });
    }
    editor.setPlaceholder(placeholderFor(chat));
    // Why the text was kept has ceased to be so.
    if (keptHint !== '' && face.get().hint === keptHint && keptHintFor(chat) !== keptHint) updateFace({ hint: '' });
  }

  function takeOverDraft(chat: ChatState, otherChat: boolean): void {
    const memory = panel.memory.get();
    const text = chooseDraft(memory, chat);
    const { conversationId, draftRevision } = chat;
    const remembered = memory.conversationId === conversationId;
    panel.memory.patch({ conversationId, draftRevision, ...(!remembered && { scroll: null }) });
    if (otherChat) {
      followup.clear();
      filled = null;
    }
    draft.cancel();
    if (editor.text() !== text) editor.setText(text, { undoable: !otherChat });
    if (text === chat.draft) draft.adopted(text);
    else draft.changed(text);
  }

  const flush = () => draft.flush();
  const onWindowFocus = () => (focusedAt = Date.now());
  /** Esc stops from anywhere in the panel; what has a use of its own for the key keeps it from getting here. */
  const onWindowKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || shown?.status === 'idle') return;
    event.preventDefault();
    panel.stop();
  };
  window.addEventListener('blur', flush);
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  window.addEventListener('focus', onWindowFocus);
  window.addEventListener('keydown', onWindowKey);
  const unsubscribe = panel.chat.subscribe(onChat);
  onChat();

  return {
    face,
    focus(text) {
      if (text !== undefined) editor.setText(text);
      editor.focus();
    },
    submit,
    dispose() {
      unsubscribe();
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('focus', onWindowFocus);
      window.removeEventListener('keydown', onWindowKey);
      draft.flush();
      followup.clear();
      editor.dispose();
    },
  };
}

function placeholderFor(chat: ChatState): string {
  switch (chat.status) {
    case 'idle':
      return strings.composer.placeholder;
    case 'responding':
      return strings.composer.answering;
    case 'waiting-for-confirmation':
      return strings.composer.waiting(countApprovals(chat.items));
  }
}

/** Why a submit would leave the text where it is; empty where there is no such reason. */
function keptHintFor({ status, speculation }: ChatState): string {
  if (status !== 'idle') return strings.composer.keptWhileAnswering;
  if (speculation?.phase === 'review') return strings.composer.keptForReview;
  return speculation?.phase === 'conflict' ? strings.composer.keptForConflict : '';
}
