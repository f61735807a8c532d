import type { ChatState } from '../../shared/chatState.ts';
import { submitResultSchema, type PanelEffect, type SubmitEffect } from '../../shared/protocol.ts';
import type { Panel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import type { Attachments } from './attachments.ts';
import type { UiStore } from './composerUi.ts';
import { keptHintFor, slowHintFor } from './composerWords.ts';
import type { DraftAdoption } from './draftAdoption.ts';
import type { DraftSync } from './draftSync.ts';
import type { Editor } from './editor/editor.ts';
import { mentionsIn, pastesIn } from './editor/chips.ts';
import {
  chipsAfter,
  isSameDraft,
  restOf,
  withoutSent,
  type SubmissionWithChips,
  type Submission,
} from './submission.ts';

/** Milliseconds after which a hint says that the message is still being sent. */
const LONG_SUBMIT_MS = 3_000;

/**
 * Sends the input's content as messages, one at a time. A message that is not sent stays in the input, and the hint or
 * the notice bar says why. Text typed during the send is often half a sentence, so it is not part of the message.
 */
export interface Sending {
  /** See `SubmissionWithChips`. */
  submit(steers: boolean, expects: SubmitEffect | null): void;
  /**
   * True if the input holds only a message that is being sent. `then` runs after the send, unless the input still has
   * text.
   */
  onceSent(then: () => void): boolean;
  /** Must be called for every change of the chat, because a hint's reason may no longer apply. */
  chatChanged(chat: ChatState): void;
  /** Calls `listener` after the host has accepted a message and its text has left the input. */
  onDidSend(listener: () => void): void;
}

export interface SendingOptions {
  readonly panel: Pick<Panel, 'request' | 'problem'>;
  readonly editor: Pick<Editor, 'text' | 'chips' | 'setText' | 'removeStart'>;
  readonly attachments: Pick<Attachments, 'pending' | 'settled' | 'hasAny'>;
  readonly draft: Pick<DraftSync, 'changed' | 'adopted' | 'submitted' | 'answered'>;
  readonly adoption: Pick<DraftAdoption, 'put'>;
  readonly ui: UiStore;
  readonly shown: () => ChatState | null;
  readonly onEffect: (effect: PanelEffect) => void;
}

export function createSending(options: SendingOptions): Sending {
  const { panel, editor, attachments, draft, adoption, ui, shown, onEffect } = options;
  const listeners: (() => void)[] = [];
  let current: SubmissionWithChips | null = null;
  let afterSend: readonly (() => void)[] = [];
  /** Messages for which Enter was pressed during the send. */
  let waiting: readonly SubmissionWithChips[] = [];
  let keptHint = '';
  /** The host's reason for not sending the text that is in the input. */
  let keptMessage = '';
  let slowHint = '';
  /** What the user should know about the last message, until an answer ends. */
  let sentHint = '';
  let wasAnswering = false;

  function submit(steers: boolean, expects: SubmitEffect | null): void {
    const submission = { ...inInput(), chips: editor.chips(), steers, expects };
    if (current) waiting = [...waiting, submission];
    else if (submission.text.trim() !== '' || attachments.hasAny()) start(submission);
  }

  function start(submission: SubmissionWithChips): void {
    current = submission;
    ui.update({ hint: '' });
    const slow = setTimeout(() => {
      slowHint = slowHintFor(shown(), submission.text);
      ui.update({ hint: slowHint });
    }, LONG_SUBMIT_MS);
    send(submission)
      .then((isGone) => {
        waiting = isGone ? waiting.map((each) => withoutSent(submission, each)) : [];
      })
      .catch((error: unknown) => {
        waiting = [];
        panel.problem.set(strings.composer.notSent(error instanceof Error ? error.message : String(error)));
        draft.changed(editor.text(), editor.chips());
      })
      .finally(() => {
        current = null;
        clearTimeout(slow);
        ui.endHint(slowHint);
        slowHint = '';
        runAfterSend();
        startNext();
      });
  }

  function runAfterSend(): void {
    const due = editor.text() === '' ? afterSend : [];
    afterSend = [];
    for (const then of due) then();
  }

  /**
   * Starts the next waiting message. If the input no longer begins with that message's text, drops all waiting
   * messages. Skips messages without text, which come from a repeated Enter.
   */
  function startNext(): void {
    const [next, ...others] = waiting.filter(({ text }) => text.trim() !== '');
    const isStillInInput = next !== undefined && restOf(next, inInput()) !== null;
    waiting = isStillInInput ? others : [];
    if (isStillInInput) start(next);
  }

  /** Resolves to false if the message stays in the input. */
  async function send(submission: SubmissionWithChips): Promise<boolean> {
    // If an image cannot be attached, the message is not sent.
    if (attachments.pending.get().length > 0 && !(await attachments.settled())) return false;
    // The text is no longer in the input: another chat is shown, an edit was started, or the text was changed.
    if (restOf(submission, inInput()) === null) return false;
    // Drops a pending draft, because it would arrive after the submit and count as a new draft.
    draft.submitted();
    const { conversationId, text, steers, expects } = submission;
    const mentions = mentionsIn(submission.chips);
    const pastes = pastesIn(submission.chips);
    const chips = { ...(mentions.length > 0 && { mentions }), ...(pastes.length > 0 && { folds: pastes }) };
    const extras = { ...chips, ...(steers && { steers }), ...(expects && { expects }) };
    const request = { type: 'submit', conversationId, text, ...extras } as const;
    const answering = panel.request(request).finally(() => draft.answered());
    // The input keeps text that the user typed while an image was prepared. The draft with that text is sent after the
    // message.
    if (editor.text() !== text) draft.changed(editor.text(), editor.chips());
    const answer = await answering;
    const { outcome, message, effect } = submitResultSchema.parse(answer);
    if (outcome === 'kept') keep(text, message);
    else removeSent(submission);
    if (outcome !== 'kept' && message !== undefined) ui.update({ hint: message });
    sentHint = outcome === 'sent' || outcome === 'queued' ? (message ?? '') : '';
    if (effect) onEffect(effect);
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

  /**
   * Whether the shown chat is new and took over the given chat's text. `/new` shows the new chat before the host has
   * accepted the command, so the input can still have the command.
   */
  function isCarriedFrom(conversationId: string): boolean {
    const chat = shown();
    return chat?.draftOrigin === conversationId && chat.conversationId !== conversationId && chat.editing === null;
  }

  /** `message`: the host's reason; undefined if the chat's state shows the reason. */
  function keep(text: string, message: string | undefined): void {
    draft.changed(editor.text(), editor.chips());
    const chat = shown();
    keptHint = chat && message === undefined ? keptHintFor(chat) : '';
    keptMessage = editor.text() === '' ? '' : (message ?? '');
    const isGone = text !== '' && editor.text() === '';
    const hint = isGone ? '' : (message ?? keptHint);
    if (hint !== '') ui.update({ hint });
  }

  /** Removes the sent text from the input. The host has already cleared the draft. */
  function removeSent(sent: Submission): void {
    panel.problem.set(null);
    const isCarried = isCarriedFrom(sent.conversationId);
    const { conversationId, draftRevision } = sent;
    const now = { ...inInput(), ...(isCarried && { conversationId, draftRevision }) };
    const rest = restOf(sent, now);
    if (rest === '' && !isCarried) {
      adoption.put('');
      draft.adopted('', []);
    } else if (rest !== null) {
      editor.removeStart(now.text.length - rest.length, chipsAfter(sent, now, editor.chips()));
      draft.changed(editor.text(), editor.chips());
    } else if (isSameDraft(sent, now)) draft.changed(now.text, editor.chips());
    for (const listener of listeners) listener();
  }

  return {
    submit,
    onceSent(then) {
      if (!current || restOf(current, inInput()) !== '') return false;
      afterSend = [...afterSend, then];
      return true;
    },
    onDidSend: (listener) => void listeners.push(listener),
    chatChanged(chat) {
      if (slowHint !== '' && slowHintFor(chat, editor.text()) !== slowHint) ui.endHint(slowHint);
      if (keptHint !== '' && keptHintFor(chat) !== keptHint) ui.endHint(keptHint);
      if (keptMessage !== '' && editor.text() === '') {
        ui.endHint(keptMessage);
        keptMessage = '';
      }
      const isAnswering = chat.status !== 'idle';
      if (sentHint !== '' && wasAnswering && !isAnswering) {
        ui.endHint(sentHint);
        sentHint = '';
      }
      wasAnswering = isAnswering;
    },
  };
}
