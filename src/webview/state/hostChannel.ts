import { hostMessageSchema, type HostMessage, type Request, type WebviewMessage } from '../../shared/protocol.ts';

/** Matches the host's responses with the webview's requests. */
export interface HostChannel {
  /**
   * Resolves with the response's `result`, or rejects with an `Error` whose message can be shown. There is no timeout,
   * because a dialog or applying edits can take any time.
   */
  request(request: Request): Promise<unknown>;
  /** Calls `onFailure` if the request fails. */
  send(request: Request): void;
  /**
   * Handles any data that the window received. Returns the host's message; undefined for a response or invalid data.
   */
  receive(data: unknown): UnaskedMessage | undefined;
}

export type UnaskedMessage = Exclude<HostMessage, { kind: 'response' }>;

export interface HostChannelHandlers {
  /** `detail` is for the log, without values of the message. */
  onInvalid(detail: string): void;
  onFailure(message: string, request: Request): void;
}

export function createHostChannel(post: (message: WebviewMessage) => void, handlers: HostChannelHandlers): HostChannel {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;

  function request(body: Request): Promise<unknown> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      try {
        post({ kind: 'request', id, request: body });
      } catch (error) {
        waiting.delete(id);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  function send(body: Request): void {
    request(body).catch((error: unknown) => {
      handlers.onFailure(error instanceof Error ? error.message : String(error), body);
    });
  }

  function receive(data: unknown): UnaskedMessage | undefined {
    const parsed = hostMessageSchema.safeParse(data);
    if (!parsed.success) {
      handlers.onInvalid(`A message from the host does not fit the protocol (${describeIssues(parsed.error.issues)}).`);
      return undefined;
    }
    const message = parsed.data;
    if (message.kind !== 'response') return message;
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.ok) pending?.resolve(message.result);
    else pending?.reject(new Error(message.message));
    return undefined;
  }

  return { request, send, receive };
}

function describeIssues(issues: readonly { readonly code?: string; readonly path: readonly PropertyKey[] }[]): string {
  const first = issues.slice(0, 5).map((issue) => `${issue.path.map(String).join('.') || 'message'}: ${issue.code}`);
  return first.join(', ');
}
