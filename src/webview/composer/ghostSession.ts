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
import type { Editor } from './editor.ts';

/** The suggestion in the composer: when it is drawn, what takes it in, and what is said of it. */
export interface GhostSession {
  /** Whether any of it is drawn behind `text`. */
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
  /** Takes over what the host suggests. */
  offer(chat: ChatState): void;
  /** The chat was switched, or the composer goes away. */
  clear(): void;
}

export interface GhostSessionOptions {
  readonly panel: Panel;
  readonly editor: () => Pick<Editor, 'text' | 'setText' | 'setFollowup' | 'hasFocus'>;
  readonly submit: () => void;
  /** A defect, for the log. */
  readonly onError: (error: unknown) => void;
  /** What a screen reader is told: of the suggestion, and of the keys. */
  readonly updateFace: (said: { readonly announcement: string; readonly keysAnnouncement: string }) => void;
}

export function createGhostSession(options: GhostSessionOptions): GhostSession {
  const { panel, editor, submit, onError, updateFace } = options;
  let filled: string | null = null;
  let focusedAt = 0;
  let enterSubmits = true;

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

  function draw(state: FollowupState): void {
    const { suggestion } = state;
    const runs = suggestion !== null && enterSubmits && enterEverSubmits(suggestion);
    editor().setFollowup(state, runs);
    if (suggestion === null) updateFace({ announcement: '', keysAnnouncement: '' });
    else updateFace({ announcement: strings.ghost.announcement(suggestion), keysAnnouncement: keysOnce(runs) });
  }

  /** What the hint shows, in words; whoever has heard it knows. */
  function keysOnce(runs: boolean): string {
    if (panel.memory.get().heardKeys) return '';
    panel.memory.patch({ heardKeys: true });
    return strings.ghost.keysAnnouncement(runs);
  }

  return {
    isVisible: (text) => ghostText(followup.state, text) !== '',
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
    typed: (text) => followup.typed(text),
    focused: () => (focusedAt = Date.now()),
    offer({ suggestion, suggesting }) {
      const changed = enterSubmits !== (suggesting.enter === 'submit');
      enterSubmits = suggesting.enter === 'submit';
      followup.setSuggestion(suggestion, { immediate: suggestion?.immediate ?? false });
      if (changed) draw(followup.state);
    },
    clear: () => followup.clear(),
  };
}
