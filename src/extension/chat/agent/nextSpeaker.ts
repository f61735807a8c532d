import * as z from 'zod';
import type { ApprovalMode } from '../../../shared/chatState.ts';
import type { CacheSafeParamsStore } from '../../background/cacheSafeParams.ts';
import { runForkedQuery, toForkedRequest } from '../../background/forkedQuery.ts';
import { parseJsonAnswer } from '../../background/jsonAnswer.ts';
import type { BackgroundRequest } from '../../background/spending.ts';
import type { SelectedModel } from '../../model/chatModel.ts';
import { textOf } from '../../model/message.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Turn } from './turn.ts';

export interface NextSpeakerPorts {
  /** The setting `premove.nextSpeakerCheck`. */
  readonly isEnabled: () => boolean;
  /** Called for each check, to count its cost. */
  readonly onDidRequest: (request: BackgroundRequest) => void;
}

export interface NextSpeakerOptions {
  readonly conversation: Conversation;
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly approvalMode: () => ApprovalMode;
  readonly nextSpeaker: NextSpeakerPorts;
}

const speakerSchema = z.object({ next_speaker: z.enum(['user', 'model']) });

/** A shortened form of Gemini CLI's question (seed 002, `checkNextSpeaker`). */
const QUESTION = [
  'Who must speak next? Judge only your last message:',
  '- "model", if it announces an immediate next step that you have not taken yet ("Next, I will edit the parser."), or if it ends in the middle of a thought.',
  '- "user" in all other cases: if it asks the user something, offers a choice, or is complete.',
  'Do not call a tool. Answer with one JSON object and nothing else: {"next_speaker": "user"} or {"next_speaker": "model"}',
].join('\n');

/**
 * Finds out whether the model has more to say after a message without calls (seed 002). The check is off by default,
 * because it costs a request, and a hidden "continue" can contradict the user.
 */
export class NextSpeaker {
  private readonly options: NextSpeakerOptions;

  constructor(options: NextSpeakerOptions) {
    this.options = options;
  }

  /**
   * Sends a paid request only if the check is on and the next speaker is not known. Returns whether the model must be
   * asked to continue: false also if the check fails or is aborted.
   */
  async askIfModelContinues(turn: Turn, model: SelectedModel, signal: AbortSignal): Promise<boolean> {
    const { cacheSafeParams, nextSpeaker } = this.options;
    const params = cacheSafeParams.current;
    if (!turn.answer || !nextSpeaker.isEnabled() || !this.isOpen(turn)) return false;
    // A continuation without tools saves no `CacheSafeParams`, so the current ones belong to an earlier answer.
    if (params?.leaf !== turn.answer.answerId) return false;
    const query = { params, prompt: QUESTION, promptId: 'next_speaker', model } as const;
    const outcome = await runForkedQuery(query, signal);
    const { usage } = outcome;
    const { promptId } = query;
    nextSpeaker.onDidRequest({ promptId, model, usage, request: toForkedRequest(query), leaf: params.leaf });
    if (outcome.kind !== 'answer' || signal.aborted) return false;
    const parsed = parseJsonAnswer(outcome.text, speakerSchema);
    return parsed.kind === 'value' && parsed.value.next_speaker === 'model';
  }

  /**
   * False if the next speaker is known. `done` does not show who is next, because models that announce a step and stop
   * also report `done`. In plan mode, and after a call that was denied, refused or cancelled, the user is next.
   */
  private isOpen({ answer, pendingCalls }: Turn): boolean {
    if (!answer || pendingCalls.length > 0 || 'error' in answer.end) return false;
    const { stopReason, message } = answer.end;
    const isKnown = stopReason !== 'done' && stopReason !== 'unknown';
    if (isKnown || textOf(message).trim() === '' || this.options.approvalMode() === 'plan') return false;
    return !this.followsDenial(answer.answerId);
  }

  private followsDenial(answerId: string): boolean {
    const { conversation } = this.options;
    const parent = conversation.node(answerId)?.parent;
    const before = typeof parent === 'string' ? conversation.node(parent) : undefined;
    return before?.kind === 'answer' && before.results.some(({ view }) => view.notRun !== undefined);
  }
}
