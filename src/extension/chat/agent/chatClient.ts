import type { SelectedModel } from '../../model/chatModel.ts';
import { toolCallsOf, type Part } from '../../model/message.ts';
import type { ClientEvent } from './clientEvent.ts';
import { messageOf, type Conversation, type PromptNode } from '../conversation/conversation.ts';
import type { PromptContent, PromptPlace } from '../conversation/promptContent.ts';
import { PromptRecorder, type PromptRecorderOptions } from './promptRecorder.ts';
import { RequestBuilder, type RequestBuilderOptions } from './requestBuilder.ts';
import type { ToolRunner } from './toolRunner.ts';
import { runTurn, type Turn, type TurnOptions } from './turn.ts';
import { TurnLimit } from './turnLimit.ts';

/** A prompt to record and answer, or the conversation as it stands: after tool results, and for a retry. */
export type ClientRequest =
  ({ readonly kind: 'prompt'; readonly parts: readonly Part[] } & PromptPlace) | { readonly kind: 'continuation' };

export interface QueryOptions {
  readonly client: ChatClient;
  readonly runner: ToolRunner;
  readonly conversation: Conversation;
  /** Answers a prompt that begins now. */
  readonly model: SelectedModel;
  /** Whether a call waits for the user now. */
  readonly onDidWait: (waits: boolean) => void;
  readonly steer: Steer;
}

/**
 * Asks, runs the calls that come, and asks again with their results, until there are none (seed 002, `submitQuery`): one
 * prompt id from submit to the last result, and only the first request records a prompt. What the user wants said
 * meanwhile is recorded behind the results and begins no prompt of its own.
 */
export async function* submitQuery(
  request: ClientRequest,
  options: QueryOptions,
  promptId: string,
  signal: AbortSignal,
): AsyncGenerator<ClientEvent, void> {
  const { client, runner, conversation, model, onDidWait } = options;
  for (let next = request; ; next = { kind: 'continuation' }) {
    if (next.kind === 'continuation' && client.mayAsk(promptId)) yield* recordSteering(options, signal);
    const { answer, pendingCalls } = yield* client.sendMessageStream(next, model, signal, promptId);
    if (!answer || pendingCalls.length === 0) return;
    const { answerId } = answer;
    yield* runner.run(pendingCalls, { conversation, answerId, model: client.model, onDidWait }, signal);
    if (signal.aborted) return;
  }
}

/** A prompt that goes with the results of calls. */
export type SteeringPrompt = PromptContent & { readonly id: string };

/** Hands on what the user wants said now, in order; each is in the conversation when `record` returns. Never rejects. */
export type Steer = (record: (prompt: SteeringPrompt) => void, signal: AbortSignal) => Promise<void>;

export interface ChatClientOptions {
  readonly conversation: Conversation;
  readonly prompts: PromptRecorder;
  readonly requests: RequestBuilder;
  readonly turnLimit: TurnLimit;
  readonly turnPorts: Pick<TurnOptions, 'loadPricing' | 'clock'>;
}

/** Creates a `ChatClient` and its parts. */
export function createChatClient(
  options: PromptRecorderOptions &
    RequestBuilderOptions &
    ChatClientOptions['turnPorts'] & {
      /** How often the model may be asked before the user acts again; null for unlimited. */
      readonly maxSessionTurns: () => number | null;
    },
): ChatClient {
  return new ChatClient({
    conversation: options.conversation,
    prompts: new PromptRecorder(options),
    requests: new RequestBuilder(options),
    turnLimit: new TurnLimit(options.maxSessionTurns),
    turnPorts: options,
  });
}

/** How often an answer that the provider has paused is continued (seed 002). */
const MAX_CONTINUATIONS = 99;

/**
 * Drives one conversation (seed 002, `sendMessageStream`). One turn a call: `submitQuery` runs the calls that it returns
 * with. Each of the steps before the turn may end it, and each of those after it may go on.
 */
export class ChatClient {
  private readonly options: ChatClientOptions;
  private promptId: string | undefined;
  private sequenceModel: SelectedModel | undefined;

  constructor(options: ChatClientOptions) {
    this.options = options;
  }

  /**
   * Streams the answer to one request, and returns its turn. `promptId` stays the same from submit to the last tool
   * result; an answer that the provider pauses is continued at most `continuations` times. Never throws for what a model
   * or a user does; the turn's `end` says how it went. Leaving the stream aborts the request.
   */
  async *sendMessageStream(
    request: ClientRequest,
    model: SelectedModel,
    signal: AbortSignal,
    promptId: string,
    continuations = MAX_CONTINUATIONS,
  ): AsyncGenerator<ClientEvent, Turn> {
    const { conversation, prompts, requests, turnLimit, turnPorts } = this.options;
    const isNew = this.beginPrompt(promptId);
    if (turnLimit.isReached) {
      if (conversation.leaf !== null) conversation.markTurnLimit(conversation.leaf, turnLimit.count);
      yield { type: 'turn-limit' };
      return { answer: null, pendingCalls: [] };
    }
    turnLimit.add();
    if (request.kind === 'prompt') {
      prompts.record(request);
      yield { type: 'prompt-recorded' };
    }
    if (isNew) await requests.refresh(signal);
    // Sticky: all turns of a prompt go to the model that began it, whatever is selected meanwhile.
    this.sequenceModel ??= model;
    const asked = this.sequenceModel;
    const { loadPricing, clock } = turnPorts;
    const options = { conversation, model: asked, request: requests.build(asked, promptId), loadPricing, clock };
    const turn = yield* runTurn(options, signal);
    requests.keep(turn);
    if (!isPaused(turn) || continuations <= 0) return turn;
    return yield* this.sendMessageStream({ kind: 'continuation' }, model, signal, promptId, continuations - 1);
  }

  /** The one that answers the current prompt, once it has been chosen. */
  get model(): SelectedModel | undefined {
    return this.sequenceModel;
  }

  /** False where the limit of turns is in the way of asking once more for the same prompt. */
  mayAsk(promptId: string): boolean {
    return promptId !== this.promptId || !this.options.turnLimit.isReached;
  }

  /** The user wants the prompt to go on: its turns count from none again. */
  allowMoreTurns(): void {
    this.options.turnLimit.reset();
  }

  /** False where it goes on. */
  private beginPrompt(promptId: string): boolean {
    if (promptId === this.promptId) return false;
    this.promptId = promptId;
    this.sequenceModel = undefined;
    this.options.turnLimit.reset();
    return true;
  }
}

/** The provider wants the same request again, with what there is of the answer at its end. */
function isPaused({ answer }: Turn): boolean {
  return answer !== null && !('error' in answer.end) && answer.end.stopReason === 'paused';
}

/** Only where there are results to go behind: nothing comes between a call and its result. */
async function* recordSteering(
  { conversation, steer }: QueryOptions,
  signal: AbortSignal,
): AsyncGenerator<ClientEvent, void> {
  if (!endsWithResults(conversation)) return;
  const recorded: PromptNode[] = [];
  await steer(({ parts, ...place }) => {
    recorded.push(conversation.addPrompt(parts, { ...place, steers: true }));
  }, signal);
  for (const prompt of recorded) yield { type: 'steering', prompt };
}

function endsWithResults(conversation: Conversation): boolean {
  const last = conversation.path().at(-1);
  if (last?.kind !== 'answer') return false;
  const { length } = toolCallsOf(messageOf(last));
  return length > 0 && last.results.length === length;
}
