import type { ChatState } from '../../shared/chatState.ts';
import { submitResultSchema } from '../../shared/protocol.ts';
import type { Panel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import type { Attachments } from './attachments.ts';
import type { UiStore } from './composerUi.ts';
import { keptHintFor, slowHintFor } from './composerWords.ts';
import type { DraftAdoption } from './draftAdoption.ts';
import type { DraftSync } from './draftSync.ts';
import type { Editor } from './editor/editor.ts';
import { mentionsIn, pastesIn } from './editor/chips.ts';
import { chipsAfter, isSameDraft, restOf, withoutSent, type MeantSubmission, type Submission } from './submission.ts';

/** Milliseconds after which it is said that a message has not been taken yet. */
const LONG_SUBMIT_MS = 3_000;

/**
 * What is in the input as Enter is pressed becomes a message, one at a time; where it does not, it stays, and the hint
 * says why. What is typed while that takes its time is nobody's but its user's, half a sentence as often as not.
 */
export interface Sending {
  /** `steers`: where it is queued, it goes with the next results of calls. */
  submit(steers: boolean): void;
  /**
   * True if the input holds nothing but a message on its way. `then` runs once the message has left an empty input, and
   * never if it stays.
   */
  onceSent(then: () => void): boolean;
  /** To be called for every change of the chat: why a text was kept may have ceased to be so. */
  chatChanged(chat: ChatState): void;
}

export interface SendingOptions {
  readonly panel: Pick<Panel, 'request' | 'problem'>;
  readonly editor: Pick<Editor, 'text' | 'chips' | 'setText' | 'removeStart'>;
  readonly attachments: Pick<Attachments, 'pending' | 'settled' | 'any'>;
  readonly draft: Pick<DraftSync, 'changed' | 'adopted' | 'submitted' | 'answered'>;
  readonly adoption: Pick<DraftAdoption, 'put'>;
  readonly face: UiStore;
  readonly shown: () => ChatState | null;
  /** A message has been taken; the input is empty, or holds what was typed meanwhile. */
  readonly onSent: () => void;
}

export function createSending(options: SendingOptions): Sending {
  const { panel, editor, attachments, draft, adoption, face, shown, onSent } = options;
  /** What is on its way. */
  let current: MeantSubmission | null = null;
  let afterwards: readonly (() => void)[] = [];
  /** What Enter was pressed for meanwhile. */
  let waiting: readonly MeantSubmission[] = [];
  let keptHint = '';
  let slowHint = '';

  function submit(steers: boolean): void {
    const meant = { ...inInput(), chips: editor.chips(), steers };
    if (current) waiting = [...waiting, meant];
    else if (meant.text.trim() !== '' || attachments.any()) start(meant);
  }

  function start(meant: MeantSubmission): void {
    current = meant;
    face.update({ hint: '' });
    const slow = setTimeout(() => {
      slowHint = slowHintFor(shown(), meant.text);
      face.update({ hint: slowHint });
    }, LONG_SUBMIT_MS);
    send(meant)
      .then((isGone) => {
        waiting = isGone ? waiting.map((each) => withoutSent(meant, each)) : [];
      })
      .catch((error: unknown) => {
        waiting = [];
        panel.problem.set(strings.composer.notSent(error instanceof Error ? error.message : String(error)));
        draft.changed(editor.text(), editor.chips());
      })
      .finally(() => {
        current = null;
        clearTimeout(slow);
        face.endHint(slowHint);
        slowHint = '';
        runAfterwards();
        startNext();
      });
  }

  function runAfterwards(): void {
    const due = editor.text() === '' ? afterwards : [];
    afterwards = [];
    for (const then of due) then();
  }

  /** An Enter for no more than was on its way already has been pressed twice. */
  function startNext(): void {
    const [next, ...others] = waiting.filter(({ text }) => text.trim() !== '');
    const isThere = next !== undefined && restOf(next, inInput()) !== null;
    waiting = isThere ? others : [];
    if (isThere) start(next);
  }

  /** False where it stays in the input. */
  async function send(meant: MeantSubmission): Promise<boolean> {
    // An image that cannot be attached is said; what was to go with it is not sent without it.
    if (attachments.pending.get().length > 0 && !(await attachments.settled())) return false;
    // Another chat's text, one that an edit has put there, or one that was changed is not what Enter was pressed for.
    if (restOf(meant, inInput()) === null) return false;
    // What waits to be told would arrive after the submit, as if it were a new draft.
    draft.submitted();
    const { conversationId, text, steers } = meant;
    const mentions = mentionsIn(meant.chips);
    const pastes = pastesIn(meant.chips);
    const chips = { ...(mentions.length > 0 && { mentions }), ...(pastes.length > 0 && { folds: pastes }) };
    const extras = { ...chips, ...(steers && { steers }) };
    const request = { type: 'submit', conversationId, text, ...extras } as const;
    const answering = panel.request(request).finally(() => draft.answered());
    // What was typed while an image was made ready stays, and the host hears of it behind the message that it holds now.
    if (editor.text() !== text) draft.changed(editor.text(), editor.chips());
    const answer = await answering;
    const { outcome } = submitResultSchema.parse(answer);
    if (outcome === 'kept') keep();
    else removeSent(meant);
    return outcome !== 'kept';
  }

  function inInput(): Submission {
    const chat = shown();
    return {
      conversationId: chat?.conversationId ?? '',
      draftRevision: chat?.draftRevision ?? 0,
      text: editor.text(),
    };
  }

  function keep(): void {
    draft.changed(editor.text(), editor.chips());
    const chat = shown();
    keptHint = chat ? keptHintFor(chat) : '';
    if (keptHint !== '') face.update({ hint: keptHint });
  }

  /** Takes what was sent out of the input. The host has forgotten its copy. */
  function removeSent(sent: Submission): void {
    panel.problem.set(null);
    const now = inInput();
    const rest = restOf(sent, now);
    if (rest === '') {
      adoption.put('');
      draft.adopted('', []);
    } else if (rest !== null) {
      editor.removeStart(now.text.length - rest.length, chipsAfter(sent, now, editor.chips()));
      draft.changed(editor.text(), editor.chips());
    } else if (isSameDraft(sent, now)) draft.changed(now.text, editor.chips());
    onSent();
  }

  return {
    submit,
    onceSent(then) {
      if (!current || restOf(current, inInput()) !== '') return false;
      afterwards = [...afterwards, then];
      return true;
    },
    chatChanged(chat) {
      if (slowHint !== '' && slowHintFor(chat, editor.text()) !== slowHint) face.endHint(slowHint);
      if (keptHint !== '' && keptHintFor(chat) !== keptHint) face.endHint(keptHint);
    },
  };
}
