import type { ModelError, ModelErrorKind } from '../../chatModel.ts';
import { toModelError } from '../wireError.ts';
import { errorTexts, vscodeModelTexts } from '../../../base/texts/errorTexts.ts';

/**
 * Converts an error of VS Code's language models to a `ModelError` whose message includes the next step. `model` is the
 * name that users see. Errors of the model's extension have no known code, and are classified by their name
 * or text.
 */
export function toVscodeModelError(error: unknown, model: string): ModelError {
  const text = messageOf(error);
  const status = STATUS.exec(text)?.[1];
  const thrown = { error: { message: text, code: codeFor(error, text) }, ...(status && { status: Number(status) }) };
  const read = toModelError(thrown, { host: model, secrets: [], now: 0 });
  const kind = read.kind === 'server' && NETWORK.test(text) ? 'network' : read.kind;
  const refused = kind === 'network' ? REFUSED.exec(text) : null;
  const detail = text ? ` ${errorTexts.providerReported(model, read.message)}` : '';
  return {
    ...read,
    kind,
    message: `${adviceFor(kind, model)}${KINDS_WITHOUT_DETAIL.has(kind) ? '' : detail}`,
    // A refused connection usually means that a local server is not running. `withRetry` does not treat it as an
    // outage, because waiting does not start a server.
    ...(refused && { refusedBy: refused[1] ?? model }),
    // A server error without a status is not retried. It may be permanent, and the extensions of these models retry by
    // themselves.
    retryable: kind === 'network' || (read.retryable && (kind !== 'server' || status !== undefined)),
  };
}

/**
 * The error of a background request that would make VS Code ask for consent. Only the user's own message may make VS
 * Code ask.
 */
export function consentError(model: string): ModelError {
  const message = vscodeModelTexts.backgroundConsent(model);
  return { kind: 'forbidden', message, retryable: false };
}

export function imageError(model: string): ModelError {
  const message = vscodeModelTexts.noImages(model);
  return { kind: 'bad-request', message, retryable: false };
}

export function silenceError(model: string, ms: number): ModelError {
  const message = vscodeModelTexts.silent(model, Math.round(ms / 1000));
  return { kind: 'timeout', message, retryable: true };
}

function adviceFor(kind: ModelErrorKind, model: string): string {
  switch (kind) {
    case 'forbidden':
      return vscodeModelTexts.forbidden(model);
    case 'not-found':
      return vscodeModelTexts.notFound(model);
    case 'unauthorized':
      return vscodeModelTexts.unauthorized(model);
    case 'quota-exhausted':
      return vscodeModelTexts.quotaExhausted(model);
    case 'rate-limited':
      return vscodeModelTexts.rateLimited(model);
    case 'context-too-long':
      return errorTexts.contextTooLong(model);
    case 'content-filtered':
      return vscodeModelTexts.contentFiltered(model);
    case 'network':
      return vscodeModelTexts.network(model);
    default:
      return vscodeModelTexts.failed(model);
  }
}

const KINDS_WITHOUT_DETAIL: ReadonlySet<ModelErrorKind> = new Set([
  'forbidden',
  'not-found',
  'context-too-long',
  'content-filtered',
  'network',
]);

/** The HTTP status as Copilot and several other extensions write it. */
const STATUS = /\b(?:request failed|status(?: code)?|HTTP)\W{1,3}([45]\d\d)\b/i;
const NETWORK = /net::ERR_|fetch failed|ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|socket hang up|network/i;
/** Captures the host and port if the text has them. */
const REFUSED = /(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)(?: (\S+:\d+))?/;

/** The code that providers send for the same kind of error; undefined if the kind is not recognized. */
function codeFor(error: unknown, text: string): string | undefined {
  const { code, name } = asRecord(error);
  switch (code) {
    case 'NoPermissions':
      return 'permission_error';
    case 'NotFound':
      return 'model_not_found';
    case 'Blocked':
      return RATE_LIMIT.test(text) ? 'rate_limit_exceeded' : 'insufficient_quota';
  }
  if (name === 'ChatQuotaExceeded') return 'insufficient_quota';
  if (name === 'ChatRateLimited' || RATE_LIMIT.test(text)) return 'rate_limit_exceeded';
  return /responsible ai|content filter/i.test(text) ? 'content_filter' : undefined;
}

const RATE_LIMIT = /rate[ -]?limit|too many requests/i;

/** For an unspecified failure, VS Code keeps the original error as the cause. */
function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message, cause } = asRecord(error);
  if (typeof message === 'string' && message) return message;
  return cause === undefined ? '' : messageOf(cause);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
