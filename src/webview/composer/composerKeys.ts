import type { ChatState } from '../../shared/chatState.ts';
import type { Panel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import type { Attachments } from './attachments.ts';
import type { CompletionSession } from './completionSession.ts';
import type { UiStore } from './composerUi.ts';
import type { Editor } from './editor/editor.ts';
import type { FocusGuard } from './focusGuard.ts';
import type { GhostSession } from './ghostSession.ts';
import type { InputWalk } from './inputWalk.ts';
import type { ShellMode } from './shellMode.ts';
import type { Sending } from './sending.ts';
import type { Translation } from './translation.ts';
import { circumstancesOf, decideKey, PLAIN_PRESS, type KeyIntent, type KeyPress } from './editor/keys.ts';

/** Milliseconds in which a second Esc clears the input. */
const CLEAR_MS = 2_000;

const ESCAPE: KeyPress = { ...PLAIN_PRESS, key: 'Escape' };

/** Carries out the composer's keys; `decideKey` decides what a key means. */
export interface ComposerKeys {
  /** True if the key was handled. */
  press(press: KeyPress): boolean;
  /** Handles Esc outside the input; keeps the text. */
  escapeElsewhere(): boolean;
  /** Call this when the user changes the text. The next Esc then counts as the first. */
  typed(): void;
}

export interface ComposerKeysOptions {
  readonly panel: Pick<Panel, 'send' | 'stop' | 'cards'>;
  readonly editor: Pick<Editor, 'text' | 'setText' | 'caretAtEnd' | 'isInLine' | 'vimTakesEscape'>;
  readonly attachments: Pick<Attachments, 'hasAny'>;
  readonly ghost: Pick<
    GhostSession,
    'isVisible' | 'mayEnterSubmit' | 'guarded' | 'filled' | 'enterBounces' | 'accept' | 'dismiss' | 'hide'
  >;
  readonly focusGuard: Pick<FocusGuard, 'blocksEnter'>;
  readonly completion: Pick<CompletionSession, 'state' | 'completed' | 'ask' | 'take' | 'takeWord' | 'drop'>;
  readonly translation: Pick<Translation, 'cancel'>;
  readonly walk: Pick<InputWalk, 'step'>;
  readonly shell: Pick<ShellMode, 'isOn' | 'run' | 'leave'>;
  readonly ui: UiStore;
  readonly shown: () => ChatState | null;
  readonly submit: (steers: boolean) => void;
  readonly onceSent: Sending['onceSent'];
  readonly cancelEdit: () => void;
  readonly openGhostMenu: () => void;
}

export function createComposerKeys(options: ComposerKeysOptions): ComposerKeys {
  const { panel, editor, attachments, ghost, completion, translation, walk, shell, ui, shown } = options;
  const { focusGuard, submit, onceSent, cancelEdit, openGhostMenu } = options;
  let escapedAt = 0;

  function intentOf(press: KeyPress, ghostVisible: boolean, isInInput = true): KeyIntent {
    const chat = shown();
    const text = isInInput ? editor.text() : '';
    const arrow = press.key === 'ArrowUp' || press.key === 'ArrowDown';
    return decideKey(press, {
      text,
      caretAtEnd: editor.caretAtEnd,
      inFirstLine: arrow && editor.isInLine('first'),
      inLastLine: arrow && editor.isInLine('last'),
      ghostVisible,
      vimTakesEscape: isInInput && editor.vimTakesEscape,
      translating: ui.get().translating,
      completion: completion.state,
      completed: completion.completed,
      tabCompletes: chat?.completing.onTab ?? false,
      feedbackOpen: panel.cards.feedbackOpen,
      enterMaySubmit: ghostVisible && ghost.mayEnterSubmit(press.repeat),
      guarded: ghost.guarded,
      filled: ghost.filled,
      enterBounces: ghost.enterBounces(text),
      enterBlocked: focusGuard.blocksEnter,
      ...circumstancesOf(chat, attachments.hasAny()),
      escapedBefore: Date.now() - escapedAt < CLEAR_MS,
      queued: lastQueued(chat) !== undefined,
      noteShown: chat?.note != null,
      shell: isInInput && shell.isOn,
    });
  }

  function press(key: KeyPress): boolean {
    const ghostVisible = ghost.isVisible(editor.text());
    return carryOut(intentOf(key, ghostVisible), key, ghostVisible);
  }

  function escapeElsewhere(): boolean {
    const ghostVisible = ghost.isVisible(editor.text());
    return carryOut(intentOf(ESCAPE, ghostVisible, false), ESCAPE, ghostVisible);
  }

  function carryOut(intent: KeyIntent, key: KeyPress, ghostVisible: boolean): boolean {
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
      case 'complete':
        completion.ask();
        return true;
      case 'take-completion':
        completion.take();
        return true;
      case 'take-word':
        completion.takeWord();
        return true;
      case 'drop-completion':
        completion.drop();
        return true;
      case 'cancel-translation':
        translation.cancel();
        return true;
      case 'submit':
        // Hidden, not dismissed: if sending fails, the suggestion can come back.
        if (ghostVisible) ghost.hide();
        submit(intent.steers);
        return true;
      case 'run-shell':
        shell.run();
        return true;
      case 'leave-shell':
        shell.leave();
        return true;
      case 'review':
        actOnPrepared('preview');
        return true;
      case 'apply':
        actOnPrepared('apply');
        return true;
      case 'ghost-menu':
        openGhostMenu();
        return true;
      case 'edit-queued':
        editQueued();
        return true;
      case 'cancel-edit':
        cancelEdit();
        return true;
      case 'close-feedback':
        panel.cards.closeFeedback();
        return true;
      case 'stop':
        panel.stop();
        return true;
      case 'close-note':
        closeNote();
        return true;
      case 'announce-clear':
        announceClear();
        return true;
      case 'clear':
        escapedAt = 0;
        editor.setText('', { keepsMode: true });
        ui.update({ hint: '' });
        return true;
      case 'older':
      case 'newer':
        // Waits until a sent text has left the input. Otherwise, the earlier input that the key inserts would be
        // removed with the sent text, or would prevent the removal of the sent text.
        return onceSent(() => press(key)) || walk.step(intent.kind);
    }
  }

  function announceClear(): void {
    escapedAt = Date.now();
    ui.update({ hint: strings.composer.clearAgain });
    setTimeout(() => {
      // A later Esc has its own timer.
      if (Date.now() - escapedAt >= CLEAR_MS) ui.endHint(strings.composer.clearAgain);
    }, CLEAR_MS);
  }

  function actOnPrepared(action: 'preview' | 'apply'): void {
    const id = shown()?.speculation?.id;
    if (id !== undefined) panel.send({ type: 'speculation', id, action });
  }

  function closeNote(): void {
    const id = shown()?.note?.id;
    if (id !== undefined) panel.send({ type: 'dismiss-note', id });
  }

  function editQueued(): void {
    const chat = shown();
    const id = lastQueued(chat);
    if (!chat || id === undefined) return;
    panel.send({ type: 'change-queued', conversationId: chat.conversationId, id, change: 'edit' });
  }

  return { press, escapeElsewhere, typed: () => (escapedAt = 0) };
}

/** Removed prompts do not count. */
function lastQueued(chat: ChatState | null): string | undefined {
  return chat?.queue.findLast(({ removed }) => !removed)?.id;
}
