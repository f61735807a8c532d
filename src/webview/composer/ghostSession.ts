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

/** The suggestion in the composer: when it is rendered, what accepts it, and what is announced. */
export interface GhostSession {
  /** Whether any ghost text is visible after `text`. */
  isVisible(text: string): boolean;
  /** Whether Enter may now send the suggestion. `repeat`: the key is held down. */
  mayEnterSubmit(repeat: boolean): boolean;
  /** Whether Enter may be meant for something else: for example, the suggestion has appeared only a moment ago. */
  readonly guarded: boolean;
  /** The suggestion that was last filled in or typed out; null after a message was sent or another chat was shown. */
  readonly filled: string | null;
  /**
   * Whether Enter filled in `text` so recently that another Enter belongs to the same press. True also if the first Enter
   * submitted the text, because the host may have kept it.
   */
  enterBounces(text: string): boolean;
  /** Call this when a message was sent or another chat is shown. */
  forgetFilled(): void;
  /** `submit`: the effect of the submitted suggestion; null to only fill the suggestion in. */
  accept(method: AcceptMethod, submit: SubmitEffect | null): void;
  /** Ends the suggestion, because the user rejects it (Esc, ×). */
  dismiss(): void;
  /** Hides the suggestion until the input is empty again. */
  hide(): void;
  /** Ends the suggestion without counting it as accepted, because a completion has put the same text into the input. */
  supersede(): void;
  /**
   * Call this after every change of the completion. No suggestion is visible together with a completion. If a
   * completion has put the suggestion's text into the input, the suggestion does not count as accepted.
   */
  completionChanged(completion: CompletionState): void;
  /** Call this with the composer's whole text after every change. */
  typed(text: string): void;
  /** Call this when the composer has received the focus. */
  focused(): void;
  /** Call this when a composition has started or ended. At the end, first call `typed` with the composed text. */
  composing(composing: boolean): void;
  /** Call this after any other change that may affect what Enter does. */
  refresh(): void;
  /** Shows the chat's suggestion, or removes the suggestion if the chat has none. */
  offer(chat: ChatState): void;
  /** Removes the suggestion. Call this when another chat is shown or the composer is disposed. */
  clear(): void;
}

/** The state of the completion, as far as it affects the suggestion. */
export interface CompletionState {
  /** There is a completion, which hides the suggestion. */
  readonly isActive: boolean;
  /** The input's text after a part of a completion was last taken or typed; null before that. */
  readonly completed: string | null;
}

export interface GhostSessionOptions {
  readonly panel: Panel;
  readonly editor: Pick<Editor, 'text' | 'setText' | 'setFollowup' | 'hasFocus'>;
  readonly attachments: Pick<Attachments, 'hasAny'>;
  readonly shown: () => ChatState | null;
  readonly submit: (expects: SubmitEffect) => void;
  /** Called with errors, for the log. */
  readonly onError: (error: unknown) => void;
  /** Sets the announcements of the suggestion and of its keys. */
  readonly updateUi: (patch: { readonly announcement?: string; readonly keysAnnouncement?: string }) => void;
}

export function createGhostSession(options: GhostSessionOptions): GhostSession {
  const { panel, editor, attachments, shown, submit, onError, updateUi } = options;
  let filled: string | null = null;
  /** When Enter filled in `filled`, in milliseconds since the epoch; -Infinity if Enter did not. */
  let enterFilledAt = -Infinity;
  /** When the guard time last began again: at a focus, at the start or end of a composition, or at a shown diff. */
  let guardStartedAt = 0;
  let diffShown = false;
  let enterSubmits = true;
  let isComposing = false;
  let completion: CompletionState = { isActive: false, completed: null };
  /** The rendered hint for an empty text. */
  let renderedHint: EnterHint = { now: 'fill', later: 'fill' };
  /** The timer that updates the hint at the end of the guard time; undefined if the hint does not change then. */
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
    if (suggestion === null) updateUi({ announcement: '', keysAnnouncement: '' });
    else updateUi({ announcement: strings.ghost.announcement(suggestion) });
    awaitGuard();
    announceKeys();
  }

  function renderHint(): void {
    const enter = enterNow();
    renderedHint = enter('');
    editor.setFollowup(followup.state, enter);
  }

  /** What Enter does after a given text, in the current situation. */
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

  /**
   * Renders the hint again at the end of the guard time, if Enter then has another effect. Does nothing if no
   * suggestion is visible.
   */
  function awaitGuard(): void {
    clearTimeout(guard);
    guard = undefined;
    if (followup.state.suggestion === null || isComposing) return;
    const { now, later } = enterNow()('');
    if (now === later) return;
    const left = guardLeft();
    if (left > 0) guard = setTimeout(refresh, left);
  }

  /**
   * Announces what Enter does after the guard time, because a screen reader takes longer than the guard time. Each
   * effect of Enter is announced once.
   */
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
    if (followup.state.suggestion === null) return;
    const { now, later } = enterNow()('');
    if (now !== renderedHint.now || later !== renderedHint.later) renderHint();
    awaitGuard();
    announceKeys();
  }

  /**
   * While an earlier message, an answer or a queued message is edited, no suggestion is shown, even if the input is
   * empty. A text that a completion has put into the input does not count as an accepted suggestion.
   */
  function updateBlock(): void {
    const text = editor.text();
    const isCompleted = text !== '' && text === completion.completed;
    followup.block(shown()?.editing != null || completion.isActive || isCompleted);
  }

  /** Restarts the guard time when a diff is shown, because the Enter that opened it may still be held down. */
  function trackDiff(): void {
    const isShown = circumstancesOf(shown(), false).diffShown;
    if (isShown && !diffShown) guardStartedAt = Date.now();
    diffShown = isShown;
  }

  return {
    // If a composition ends without an event, the editor notices only at the next key. That key must not accept a
    // suggestion that is still hidden.
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
      announceKeys();
    },
    focused() {
      guardStartedAt = Date.now();
      // The focus can arrive while the editor is updating; changing the hint then would be an error.
      queueMicrotask(refresh);
    },
    composing(composing) {
      // A composition often ends with an Enter. A second Enter may follow before the user sees the suggestion again.
      guardStartedAt = Date.now();
      isComposing = composing;
      followup.hold(composing);
      if (composing) awaitGuard();
      else refresh();
    },
    offer({ suggestion, suggesting }) {
      // A command may change the chat or files, so it is never run by the key that fills it in.
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
