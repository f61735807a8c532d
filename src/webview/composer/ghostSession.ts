import type { ChatState } from '../../shared/chatState.ts';
import {
  createFollowupController,
  enterEverSubmits,
  ghostText,
  mayEnterSubmit,
  type AcceptMethod,
  type FollowupState,
} from '../../shared/followup.ts';
import type { Panel } from '../panel.ts';
import { strings } from '../strings.ts';
import type { Attachments } from './attachments.ts';
import type { Editor } from './editor.ts';
import { circumstancesOf, enterOnGhost, type EnterOnGhost } from './keys.ts';

/** The suggestion in the composer: when it is drawn, what takes it in, and what is said of it. */
export interface GhostSession {
  /** Whether any of it is to be seen behind `text`. */
  isVisible(text: string): boolean;
  /** Whether an Enter now sends it, and does not only fill it in. */
  mayEnterSubmit(repeat: boolean): boolean;
  /** The suggestion that was filled in last, if the text came from one. */
  readonly filled: string | null;
  /** What was filled in is sent, or another chat's. */
  forgetFilled(): void;
  accept(method: AcceptMethod, submit: boolean): void;
  dismiss(): void;
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
  /** When keys last began to be meant for the composer: the focus came back, an input method was done. */
  let focusedAt = 0;
  let enterSubmits = true;
  let isComposing = false;
  /** What the hint says behind an empty text. */
  let drawn: EnterOnGhost = 'fill';

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
    onAccept(text, _method, submitToo) {
      if (editor().text() !== text) editor().setText(text);
      filled = text;
      if (submitToo) submit();
    },
    onReport: (suggestionId, report) => panel.send({ type: 'suggestion-report', suggestionId, report }),
    onError,
  });

  function draw({ suggestion }: FollowupState): void {
    drawHint();
    if (suggestion === null) updateFace({ announcement: '', keysAnnouncement: '' });
    else updateFace({ announcement: strings.ghost.announcement(suggestion) });
    sayKeys();
  }

  function drawHint(): void {
    const enter = enterNow();
    drawn = enter('');
    editor().setFollowup(followup.state, enter);
  }

  /** What Enter does behind a text, as things stand. */
  function enterNow(): (text: string) => EnterOnGhost {
    const { suggestion } = followup.state;
    const enterMaySubmit = suggestion !== null && enterSubmits && enterEverSubmits(suggestion);
    const situation = { ...circumstancesOf(shown(), attachments.any()), enterMaySubmit };
    return (text) => enterOnGhost({ ...situation, text });
  }

  /** What the hint shows, in its words; whoever has heard it knows. */
  function sayKeys(): void {
    const text = editor().text();
    if (ghostText(followup.state, text) === '') return;
    const enter = text === '' ? drawn : 'send-typed';
    const heard = panel.memory.get().heardEnter ?? [];
    if (heard.includes(enter)) return;
    panel.memory.patch({ heardEnter: [...heard, enter] });
    const { says } = strings.ghost.enter[enter];
    updateFace({ keysAnnouncement: heard.length === 0 ? `${says}. ${strings.ghost.otherKeys}` : `${says}.` });
  }

  function refresh(): void {
    if (followup.state.suggestion === null || enterNow()('') === drawn) return;
    drawHint();
    sayKeys();
  }

  return {
    // Of a composition that has been lost, CodeMirror learns with the next key: that one must not take what is hidden yet.
    isVisible: (text) => !isComposing && ghostText(followup.state, text) !== '',
    mayEnterSubmit(repeat) {
      const { shownAt, suggestion } = followup.state;
      if (suggestion === null || !enterSubmits) return false;
      return mayEnterSubmit({ now: Date.now(), shownAt, focusedAt, repeat, text: suggestion });
    },
    get filled() {
      return filled;
    },
    forgetFilled: () => (filled = null),
    accept: (method, submitToo) => void followup.accept(method, { submit: submitToo }),
    dismiss: () => followup.dismiss(),
    typed(text) {
      followup.typed(text);
      sayKeys();
    },
    focused: () => (focusedAt = Date.now()),
    composing(composing) {
      // It ends with an Enter as often as not, and another may follow before the user has seen what came back.
      focusedAt = Date.now();
      isComposing = composing;
      followup.hold(composing);
    },
    offer({ suggestion, suggesting }) {
      enterSubmits = suggesting.enter === 'submit';
      followup.setSuggestion(suggestion, { immediate: suggestion?.immediate ?? false });
      refresh();
    },
    refresh,
    clear: () => followup.clear(),
  };
}
