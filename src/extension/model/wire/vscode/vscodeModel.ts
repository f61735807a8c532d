import type { Clock } from '../../../ports/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { abortAnswer, addPart, EMPTY_ANSWER, endAnswer, failAnswer, withPart, type Answer } from '../../answer.ts';
import {
  INTERNAL_PROMPT_IDS,
  type ChatModel,
  type ModelError,
  type ModelEvent,
  type ModelRequest,
} from '../../chatModel.ts';
import { DEFAULT_STALL_TIMEOUT } from '../../connection.ts';
import { callIdsIn, toUnusedId } from '../../toolCalls.ts';
import { endsWithImage } from './vscodeMessages.ts';
import { consentError, imageError, silenceError, toVscodeModelError } from './vscodeModelError.ts';

/** A language model of VS Code, without VS Code's types. */
export interface VscodeModel {
  /** The name that users see. */
  readonly name: string;
  /** False if a request would first ask the user for consent. */
  isAllowed(): boolean;
  /** Rejects with whatever VS Code or the model's extension throws. The signal aborts when the answer ends. */
  send(request: ModelRequest, signal: AbortSignal): Promise<AsyncIterable<VscodeDelta>>;
}

export type VscodeDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: unknown };

export interface VscodeModelOptions {
  readonly clock: Clock;
  /** Milliseconds without output after which the request fails; 60,000 if not given. */
  readonly stallTimeout?: number | undefined;
}

/**
 * Creates a `ChatModel` from one of VS Code's models, which report no stop reason and no usage. The stop reason is
 * `unknown`, or `tools` after calls, so that no answer is shown as cut off.
 */
export function createVscodeChatModel(model: VscodeModel, options: VscodeModelOptions): ChatModel {
  return { stream: (request, signal) => streamVscode(model, options, request, signal) };
}

async function* streamVscode(
  model: VscodeModel,
  { clock, stallTimeout = DEFAULT_STALL_TIMEOUT }: VscodeModelOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let answer: Answer = EMPTY_ANSWER;
  const isAllowed = model.isAllowed();
  const refusal = refuse(model, request, isAllowed);
  if (signal.aborted || refusal) {
    yield refusal && !signal.aborted ? failAnswer(answer, refusal) : abortAnswer(answer);
    return;
  }
  const cancellation = new AbortController();
  const watch = createWatch(clock, stallTimeout, signal);
  const usedIds = new Set(callIdsIn(request.messages));
  try {
    // VS Code may ask the user for consent, which has no time limit.
    const deltas = await watch.wait(model.send(request, cancellation.signal), isAllowed);
    const iterator = deltas[Symbol.asyncIterator]();
    for (;;) {
      const next = await watch.wait(iterator.next(), true);
      if (next.done) break;
      const delta = next.value;
      if (delta.type === 'text') {
        answer = withText(answer, delta.text);
        if (delta.text) yield { type: 'text-delta', text: delta.text };
      } else {
        const id = toUnusedId(delta.id, usedIds);
        usedIds.add(id);
        const json = JSON.stringify(delta.input) ?? '';
        answer = addPart(answer, id, { type: 'open-call', id, name: delta.name, json });
        yield { type: 'tool-call-start', id, name: delta.name };
        yield { type: 'tool-call-delta', id, text: json };
      }
    }
    yield* endAnswer({ ...answer, stopReason: 'unknown' });
  } catch (error) {
    if (signal.aborted) yield abortAnswer(answer);
    else if (watch.stalled) yield failAnswer(answer, silenceError(model.name, stallTimeout));
    else yield failAnswer(answer, toVscodeModelError(error, model.name));
  } finally {
    // If the reader ends the stream early, the abort also stops the model's extension.
    cancellation.abort();
    watch.dispose();
  }
}

function refuse(model: VscodeModel, request: ModelRequest, isAllowed: boolean): ModelError | undefined {
  const isInternal = (INTERNAL_PROMPT_IDS as readonly string[]).includes(request.promptId);
  if (isInternal && !isAllowed) return consentError(model.name);
  return endsWithImage(request) ? imageError(model.name) : undefined;
}

function withText(answer: Answer, text: string): Answer {
  const last = answer.parts.at(-1);
  if (last?.part.type !== 'text') return addPart(answer, String(answer.parts.length), { type: 'text', text });
  return withPart(answer, last.key, { type: 'text', text: last.part.text + text });
}

interface Watch extends Disposable {
  /**
   * Settles as `waiting` does, but rejects on abort and, if `timed`, at the timeout, because an extension may ignore
   * its cancellation token.
   */
  wait<T>(waiting: PromiseLike<T>, timed: boolean): Promise<T>;
  readonly stalled: boolean;
}

function createWatch(clock: Clock, stallTimeout: number, signal: AbortSignal): Watch {
  let stalled = false;
  let interrupt: (reason: Error) => void = () => {};
  const onAbort = (): void => interrupt(new Error('Aborted'));
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    wait: (waiting, timed) =>
      new Promise((resolve, reject) => {
        const timer = timed
          ? clock.setTimeout(() => {
              stalled = true;
              interrupt(new Error('Stalled'));
            }, stallTimeout)
          : undefined;
        interrupt = (reason) => {
          timer?.dispose();
          reject(reason);
        };
        Promise.resolve(waiting)
          .finally(() => timer?.dispose())
          .then(resolve, reject);
        if (signal.aborted) onAbort();
      }),
    get stalled() {
      return stalled;
    },
    dispose: () => signal.removeEventListener('abort', onAbort),
  };
}
