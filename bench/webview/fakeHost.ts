import { reduce } from '../../src/shared/chatReducer.ts';
import type { ChatState } from '../../src/shared/chatState.ts';
import type { ChatEvent, HostMessage, Request, SubmitResult, WebviewMessage } from '../../src/shared/protocol.ts';

/**
 * Replaces VS Code and the extension in a bare page: holds a state of `states.ts` (`?state=`), answers requests except
 * those in `held`, and lets a driver push events with `fakeHost.dispatch`.
 */
export interface FakeHost {
  readonly requests: Request[];
  readonly violations: string[];
  dispatch(...events: ChatEvent[]): void;
  send(message: HostMessage): void;
  /** The result of each type of request; null for a type that is missing. */
  readonly results: Partial<Record<Request['type'], unknown>>;
  /** The error messages of requests that fail, by type. */
  readonly failures: Partial<Record<Request['type'], string>>;
  /** The types of requests that do not get a response before `release`. */
  readonly held: Request['type'][];
  release(): void;
}

declare global {
  interface Window {
    fakeHost: FakeHost;
    /** Created by the server, because a state needs the tools' records, which load only in Node. */
    benchState: ChatState | undefined;
  }
}

let state: ChatState = window.benchState ?? raise('There is no such state.');
let seq = 0;
let unanswered: WebviewMessage[] = [];
let stored: unknown = JSON.parse(sessionStorage.getItem('webview-state') ?? 'null') ?? undefined;

const host: FakeHost = {
  requests: [],
  violations: [],
  results: { submit: { outcome: 'sent' }, 'find-files': [0] },
  failures: {},
  held: [],
  release() {
    host.held.length = 0;
    for (const message of unanswered) respond(message);
    unanswered = [];
  },
  send: (message) => window.postMessage(message, location.origin),
  dispatch(...events) {
    state = events.reduce(reduce, state);
    host.send({ kind: 'delta', seq: ++seq, events });
  },
};
window.fakeHost = host;
document.addEventListener('securitypolicyviolation', (event) =>
  host.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
);

window.acquireVsCodeApi = () => ({
  getState: () => stored,
  setState(next) {
    stored = next;
    sessionStorage.setItem('webview-state', JSON.stringify(next));
  },
  postMessage(message) {
    if (message.kind !== 'request') return;
    host.requests.push(message.request);
    if (host.held.includes(message.request.type)) unanswered.push(message);
    else respond(message);
  },
});

function respond({ id, request }: WebviewMessage): void {
  const failure = host.failures[request.type];
  if (failure !== undefined) {
    host.send({ kind: 'response', id, ok: false, message: failure });
    return;
  }
  if (request.type === 'draft') state = { ...state, draft: request.text };
  if (request.type === 'ready') host.send({ kind: 'snapshot', seq: ++seq, state });
  if (request.type === 'submit' && !isKept()) answerSubmit(request.text);
  host.send({ kind: 'response', id, ok: true, result: host.results[request.type] ?? null });
}

function isKept(): boolean {
  return (host.results.submit as Partial<SubmitResult>).outcome === 'kept';
}

function answerSubmit(text: string): void {
  host.dispatch({ type: 'item-added', item: { kind: 'user', id: `u-${seq}`, text, images: [], branch: null } });
}

function raise(message: string): never {
  throw new Error(message);
}
