import type { ChatState } from '../../shared/chatState.ts';
import {
  createFollowupController,
  ENTER_BOUNCE_MS,
  enterGuardLeft,
  ghostText,
  mayEnterSubmit,
  type AcceptMethod,
  type FollowupState,
} from '../../shared/followup.ts';
import type { SubmitEffect } from '../../shared/protocol.ts';
import { commandNameOf } from '../../shared/slashCommand.ts';
import type { Panel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import type { Attachments } from './attachments.ts';
import type { Editor } from './editor/editor.ts';
import { circumstancesOf, enterOnGhost, type EnterHint } from './editor/keys.ts';
import { preparedEnter, type PreparedEnter } from './editor/preparedEnter.ts';

/** The suggestion in the composer. */
export interface GhostSession {
  /** Whether ghost text is visible after `text`. */
  isVisible(text: string): boolean;
  /** `repeat`: the key is held down. */
  mayEnterSubmit(repeat: boolean): boolean;
  /** Whether Enter may be meant for something else, for example because the suggestion has just appeared. */
  readonly guarded: boolean;
  /** The suggestion that was last filled in or typed out; null after a send or in another chat. */
  readonly filled: string | null;
  /**
   * Whether Enter filled in `text` so recently that another Enter belongs to the same press. True also after a submit,
   * because the host may have kept the text.
   */
  enterBounces(text: string): boolean;
  forgetFilled(): void;
  /** `submit`: the effect of submitting; null to only fill in the suggestion. */
  accept(method: AcceptMethod, submit: SubmitEffect | null): void;
  /** The user rejects the suggestion (Esc, ×). */
  dismiss(): void;
  /** Hides the suggestion until the input is empty again. */
  hide(): void;
  /** Ends the suggestion without accepting it, because a completion has inserted the same text. */
  supersede(): void;
  /** Call after every change of the completion, because a completion hides the suggestion. */
  completionChanged(completion: CompletionState): void;
  /** Call with the composer's whole text after every change. */
  typed(text: string): void;
  focused(): void;
  /** Call at the start and end of a composition. At the end, first call `typed` with the composed text. */
  composing(composing: boolean): void;
  /** Call after any other change that may affect Enter. */
  refresh(): void;
  offer(chat: ChatState): void;
  /** Call when another chat is shown or the composer is disposed. */
  clear(): void;
}

export interface CompletionState {
  readonly isActive: boolean;
  /** The input's text at the time when a part of a completion was last taken or typed; null before that. */
  readonly completed: string | null;
}

export interface GhostSessionOptions {
  readonly panel: Panel;
  readonly editor: Pick<Editor, 'text' | 'setText' | 'setFollowup' | 'setPreparedHint' | 'hasFocus'>;
  readonly attachments: Pick<Attachments, 'hasAny'>;
  readonly shown: () => ChatState | null;
  readonly submit: (expects: SubmitEffect) => void;
  readonly onError: (error: unknown) => void;
  readonly updateUi: (patch: { readonly announcement?: string; readonly keysAnnouncement?: string }) => void;
}

export function createGhostSession(options: GhostSessionOptions): GhostSession {
  const { panel, editor, attachments, shown, submit, onError, updateUi } = options;
  let filled: string | null = null;
  /** Milliseconds since the epoch; -Infinity if Enter did not fill in `filled`. */
  let enterFilledAt = -Infinity;
  /** When the guard time last began again. */
  let guardStartedAt = 0;
  let diffShown = false;
  let enterSubmits = true;
  let isComposing = false;
  let completion: CompletionState = { isActive: false, completed: null };
  /** The rendered hint for an empty text. */
  let renderedHint: EnterHint = { now: 'fill', later: 'fill' };
  let renderedPrepared: PreparedEnter = 'none';
  /** Updates the hint at the end of the guard time. */
  let guard: ReturnType<typeof setTimeout> | undefined;

  const followup = createFollowupController({
    clock: {
      now: () => Date.now(),
      setTimeout(callback, ms) {
        const timer = setTimeout(callback, ms);
        return { dispose: () => clearTimeout(timer) };
      },
    },
    isFocused: () => editor.hasFocus,
    onStateChange: render,
    onAccept(text, method, expects) {
      if (editor.text() !== text) editor.setText(text);
      filled = text;
      enterFilledAt = method === 'enter' ? Date.now() : -Infinity;
      if (expects) submit(expects);
    },
    onReport: (suggestionId, report) => panel.send({ type: 'suggestion-report', suggestionId, report }),
    onError,
  });

  function render({ suggestion }: FollowupState): void {
    renderHint();
    renderPreparedHint();
    if (suggestion === null) updateUi({ announcement: '', keysAnnouncement: preparedKeys() });
    else updateUi({ announcement: strings.ghost.announcement(suggestion) });
    awaitGuard();
    announceKeys();
  }

  function renderHint(): void {
    const enter = enterNow();
    renderedHint = enter('');
    editor.setFollowup(followup.state, enter);
  }

  function renderPreparedHint(): void {
    const text = editor.text();
    const chat = shown();
    const isOther = isComposing || completion.isActive || ghostText(followup.state, text) !== '';
    const hint = chat && !isOther ? preparedEnter(chat, text, attachments.hasAny()) : 'none';
    if (hint === renderedPrepared) return;
    renderedPrepared = hint;
    editor.setPreparedHint(hint);
    updateUi({ keysAnnouncement: preparedKeys() });
  }

  /** What Enter does with prepared edits, for screen readers. Empty if no hint is shown for them. */
  function preparedKeys(): string {
    return renderedPrepared === 'none' ? '' : `${strings.ghost.enter[renderedPrepared].says}.`;
  }

  function enterNow(): (text: string) => EnterHint {
    const situation = situationAfterGuard();
    const guarded = guardLeft() > 0;
    const enterMaySubmit = situation.enterMaySubmit && !guarded;
    return (text) => ({
      now: enterOnGhost({ ...situation, enterMaySubmit, guarded, text }),
      later: enterOnGhost({ ...situation, text }),
    });
  }

  function situationAfterGuard() {
    const circumstances = circumstancesOf(shown(), attachments.hasAny());
    return { ...circumstances, enterMaySubmit: enterSubmits, guarded: false };
  }

  function guardLeft(): number {
    return enterGuardLeft({ now: Date.now(), shownAt: followup.state.shownAt, guardStartedAt });
  }

  function awaitGuard(): void {
    clearTimeout(guard);
    guard = undefined;
    if (followup.state.suggestion === null || isComposing) return;
    const { now, later } = enterNow()('');
    if (now === later) return;
    const left = guardLeft();
    if (left > 0) guard = setTimeout(refresh, left);
  }

  /** Announces the effect that Enter has after the guard time, because a screen reader speaks longer than that. */
  function announceKeys(): void {
    const text = editor.text();
    if (ghostText(followup.state, text) === '') return;
    const enter = enterOnGhost({ ...situationAfterGuard(), text });
    const announced = panel.memory.get().heardEnter ?? [];
    if (announced.includes(enter)) return;
    panel.memory.patch({ heardEnter: [...announced, enter] });
    const { says } = strings.ghost.enter[enter];
    updateUi({ keysAnnouncement: announced.length === 0 ? `${says}. ${strings.ghost.otherKeys}` : `${says}.` });
  }

  function refresh(): void {
    updateBlock();
    trackDiff();
    renderPreparedHint();
    if (followup.state.suggestion === null) return;
    const { now, later } = enterNow()('');
    if (now !== renderedHint.now || later !== renderedHint.later) renderHint();
    awaitGuard();
    announceKeys();
  }

  /**
   * While a message or answer is edited, no suggestion is shown, even if the input is empty. A completion's text does
   * not count as an accepted suggestion.
   */
  function updateBlock(): void {
    const text = editor.text();
    const isCompleted = text !== '' && text === completion.completed;
    followup.block(shown()?.editing != null || completion.isActive || isCompleted);
  }

  /** Restarts the guard time when a diff is shown, because the Enter that opened the diff may still be held down. */
  function trackDiff(): void {
    const isShown = circumstancesOf(shown(), false).diffShown;
    if (isShown && !diffShown) guardStartedAt = Date.now();
    diffShown = isShown;
  }

  return {
    // If a composition ends without an event, the next key must not accept a suggestion that is still hidden.
    isVisible: (text) => !isComposing && ghostText(followup.state, text) !== '',
    mayEnterSubmit(repeat) {
      const { shownAt, suggestion } = followup.state;
      if (suggestion === null || !enterSubmits) return false;
      return mayEnterSubmit({ now: Date.now(), shownAt, guardStartedAt, repeat });
    },
    get guarded() {
      return guardLeft() > 0;
    },
    get filled() {
      return filled;
    },
    enterBounces: (text) => filled === text && Date.now() - enterFilledAt < ENTER_BOUNCE_MS,
    forgetFilled: () => (filled = null),
    accept: (method, effect) => void followup.accept(method, effect),
    dismiss: () => followup.dismiss(),
    hide: () => followup.hide(),
    supersede: () => followup.supersede(),
    completionChanged(changed) {
      completion = changed;
      refresh();
    },
    typed(text) {
      updateBlock();
      followup.typed(text);
      renderPreparedHint();
      announceKeys();
    },
    focused() {
      guardStartedAt = Date.now();
      // The editor may be updating; changing the hint then would be an error.
      queueMicrotask(refresh);
    },
    composing(composing) {
      // A composition often ends with an Enter, and a second Enter may follow before the user sees the suggestion.
      guardStartedAt = Date.now();
      isComposing = composing;
      followup.hold(composing);
      if (composing) awaitGuard();
      else refresh();
    },
    offer({ suggestion, suggesting }) {
      // A command may change the chat or files, so the key that fills it in never runs it.
      const isCommand = suggestion !== null && commandNameOf(suggestion.text) !== null;
      enterSubmits = suggesting.enter === 'submit' && !suggesting.runsUnasked && !isCommand;
      updateBlock();
      followup.setSuggestion(suggestion, { immediate: suggestion?.immediate ?? false });
      refresh();
    },
    refresh,
    clear: () => followup.clear(),
  };
}
