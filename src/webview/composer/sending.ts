import type { ChatState } from '../../shared/chatState.ts';
import { submitResultSchema } from '../../shared/protocol.ts';
import type { Panel } from '../panel.ts';
import { strings } from '../strings.ts';
import type { Attachments } from './attachments.ts';
import type { FaceStore } from './composerFace.ts';
import { keptHintFor } from './composerWords.ts';
import type { DraftAdoption } from './draftAdoption.ts';
import type { DraftSync } from './draftSync.ts';
import type { Editor } from './editor.ts';
import { mentionsIn } from './folds.ts';
import { foldsBehind, isSameDraft, restOf, type Submission } from './submission.ts';

/** Milliseconds after which it is said that a message has not been taken yet. */
const LONG_SUBMIT_MS = 3_000;

/** What is in the input becomes a message, one at a time; where it does not, it stays, and the hint says why. */
export interface Sending {
  /** `steers`: where it is queued, it goes with the next results of calls. */
  submit(steers: boolean): void;
  /** To be called for every change of the chat: why a text was kept may have ceased to be so. */
  chatChanged(chat: ChatState): void;
}

export interface SendingOptions {
  readonly panel: Pick<Panel, 'request' | 'problem'>;
  readonly editor: Pick<Editor, 'text' | 'folds' | 'setText'>;
  readonly attachments: Pick<Attachments, 'pending' | 'settled' | 'any'>;
  readonly draft: Pick<DraftSync, 'changed' | 'adopted' | 'submitted' | 'answered'>;
  readonly adoption: Pick<DraftAdoption, 'put'>;
  readonly face: FaceStore;
  readonly shown: () => ChatState | null;
  /** A message has been taken; the input is empty, or holds what was typed meanwhile. */
  readonly onSent: (isEmpty: boolean) => void;
}

export function createSending(options: SendingOptions): Sending {
  const { panel, editor, attachments, draft, adoption, face, shown, onSent } = options;
  let submitting = false;
  /** Enter has been pressed again meanwhile. */
  let next: { readonly steers: boolean; readonly after: Submission } | null = null;
  let keptHint = '';

  function submit(steers: boolean): void {
    if (editor.text().trim() === '' && !attachments.any()) return;
    if (submitting) {
      // What was typed since goes when the message before it is on its way.
      next = { steers, after: inInput() };
      return;
    }
    submitting = true;
    face.update({ hint: '' });
    const slow = setTimeout(() => face.update({ hint: strings.composer.sendingTakesLong }), LONG_SUBMIT_MS);
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
        face.endHint(strings.composer.sendingTakesLong);
        const waiting = next;
        next = null;
        if (waiting && isSameDraft(waiting.after, inInput())) submit(waiting.steers);
      });
  }

  /** False where it stays in the input. */
  async function send(steers: boolean): Promise<boolean> {
    const meant = inInput();
    // An image that cannot be attached is said; what was to go with it is not sent without it.
    if (attachments.pending.get().length > 0 && !(await attachments.settled())) return false;
    const sent = inInput();
    // Another chat's text, or one that an edit has put there, was not what Enter was pressed for.
    if (!isSameDraft(meant, sent)) return false;
    // What waits to be told would arrive after the submit, as if it were a new draft.
    draft.submitted();
    const { conversationId, text } = sent;
    const mentions = mentionsIn(editor.folds());
    const extras = { ...(mentions.length > 0 && { mentions }), ...(steers && { steers }) };
    const request = { type: 'submit', conversationId, text, ...extras } as const;
    const answer = await panel.request(request).finally(() => draft.answered());
    const { outcome } = submitResultSchema.parse(answer);
    if (outcome === 'kept') keep();
    else removeSent(sent);
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
    draft.changed(editor.text(), editor.folds());
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
    } else if (rest !== null) editor.setText(rest, { folds: foldsBehind(sent, now, editor.folds()) });
    else if (isSameDraft(sent, now)) draft.changed(now.text, editor.folds());
    onSent(rest === '');
  }

  return {
    submit,
    chatChanged(chat) {
      if (keptHint !== '' && keptHintFor(chat) !== keptHint) face.endHint(keptHint);
    },
  };
}
