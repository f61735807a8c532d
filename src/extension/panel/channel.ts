import { webviewMessageSchema, type HostMessage, type Request } from '../../shared/protocol.ts';
import type { Log } from '../ports/log.ts';
import { refusalTexts } from '../base/texts/refusalTexts.ts';

/**
 * Answers one message of a webview. Every request gets a response, even if it fails. Any other message is logged, and
 * gets a response only if its id is a number.
 */
export async function answerMessage(
  message: unknown,
  handle: (request: Request) => Promise<unknown>,
  post: (message: HostMessage) => void,
  log: Log,
): Promise<void> {
  const parsed = webviewMessageSchema.safeParse(message);
  if (!parsed.success) {
    log.warn(`The panel sent something that is not a request: ${parsed.error.message}`);
    rejectUnreadable(message, post);
    return;
  }
  const { id, request } = parsed.data;
  try {
    const result = await handle(request);
    post({ kind: 'response', id, ok: true, result: result ?? null });
  } catch (error) {
    if (error instanceof RefusedRequest) {
      log.info(`The request ${request.type} was refused: ${error.message}`);
      post({ kind: 'response', id, ok: false, message: error.message });
      return;
    }
    log.error(`The request ${request.type} failed`, error);
    post({ kind: 'response', id, ok: false, message: refusalTexts.failed() });
  }
}

function rejectUnreadable(message: unknown, post: (message: HostMessage) => void): void {
  const id = (message as { id?: unknown } | null)?.id;
  if (typeof id === 'number') {
    post({ kind: 'response', id, ok: false, message: refusalTexts.notUnderstood() });
  }
}

/** Thrown to refuse a request. The message is shown to the user. */
export class RefusedRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedRequest';
  }
}
