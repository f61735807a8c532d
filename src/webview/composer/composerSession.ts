import type { ChatState } from '../../shared/chatState.ts';
import { inputsSchema, mentionOffersSchema, type MentionOffer } from '../../shared/protocol.ts';
import { MAX_CHIPS } from '../../shared/draftChip.ts';
import { describeError } from '../controls/ErrorBoundary.tsx';
import type { Panel } from '../state/panel.ts';
import type { ValueStore } from '../state/valueStore.ts';
import { strings } from '../strings/strings.ts';
import { createAttachments, type Attachments } from './attachments.ts';
import { createUiStore, type ComposerUi } from './composerUi.ts';
import { createCompletionSession } from './completionSession.ts';
import { createComposerKeys } from './composerKeys.ts';
import { editsAnswer, escEndsVimMode, placeholderFor } from './composerWords.ts';
import { createDraftAdoption } from './draftAdoption.ts';
import { createDraftSync } from './draftSync.ts';
import { watchForDrops } from './editor/dropTarget.ts';
import { createEarlierInputs, type EarlierInputs } from './earlierInputs.ts';
import { createEditor, type Editor } from './editor/editor.ts';
import { createFocusGuard } from './focusGuard.ts';
import { createGhostSession } from './ghostSession.ts';
import { prepareImage } from './images/prepareImage.ts';
import { createInputWalk } from './inputWalk.ts';
import { createShellMode, unlikeSuggestions } from './shellMode.ts';
import { createSending } from './sending.ts';
import { createTranslation } from './translation.ts';

/** Kinds of mentions in the attach menu. Files and folders are picked from a list. */
export type Attachable = 'file' | 'folder' | 'problems' | 'terminal';

/** Connects the composer's parts. Exists as long as the composer. */
export interface ComposerSession {
  readonly ui: ValueStore<ComposerUi>;
  readonly attachments: Attachments;
  /** `text` replaces the current text. */
  focus(text?: string): void;
  submit(): void;
  /** Requests a completion, or drops a visible or awaited one. In shell mode, only focuses the input. */
  complete(): void;
  cancelEdit(): void;
  /** Starts or cancels a translation. */
  translate(): void;
  /** In shell mode, only shows why the files are not attached. */
  addFiles(files: readonly File[]): void;
  attach(what: Attachable): void;
  /** Types a `/` at the start of the text, unless there is one, and lists the prompt files. */
  choosePromptFile(): void;
  dispose(): void;
}

export function createComposerSession(parent: HTMLElement, nonce: string | undefined, panel: Panel): ComposerSession {
  const ui = createUiStore();
  const draft = createDraftSync(
    panel.memory,
    (conversationId, text, chips, shell) =>
      panel.request({ type: 'draft', conversationId, text, folds: chips.slice(0, MAX_CHIPS), shell }),
    isShell,
  );
  /** Null until the host's first snapshot. */
  let shown: ChatState | null = null;
  let earlyFiles: readonly File[] = [];
  /** The text at an Enter before the first snapshot; null if there was no Enter. */
  let earlyEnter: { readonly text: string; readonly steers: boolean } | null =
    panel.early.entered === null ? null : { text: panel.early.entered, steers: false };

  const onError = (error: unknown): void => panel.reportError(describeError(error));
  const attachments = createAttachments({
    panel,
    prepare: prepareImage,
    current: () => ({ conversationId: shown?.conversationId ?? '', attached: shown?.attachments.length ?? 0 }),
  });
  const editor = createEditor(parent, nonce);
  const translation = createTranslation({ panel, editor, ui, shown: () => shown });
  const earlier = createEarlierInputs(
    async () => inputsSchema.parse(await panel.request({ type: 'list-inputs' })),
    onError,
  );
  // In shell mode, Up and Down step through the chat's shell commands.
  const walked: EarlierInputs = {
    ...earlier,
    before: (chat) => (isShell() ? (chat?.shellLines ?? []).map(({ command }) => command) : earlier.before(chat)),
    isFresh: (chat) => isShell() || earlier.isFresh(chat),
  };
  const walk = createInputWalk(editor, walked, () => shown);
  const adoption = createDraftAdoption(editor, draft, panel.memory);
  const shell = createShellMode({ panel, editor, draft, adoption, ui, shown: () => shown });
  const sending = createSending({
    panel,
    editor,
    attachments,
    draft,
    adoption,
    ui,
    shown: () => shown,
    onEffect(effect) {
      if (effect === 'clear-view') clearView();
      else panel.openContext();
    },
  });
  const ghost = createGhostSession({
    panel,
    editor: withText(editor, comparedText),
    attachments,
    shown: () => shown,
    submit: (expects) => sending.submit(false, expects),
    onError,
    updateUi: (patch) => ui.update(patch),
  });
  const completion = createCompletionSession({ panel, editor, ghost, ui, shown: () => shown });
  const focusGuard = createFocusGuard(window, (target) => target instanceof Node && parent.contains(target));
  const keys = createComposerKeys({
    panel,
    editor,
    attachments,
    ghost,
    focusGuard,
    completion,
    translation,
    walk,
    shell,
    ui,
    shown: () => shown,
    submit,
    onceSent: (then) => sending.onceSent(then),
    cancelEdit,
    openGhostMenu: () => ui.get().ghostMenu?.querySelector('button')?.click(),
  });

  sending.onDidSend(() => ghost.forgetFilled());
  editor.listen({
    onKey: (press) => keys.press(press),
    onChange,
    ghost: {
      onTake() {
        editor.focus();
        ghost.accept('click', null);
      },
      onHide() {
        ghost.dismiss();
        editor.focus();
      },
      onMenuPlace: (ghostMenu) => ui.update({ ghostMenu }),
      onMenuGone(place) {
        if (ui.get().ghostMenu === place) ui.update({ ghostMenu: null });
      },
    },
    shell: {
      mayEnter: () => shown !== null && shown.editing === null,
      onEnter: () => shell.enter(),
      onLeave: () => shell.leave(),
      onModeChange: onShellMode,
    },
    onCaretMoved: () => completion.caretMoved(),
    onTakeCompletion: () => completion.take(),
    onComposing: (composing) => ghost.composing(composing),
    onChipsChange(chips) {
      if (shown && !adoption.isAdopting) draft.chipsChanged(chips);
    },
    onFocus() {
      panel.cards.inputChanged({ focused: true });
      focusGuard.focused();
      ghost.focused();
    },
    onBlur() {
      panel.cards.inputChanged({ focused: false });
      // The click that took the focus may need the newest text in the host.
      draft.flush();
    },
    onClearView: clearView,
    onVimMode: (vimMode) => ui.update({ vimMode }),
    onError,
    commands: () => shown?.commands ?? [],
    onFiles: addFiles,
    findMentions,
  });

  function onChange({ pasted, byUser }: { pasted: boolean; byUser: boolean }): void {
    const text = editor.text();
    // The completion is updated first, because it hides the suggestion.
    completion.typed(byUser);
    ghost.typed(comparedText());
    if (pasted) ghost.hide();
    if (byUser) keys.typed();
    walk.textChanged();
    ui.update({ empty: text.trim() === '', ...(byUser && { hint: '' }) });
    // A translation that ends because of the change shows a hint, so the old hint must be removed first.
    translation.changed();
    updateCardKeys();
    if (shown && !adoption.isAdopting) draft.changed(text, editor.chips());
  }

  function isShell(): boolean {
    return ui.get().shell;
  }

  /** The text that is compared with the suggestion. */
  function comparedText(): string {
    return isShell() ? unlikeSuggestions(editor.text()) : editor.text();
  }

  /** Shell mode hides a suggestion until the mode has ended and the input is empty. */
  function onShellMode(on: boolean): void {
    const entered =
      shown?.isTrusted === false
        ? strings.shell.untrusted
        : strings.shell.announcement(escEndsVimMode(ui.get().vimMode));
    ui.update({ shell: on, hint: '', announcement: on ? entered : '' });
    completion.drop();
    translation.cancel();
    ghost.typed(comparedText());
    if (!shown) return;
    editor.setPlaceholder(on ? strings.shell.placeholder : placeholderFor(shown));
    // The mode belongs to the draft.
    if (!adoption.isAdopting) draft.changed(editor.text(), editor.chips());
  }

  function clearView(): void {
    panel.clearView();
    if ((shown?.items.length ?? 0) > 0) ui.update({ hint: strings.composer.viewCleared });
  }

  async function findMentions(query: string, kind?: 'file' | 'folder'): Promise<readonly MentionOffer[]> {
    const answer = await panel.request({ type: 'complete-mention', query, ...(kind && { kind }) });
    return mentionOffersSchema.parse(answer);
  }

  function attach(what: Attachable): void {
    if (what === 'file' || what === 'folder') return editor.startMention(what);
    findMentions(what)
      .then((offers) => {
        const offer = offers.find(({ kind }) => kind === what);
        if (offer) editor.insertMention(offer);
      })
      .catch(onError);
  }

  function addFiles(files: readonly File[]): void {
    if (isShell()) ui.update({ hint: strings.shell.noFiles });
    else if (shown) attachments.add(files);
    else earlyFiles = [...earlyFiles, ...files];
  }

  function submit(steers: boolean): void {
    completion.drop();
    translation.cancel();
    if (isShell()) return shell.run();
    if (shown) sending.submit(steers, null);
    else earlyEnter = { text: editor.text(), steers };
  }

  /** While the composer has content, a card's keys do not work from it, because they may be meant for the text. */
  function updateCardKeys(): void {
    panel.cards.inputChanged({ empty: editor.text() === '' && !attachments.hasAny() });
  }

  function cancelEdit(): void {
    if (!shown) return;
    draft.cancel();
    panel.send({ type: 'cancel-edit', conversationId: shown.conversationId });
    editor.focus();
  }

  function onChat(): void {
    const chat = panel.chat.get();
    if (!chat) return;
    const previous = shown;
    shown = chat;
    translation.changed();
    const otherChat = previous?.conversationId !== chat.conversationId;
    if (otherChat) {
      completion.drop();
      ghost.clear();
      ghost.forgetFilled();
    }
    const typed = previous === null ? editor.text() : '';
    const startsEdit = chat.editing !== null && chat.editing !== previous?.editing;
    const endsEdit = !otherChat && previous.editing !== null && chat.editing === null;
    if (otherChat || previous.draftRevision !== chat.draftRevision)
      adoption.adoptDraft(chat, { otherChat, startsEdit, endsEdit, afterReload: previous === null, typed });
    if (startsEdit) onEdit(otherChat);
    else if (chat.editing === null && isAboutEditing(ui.get().announcement)) ui.update({ announcement: '' });
    const offersAnother = previous?.suggestion !== chat.suggestion || previous.suggesting !== chat.suggesting;
    if (offersAnother) ghost.offer(chat);
    ghost.refresh();
    editor.setPlaceholder(isShell() ? strings.shell.placeholder : placeholderFor(chat));
    editor.setVimMode(chat.vimMode);
    updateCardKeys();
    sending.chatChanged(chat);
    if (previous === null) handleEarlyInput();
  }

  function handleEarlyInput(): void {
    if (earlyFiles.length > 0) addFiles(earlyFiles);
    if (earlyEnter && earlyEnter.text === editor.text()) sending.submit(earlyEnter.steers, null);
    earlyFiles = [];
    earlyEnter = null;
    panel.early.clear();
  }

  /** Focuses the editor only if the chat is the same and the panel has the focus. */
  function onEdit(otherChat: boolean): void {
    if (shown) ui.update({ announcement: editingAnnouncement(shown) });
    if (!otherChat && document.hasFocus()) editor.focus();
  }

  const onPending = () => {
    ghost.refresh();
    updateCardKeys();
  };
  const flush = () => draft.flush();
  const onWindowFocus = () => ghost.focused();
  /** Esc works anywhere in the panel, unless the focused element handles it. */
  const onWindowKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !shown) return;
    // VS Code handles Shift+Esc, which only stops the answer.
    if (event.shiftKey) return;
    // Esc returns from a message that the user jumped to.
    if ((event.target as Element | null)?.matches('[data-item]')) {
      event.preventDefault();
      editor.focus();
      return;
    }
    if (keys.escapeElsewhere()) event.preventDefault();
  };
  const stopDrops = watchForDrops(window, {
    onDragging: (dragging) => ui.update({ dragging }),
    onDrop: (files) => {
      addFiles(files);
      editor.focus();
    },
  });
  window.addEventListener('blur', flush);
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  window.addEventListener('focus', onWindowFocus);
  window.addEventListener('keydown', onWindowKey);
  editor.setText(panel.early.text, { undoable: false });
  const unsubscribes = [
    panel.chat.subscribe(onChat),
    attachments.pending.subscribe(onPending),
    panel.onTypedElsewhere((text) => editor.insertWhereFocusWasLost(text)),
  ];
  onChat();

  return {
    ui,
    attachments,
    focus(text) {
      if (text !== undefined) {
        editor.setText(text, { shell: false });
        focusGuard.textGiven();
      }
      editor.focus();
    },
    submit: () => submit(false),
    complete() {
      editor.focus();
      if (isShell()) return;
      if (completion.state === 'none') completion.ask();
      else completion.drop();
    },
    cancelEdit,
    translate: () => translation.toggle(),
    addFiles,
    attach,
    choosePromptFile: () => editor.beginPromptFile(),
    dispose() {
      panel.cards.inputChanged({ focused: false });
      translation.cancel();
      for (const unsubscribe of unsubscribes) unsubscribe();
      stopDrops();
      focusGuard.dispose();
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('focus', onWindowFocus);
      window.removeEventListener('keydown', onWindowKey);
      draft.flush();
      completion.dispose();
      ghost.clear();
      editor.dispose();
    },
  };
}

function withText(editor: Editor, text: () => string): Editor {
  return Object.create(editor, { text: { value: text } }) as Editor;
}

function editingAnnouncement(chat: ChatState): string {
  if (chat.queue.some(({ id }) => id === chat.editing)) return strings.queue.editingAnnouncement;
  return editsAnswer(chat) ? strings.editing.answerAnnouncement : strings.editing.announcement;
}

function isAboutEditing(announcement: string): boolean {
  const { announcement: prompt, answerAnnouncement } = strings.editing;
  return [prompt, answerAnnouncement, strings.queue.editingAnnouncement].includes(announcement);
}
