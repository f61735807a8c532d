import { toolCallsOf } from '../../model/message.ts';
import type { ChatClient, ClientRequest } from './chatClient.ts';
import type { ClientEvent } from './clientEvent.ts';
import { messageOf, type Conversation, type PromptNode } from '../conversation/conversation.ts';
import type { Steer } from './steer.ts';
import type { ToolRunner } from './toolRunner.ts';

export interface QueryOptions {
  readonly client: ChatClient;
  readonly runner: ToolRunner;
  readonly conversation: Conversation;
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
  const { client, runner, conversation, onDidWait } = options;
  for (let next = request; ; next = { kind: 'continuation' }) {
    if (next.kind === 'continuation' && client.mayAsk(promptId)) yield* recordSteering(options, signal);
    const { answer, pendingCalls } = yield* client.sendMessageStream(next, signal, promptId);
    if (!answer || pendingCalls.length === 0) return;
    const { answerId } = answer;
    yield* runner.run(pendingCalls, { conversation, answerId, model: client.model, onDidWait }, signal);
    if (signal.aborted) return;
  }
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
