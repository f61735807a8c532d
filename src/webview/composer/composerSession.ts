import type { ChatState } from '../../shared/chatState.ts';
import { inputsSchema, mentionOffersSchema, submitResultSchema } from '../../shared/protocol.ts';
import { MAX_FOLDS } from '../../shared/draftFold.ts';
import { describeError } from '../ErrorBoundary.tsx';
import { createValueStore, type Panel, type ValueStore } from '../panel.ts';
import { chooseDraft } from '../panelMemory.ts';
import { strings } from '../strings.ts';
import { createAttachments, type Attachments } from './attachments.ts';
import { keptHintFor, placeholderFor } from './composerWords.ts';
import { createDraftSync } from './draftSync.ts';
import { watchForDrops } from './dropTarget.ts';
import { createEarlierInputs } from './earlierInputs.ts';
import { createEditor } from './editor.ts';
import { foldsOfQueued, mentionsIn, validFolds } from './folds.ts';
import { createGhostSession } from './ghostSession.ts';
import { prepareImage } from './images/prepareImage.ts';
import { createInputWalk } from './inputWalk.ts';
import { decideKey, type KeyPress } from './keys.ts';
import { foldsBehind, restOf, type Submission } from './submission.ts';

/** Milliseconds in which a second Esc clears the input. */
const CLEAR_MS = 2_000;
/** Milliseconds after which it is said that a message has not been taken yet. */
const LONG_SUBMIT_MS = 3_000;

/** What React draws around the text field. */
export interface ComposerFace {
  readonly empty: boolean;
  /** A line below the text, shown for a reason and gone with the next keystroke. */
  readonly hint: string;
  /** For screen readers. */
  readonly announcement: string;
  /** What the keys of the hint do, said after the first suggestion. */
  readonly keysAnnouncement: string;
  /** Files are being dragged over the panel. */
  readonly dragging: boolean;
}

export const INITIAL_FACE: ComposerFace = {
  empty: true,
  hint: '',
  announcement: '',
  keysAnnouncement: '',
  dragging: false,
};

/** The composer at work: text, draft, suggestion, earlier inputs, sending. Lives as long as its element. */
export interface ComposerSession {
  readonly face: ValueStore<ComposerFace>;
  readonly attachments: Attachments;
  /** `text` takes the place of what is there. */
  focus(text?: string): void;
  submit(steers?: boolean): void;
  cancelEdit(): void;
  dispose(): void;
}

export function createComposerSession(parent: HTMLElement, nonce: string | undefined, panel: Panel): ComposerSession {
  const face = createValueStore<ComposerFace>(INITIAL_FACE);
  const draft = createDraftSync(panel.memory, (conversationId, text, folds) =>
    panel.request({ type: 'draft', conversationId, text, folds: folds.slice(0, MAX_FOLDS) }),
  );
  const attachments = createAttachments({
    panel,
    prepare: prepareImage,
    current: () => ({ conversationId: shown?.conversationId ?? '', attached: shown?.attachments.length ?? 0 }),
  });
  let shown: ChatState | null = null;
  let adopting = false;
  let escapedAt = 0;
  let submitting = false;
  /** Enter has been pressed again meanwhile. */
  let next: { readonly steers: boolean; readonly after: Submission } | null = null;
  let keptHint = '';

  const editor = createEditor(parent, nonce, {
    onKey,
    onChange,
    onGhostClick() {
      editor.focus();
      ghost.accept('click', false);
    },
    onSuggestionsOff() {
      if (shown) panel.send({ type: 'suggestions', conversationId: shown.conversationId, action: 'off-in-chat' });
    },
    onFold(folds) {
      if (!adopting) draft.folded(folds);
    },
    onFocus: () => ghost.focused(),
    // Whatever is pressed next, Edit above all, finds the host with the whole text.
    onBlur: () => draft.flush(),
    onClearView() {
      panel.clearView();
      if ((shown?.items.length ?? 0) > 0) updateFace({ hint: strings.composer.viewCleared });
    },
    onFiles: (files) => attachments.add(files),
    findMentions: async (query) => mentionOffersSchema.parse(await panel.request({ type: 'complete-mention', query })),
  });

  const earlier = createEarlierInputs(
    async () => inputsSchema.parse(await panel.request({ type: 'list-inputs' })),
    (error) => panel.reportError(describeError(error)),
  );
  const walk = createInputWalk(editor, earlier, () => shown);
  const onError = (error: unknown): void => panel.reportError(describeError(error));
  const ghost = createGhostSession({ panel, editor: () => editor, submit, onError, updateFace });

  function updateFace(patch: Partial<ComposerFace>): void {
    const current = face.get();
    const next = { ...current, ...patch };
    const keys = Object.keys(patch) as (keyof ComposerFace)[];
    if (keys.some((key) => next[key] !== current[key])) face.set(next);
  }

  function onChange({ pasted, byUser }: { pasted: boolean; byUser: boolean }): void {
    const text = editor.text();
    if (pasted) ghost.dismiss();
    ghost.typed(text);
    if (byUser) escapedAt = 0;
    walk.textChanged();
    updateFace({ empty: text.trim() === '', ...(byUser && { hint: '' }) });
    if (!adopting) draft.changed(text, editor.folds());
  }

  function onKey(press: KeyPress): boolean {
    const text = editor.text();
    const now = Date.now();
    const ghostVisible = ghost.isVisible(text);
    const arrow = press.key === 'ArrowUp' || press.key === 'ArrowDown';
    const intent = decideKey(press, {
      text,
      caretAtEnd: editor.caretAtEnd,
      inFirstLine: arrow && editor.isInLine('first'),
      inLastLine: arrow && editor.isInLine('last'),
      ghostVisible,
      enterMaySubmit: ghostVisible && ghost.mayEnterSubmit(press.repeat),
      filled: ghost.filled,
      answering: shown !== null && shown.status !== 'idle',
      editing: shown !== null && shown.editing !== null,
      hasImages: hasImages(),
      clearArmed: now - escapedAt < CLEAR_MS,
      queued: lastQueued() !== undefined,
    });
    switch (intent.kind) {
      case 'pass':
        return false;
      case 'swallow':
        return true;
      case 'accept':
        ghost.accept(intent.method, intent.submit);
        return true;
      case 'dismiss':
        ghost.dismiss();
        return true;
      case 'submit':
        // What was typed is sent, and what was suggested beyond it is not wanted.
        if (ghostVisible) ghost.dismiss();
        submit(intent.steers);
        return true;
      case 'edit-queued':
        editQueued();
        return true;
      case 'cancel-edit':
        cancelEdit();
        return true;
      case 'stop':
        panel.stop();
        return true;
      case 'arm-clear':
        escapedAt = now;
        updateFace({ hint: strings.composer.clearAgain });
        setTimeout(() => {
          // One that was pressed meanwhile has a time of its own.
          const isOver = Date.now() - escapedAt >= CLEAR_MS;
          if (isOver && face.get().hint === strings.composer.clearAgain) updateFace({ hint: '' });
        }, CLEAR_MS);
        return true;
      case 'clear':
        escapedAt = 0;
        editor.setText('');
        updateFace({ hint: '' });
        return true;
      case 'older':
      case 'newer':
        return walk.step(intent.kind);
    }
  }

  function hasImages(): boolean {
    return (shown?.attachments.length ?? 0) + attachments.pending.get().length > 0;
  }

  function cancelEdit(): void {
    if (!shown) return;
    draft.cancel();
    panel.send({ type: 'cancel-edit', conversationId: shown.conversationId });
    editor.focus();
  }

  /** The one that would be sent last. */
  function lastQueued(): string | undefined {
    return shown?.queue.findLast(({ removed }) => !removed)?.id;
  }

  function editQueued(): void {
    const id = lastQueued();
    if (!shown || id === undefined) return;
    panel.send({ type: 'change-queued', conversationId: shown.conversationId, id, change: 'edit' });
  }

  function submit(steers = false): void {
    if (editor.text().trim() === '' && !hasImages()) return;
    if (submitting) {
      // What was typed since goes when the message before it is on its way.
      next = { steers, after: inInput() };
      return;
    }
    submitting = true;
    updateFace({ hint: '' });
    const slow = setTimeout(() => updateFace({ hint: strings.composer.sendingTakesLong }), LONG_SUBMIT_MS);
    send(steers)
      .then((isGone) => {
        if (!isGone) next = null;
      })
      .catch((error: unknown) => {
        next = null;
        panel.problem.set(strings.composer.notSent(error instanceof Error ? error.message : String(error)));
        draft.changed(editor.text(), editor.folds());
      })
      .finally(() => {
        submitting = false;
        clearTimeout(slow);
        if (face.get().hint === strings.composer.sendingTakesLong) updateFace({ hint: '' });
        const waiting = next;
        next = null;
        // Another chat's text, or one that an edit has put there, was not what Enter was pressed for.
        const { conversationId, draftRevision } = inInput();
        const isSame =
          waiting?.after.conversationId === conversationId && waiting.after.draftRevision === draftRevision;
        if (waiting && isSame) submit(waiting.steers);
      });
  }

  /** False where it stays in the input. */
  async function send(steers: boolean): Promise<boolean> {
    // An image that cannot be attached is said; what was to go with it is not sent without it.
    if (attachments.pending.get().length > 0 && !(await attachments.settled())) return false;
    const sent = inInput();
    // What waits to be told would arrive after the submit, as if it were a new draft.
    draft.submitted();
    const { conversationId, text } = sent;
    const mentions = mentionsIn(editor.folds());
    const extras = { ...(mentions.length > 0 && { mentions }), ...(steers && { steers }) };
    const request = { type: 'submit', conversationId, text, ...extras } as const;
    const { outcome } = submitResultSchema.parse(await panel.request(request));
    if (outcome === 'kept') keep();
    else removeSent(sent);
    return outcome !== 'kept';
  }

  function inInput(): Submission {
    return {
      conversationId: shown?.conversationId ?? '',
      draftRevision: shown?.draftRevision ?? 0,
      text: editor.text(),
    };
  }

  function keep(): void {
    draft.changed(editor.text(), editor.folds());
    keptHint = shown ? keptHintFor(shown) : '';
    if (keptHint !== '') updateFace({ hint: keptHint });
  }

  /** Takes what was sent out of the input. The host has forgotten its copy. */
  function removeSent(sent: Submission): void {
    ghost.forgetFilled();
    panel.problem.set(null);
    const now = inInput();
    const rest = restOf(sent, now);
    if (rest === '') {
      adopt('');
      draft.adopted('', []);
      // A prepared answer's next suggestion comes before the response, when the sent text was still in its way.
      if (shown) ghost.offer(shown);
    } else if (rest !== null) editor.setText(rest, { folds: foldsBehind(sent, now, editor.folds()) });
    else if (now.conversationId === sent.conversationId && now.draftRevision === sent.draftRevision) {
      draft.changed(now.text, editor.folds());
    }
  }

  /** Changes the input without telling the host, which is where the change comes from. */
  function adopt(text: string, options: Parameters<typeof editor.setText>[1] = {}): void {
    adopting = true;
    if (editor.text() !== text) editor.setText(text, options);
    adopting = false;
  }

  /** Takes over what the host says of the draft, the suggestion, and what the field should say when it is empty. */
  function onChat(): void {
    const chat = panel.chat.get();
    if (!chat) return;
    const previous = shown;
    shown = chat;
    const otherChat = previous?.conversationId !== chat.conversationId;
    if (otherChat || previous.draftRevision !== chat.draftRevision) takeOverDraft(chat, otherChat);
    if (chat.editing !== null && chat.editing !== previous?.editing) onEdit(otherChat);
    else if (chat.editing === null && isAboutEditing(face.get().announcement)) updateFace({ announcement: '' });
    const offersAnother =
      previous?.suggestion !== chat.suggestion || previous.suggesting.enter !== chat.suggesting.enter;
    if (offersAnother) ghost.offer(chat);
    editor.setPlaceholder(placeholderFor(chat));
    // Why the text was kept has ceased to be so.
    if (keptHint !== '' && face.get().hint === keptHint && keptHintFor(chat) !== keptHint) updateFace({ hint: '' });
  }

  function takeOverDraft(chat: ChatState, otherChat: boolean): void {
    const { conversationId, draftRevision } = chat;
    const carried = panel.memory.get().conversationId === chat.draftOrigin;
    // What was typed last in a chat that is left behind is still its own.
    if (otherChat && !carried) draft.flush();
    draft.cancel();
    const memory = panel.memory.get();
    const text = chooseDraft(memory, chat);
    const told = text === memory.draft ? memory.folds : text === chat.draft ? chat.draftFolds : [];
    const folds = told.length > 0 ? validFolds(told, text) : foldsOfQueued(chat, text);
    const remembered = memory.conversationId === conversationId;
    panel.memory.patch({ conversationId, draftRevision, ...(!remembered && { scroll: null }) });
    if (otherChat) {
      ghost.clear();
      ghost.forgetFilled();
    }
    adopt(text, { undoable: !otherChat, folds });
    if (text === chat.draft) draft.adopted(text, editor.folds());
    else draft.changed(text, editor.folds());
  }

  /** The user has asked to change an earlier message: the caret belongs behind its text. */
  function onEdit(otherChat: boolean): void {
    const isQueued = shown?.queue.some(({ id }) => id === shown?.editing);
    updateFace({ announcement: isQueued ? strings.queue.editingAnnouncement : strings.editing.announcement });
    if (!otherChat && document.hasFocus()) editor.focus();
  }

  const flush = () => draft.flush();
  const onWindowFocus = () => ghost.focused();
  /** Esc works from anywhere in the panel; what has a use of its own for the key keeps it from getting here. */
  const onWindowKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !shown) return;
    if (shown.editing === null && shown.status === 'idle') return;
    event.preventDefault();
    if (shown.editing === null) panel.stop();
    else cancelEdit();
  };
  const stopDrops = watchForDrops(window, {
    onDragging: (dragging) => updateFace({ dragging }),
    onDrop: (files) => {
      attachments.add(files);
      editor.focus();
    },
  });
  window.addEventListener('blur', flush);
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  window.addEventListener('focus', onWindowFocus);
  window.addEventListener('keydown', onWindowKey);
  const unsubscribe = panel.chat.subscribe(onChat);
  onChat();

  return {
    face,
    attachments,
    focus(text) {
      if (text !== undefined) editor.setText(text);
      editor.focus();
    },
    submit,
    cancelEdit,
    dispose() {
      unsubscribe();
      stopDrops();
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('focus', onWindowFocus);
      window.removeEventListener('keydown', onWindowKey);
      draft.flush();
      ghost.clear();
      editor.dispose();
    },
  };
}

function isAboutEditing(announcement: string): boolean {
  return announcement === strings.editing.announcement || announcement === strings.queue.editingAnnouncement;
}
