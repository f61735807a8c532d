import type { ApprovalMode } from '../../../../src/shared/chatState.ts';
import { textOf, type Message } from '../../../../src/extension/model/message.ts';
import type { ModelRequest } from '../../../../src/extension/model/chatModel.ts';
import type { ScriptedAnswer, ScriptedStep } from '../../../support/scriptedModel.ts';
import { start, until } from '../harness.ts';

/** The answers of each conversation, by its first message: the prompt of the chat, or the task of an agent. */
export type Script = Readonly<Record<string, readonly ScriptedStep[]>>;

/** Maximum number of requests of a test. */
const MAX_REQUESTS = 300;

/** A call that starts an agent. */
export function agent(id: string, name: string, task: string) {
  return { id, name: 'agent', input: { agent: name, task } };
}

/** An answer that waits for `release`. */
export function held(answer: ScriptedAnswer) {
  let release = (): void => {};
  const hold = new Promise<void>((resolve) => (release = resolve));
  return { step: { ...answer, hold } satisfies ScriptedAnswer, release: () => release() };
}

/** The panel over a model that answers each conversation from its own script. */
export async function startAgents(
  script: Script,
  mode: ApprovalMode = 'default',
  files: Readonly<Record<string, string>> = { 'a.ts': 'alpha\n' },
) {
  const left = new Map(Object.entries(script).map(([key, steps]) => [key, [...steps]]));
  const step: ScriptedStep = (request, signal) => {
    const next = left.get(keyOf(request))?.shift();
    if (next === undefined) throw new Error(`There is no answer for “${keyOf(request)}”.`);
    return typeof next === 'function' ? next(request, signal) : next;
  };
  const panel = await start(Array<ScriptedStep>(MAX_REQUESTS).fill(step), mode, files);
  panel.changeSettings({ enableFollowupSuggestions: false });
  const answer = () => {
    const item = panel.store.state.items.findLast(({ kind }) => kind === 'answer');
    return item?.kind === 'answer' ? item : undefined;
  };
  const rows = () => (answer()?.blocks ?? []).flatMap((block) => (block.kind === 'tool' ? [block] : []));
  const row = (id: string) => rows().find(({ callId }) => callId === id);
  /** The calls of agents that wait for a decision. */
  const cards = () => rows().flatMap(({ agent: work }) => work?.calls.filter(({ approval }) => approval) ?? []);
  /** The requests of one conversation. */
  const asked = (key: string): ModelRequest[] => panel.scripted.requests.filter((request) => keyOf(request) === key);
  /** The result of a call, as the model of a conversation got it. */
  const resultOf = (key: string, callId: string): string => {
    const parts = asked(key).flatMap(({ messages }) => messages.flatMap((message) => message.parts));
    const result = parts.find((part) => part.type === 'tool-result' && part.callId === callId);
    if (result?.type !== 'tool-result') return '';
    return textOf({ role: 'user', parts: result.content });
  };
  const decide = (callId: string, decision: 'allow-once' | 'allow-for-chat') =>
    panel.controller.handle({ type: 'decide', callId, decision });
  const idle = () => until(() => panel.store.state.status === 'idle');
  return { ...panel, answer, rows, row, cards, asked, resultOf, decide, idle };
}

/** The first message of the user, without the context that Premove adds. */
function keyOf({ messages }: ModelRequest): string {
  return lastText(messages[0]);
}

function lastText(message: Message | undefined): string {
  const part = message?.parts.findLast((each) => each.type === 'text');
  return part?.type === 'text' ? part.text : '';
}
