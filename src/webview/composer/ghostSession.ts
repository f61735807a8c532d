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
import type { Panel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import type { Attachments } from './attachments.ts';
import type { Editor } from './editor/editor.ts';
import { circumstancesOf, enterOnGhost, type EnterHint } from './editor/keys.ts';

/** The suggestion in the composer: when it is drawn, what takes it in, and what is said of it. */
export interface GhostSession {
  /** Whether any of it is to be seen behind `text`. */
  isVisible(text: string): boolean;
  /** Whether an Enter now sends it, and does not only fill it in. */
  mayEnterSubmit(repeat: boolean): boolean;
  /** Whether keys began to be meant for the composer so short a time ago that Enter may be meant for elsewhere. */
  readonly guarded: boolean;
  /** The suggestion that was filled in last, if the text came from one. */
  readonly filled: string | null;
  /** Whether `text` was filled in by an Enter so short a time ago that another one is of the same press. */
  enterBounces(text: string): boolean;
  /** What was filled in is sent, or another chat's. */
  forgetFilled(): void;
  accept(method: AcceptMethod, submit: boolean): void;
  /** Esc, ×: it does not come back. */
  dismiss(): void;
  /** Until the input is empty again. */
  hide(): void;
  /** To be told the composer's whole text after every change. */
  typed(text: string): void;
  /** The composer has the focus from now on. */
  focused(): void;
  /** An input method is at work, or, to be told after the text it has left, no more. */
  composing(composing: boolean): void;
  /** The circumstances may be others now. */
  refresh(): void;
  /** Takes over what the host suggests. */
  offer(chat: ChatState): void;
  /** The chat was switched, or the composer goes away. */
  clear(): void;
}

export interface GhostSessionOptions {
  readonly panel: Panel;
  readonly editor: () => Pick<Editor, 'text' | 'setText' | 'setFollowup' | 'hasFocus'>;
  readonly attachments: Pick<Attachments, 'any'>;
  readonly shown: () => ChatState | null;
  readonly submit: () => void;
  /** A defect, for the log. */
  readonly onError: (error: unknown) => void;
  /** What a screen reader is told: of the suggestion, and of the keys. */
  readonly updateFace: (said: { readonly announcement?: string; readonly keysAnnouncement?: string }) => void;
}

export function createGhostSession(options: GhostSessionOptions): GhostSession {
  const { panel, editor, attachments, shown, submit, onError, updateFace } = options;
  let filled: string | null = null;
  /** When an Enter has filled it in without sending it. */
  let enterFilledAt = -Infinity;
  /** When keys last began to be meant for the composer: the focus came back, an input method was done, a diff was shown. */
  let focusedAt = 0;
  let diffShown = false;
  let enterSubmits = true;
  let isComposing = false;
  /** What the hint says behind an empty text. */
  let drawn: EnterHint = { now: 'fill', later: 'fill' };
  /** Until the guard is over, and the hint promises more. */
  let guard: ReturnType<typeof setTimeout> | undefined;

  const followup = createFollowupController({
    clock: {
      now: () => Date.now(),
      setTimeout(callback, ms) {
        const timer = setTimeout(callback, ms);
        return { dispose: () => clearTimeout(timer) };
      },
    },
    isFocused: () => editor().hasFocus,
    onStateChange: draw,
    onAccept(text, method, submitToo) {
      if (editor().text() !== text) editor().setText(text);
      filled = text;
      enterFilledAt = method === 'enter' && !submitToo ? Date.now() : -Infinity;
      if (submitToo) submit();
    },
    onReport: (suggestionId, report) => panel.send({ type: 'suggestion-report', suggestionId, report }),
    onError,
  });

  function draw({ suggestion }: FollowupState): void {
    drawHint();
    if (suggestion === null) updateFace({ announcement: '', keysAnnouncement: '' });
    else updateFace({ announcement: strings.ghost.announcement(suggestion) });
    awaitGuard();
    sayKeys();
  }

  function drawHint(): void {
    const enter = enterNow();
    drawn = enter('');
    editor().setFollowup(followup.state, enter);
  }

  /** What Enter does behind a text, as things stand. */
  function enterNow(): (text: string) => EnterHint {
    const situation = situationBehindGuard();
    const guarded = guardLeft() > 0;
    const enterMaySubmit = situation.enterMaySubmit && !guarded;
    return (text) => ({
      now: enterOnGhost({ ...situation, enterMaySubmit, guarded, text }),
      later: enterOnGhost({ ...situation, text }),
    });
  }

  function situationBehindGuard() {
    const circumstances = circumstancesOf(shown(), attachments.any());
    return { ...circumstances, enterMaySubmit: enterSubmits, guarded: false };
  }

  function guardLeft(): number {
    return enterGuardLeft({ now: Date.now(), shownAt: followup.state.shownAt, focusedAt });
  }

  /** Draws the hint anew when Enter does more than it does now; for nothing that cannot be seen. */
  function awaitGuard(): void {
    clearTimeout(guard);
    guard = undefined;
    if (followup.state.suggestion === null || isComposing) return;
    const { now, later } = enterNow()('');
    if (now === later) return;
    const left = guardLeft();
    if (left > 0) guard = setTimeout(refresh, left);
  }

  /** What Enter does once the guard is over, which is before anybody has heard it to the end; in the hint's words, once. */
  function sayKeys(): void {
    const text = editor().text();
    if (ghostText(followup.state, text) === '') return;
    const enter = enterOnGhost({ ...situationBehindGuard(), text });
    const heard = panel.memory.get().heardEnter ?? [];
    if (heard.includes(enter)) return;
    panel.memory.patch({ heardEnter: [...heard, enter] });
    const { says } = strings.ghost.enter[enter];
    updateFace({ keysAnnouncement: heard.length === 0 ? `${says}. ${strings.ghost.otherKeys}` : `${says}.` });
  }

  function refresh(): void {
    followBlock();
    noteDiff();
    if (followup.state.suggestion === null) return;
    const { now, later } = enterNow()('');
    if (now !== drawn.now || later !== drawn.later) drawHint();
    awaitGuard();
    sayKeys();
  }

  /** An edit of an earlier prompt has the input for itself, also while its text is empty. */
  function followBlock(): void {
    followup.block(shown()?.editing != null);
  }

  /** The Enter that has opened a diff may still be pressed when it is there. */
  function noteDiff(): void {
    const isShown = circumstancesOf(shown(), false).diffShown;
    if (isShown && !diffShown) focusedAt = Date.now();
    diffShown = isShown;
  }

  return {
    // Of a composition that has been lost, CodeMirror learns with the next key: that one must not take what is hidden yet.
    isVisible: (text) => !isComposing && ghostText(followup.state, text) !== '',
    mayEnterSubmit(repeat) {
      const { shownAt, suggestion } = followup.state;
      if (suggestion === null || !enterSubmits) return false;
      return mayEnterSubmit({ now: Date.now(), shownAt, focusedAt, repeat });
    },
    get guarded() {
      return guardLeft() > 0;
    },
    get filled() {
      return filled;
    },
    enterBounces: (text) => filled === text && Date.now() - enterFilledAt < ENTER_BOUNCE_MS,
    forgetFilled: () => (filled = null),
    accept: (method, submitToo) => void followup.accept(method, { submit: submitToo }),
    dismiss: () => followup.dismiss(),
    hide: () => followup.hide(),
    typed(text) {
      followBlock();
      followup.typed(text);
      sayKeys();
    },
    focused() {
      focusedAt = Date.now();
      // The focus can come in the middle of the editor's own work, which a change of the hint must not break in on.
      queueMicrotask(refresh);
    },
    composing(composing) {
      // It ends with an Enter as often as not, and another may follow before the user has seen what came back.
      focusedAt = Date.now();
      isComposing = composing;
      followup.hold(composing);
      if (composing) awaitGuard();
      else refresh();
    },
    offer({ suggestion, suggesting }) {
      enterSubmits = suggesting.enter === 'submit' && !suggesting.runsUnasked;
      followBlock();
      followup.setSuggestion(suggestion, { immediate: suggestion?.immediate ?? false });
      refresh();
    },
    refresh,
    clear: () => followup.clear(),
  };
}
