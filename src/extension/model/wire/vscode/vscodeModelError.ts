import type { ModelError, ModelErrorKind } from '../../chatModel.ts';
import { toModelError } from '../wireError.ts';

/**
 * Makes what VS Code's language models throw into a `ModelError`. Three failures have codes of VS Code's own
 * (`LanguageModelError`), two have names that Copilot gives, and all others are whatever the extension behind the model
 * threw: those are read by their words. Every message says what to do, because nobody else knows the provider.
 *
 * `model` is the model's name for people.
 */
export function toVscodeModelError(error: unknown, model: string): ModelError {
  const text = messageOf(error);
  const status = STATUS.exec(text)?.[1];
  const thrown = { error: { message: text, code: wordFor(error, text) }, ...(status && { status: Number(status) }) };
  const read = toModelError(thrown, { host: model, secrets: [], now: 0 });
  const kind = read.kind === 'server' && NETWORK.test(text) ? 'network' : read.kind;
  const refused = kind === 'network' ? REFUSED.exec(text) : null;
  const said = text ? ` ${model} said: ${read.message}` : '';
  return {
    ...read,
    kind,
    message: `${adviceFor(kind, model)}${SPEAKS_FOR_ITSELF.has(kind) ? '' : said}`,
    // A local server that has not been started: longer retries would not help.
    ...(refused && { refusedBy: refused[1] ?? model }),
    // The extensions behind these models retry by themselves, and nothing says of an unknown failure that it passes.
    retryable: kind === 'network' || (read.retryable && (kind !== 'server' || status !== undefined)),
  };
}

/** VS Code would ask the user for consent, which only a message of the user's may cause. */
export function consentError(model: string): ModelError {
  const message = `${model} works in the background only after you have sent it a message yourself.`;
  return { kind: 'forbidden', message, retryable: false };
}

export function imageError(model: string): ModelError {
  const message = `${model} can’t take images through VS Code. Remove the image, or select another model.`;
  return { kind: 'bad-request', message, retryable: false };
}

/** `ms` without a word. */
export function silenceError(model: string, ms: number): ModelError {
  const message = `${model} stopped responding: no output for ${Math.round(ms / 1000)} seconds. Try again.`;
  return { kind: 'timeout', message, retryable: true };
}

function adviceFor(kind: ModelErrorKind, model: string): string {
  switch (kind) {
    case 'forbidden':
      return `Premove isn’t allowed to use ${model}. Send again and allow it when VS Code asks, or select another model.`;
    case 'not-found':
      return `VS Code no longer provides ${model}. Select another model.`;
    case 'unauthorized':
      return `Sign in again to the extension that provides ${model}.`;
    case 'quota-exhausted':
      return `No quota left for ${model}. Select another model, or wait.`;
    case 'rate-limited':
      return `${model} rate limit exceeded. Try again in a minute.`;
    case 'context-too-long':
      return `The conversation is too long for ${model}. Start a new chat.`;
    case 'content-filtered':
      return `A safety system blocked the request to ${model}. Rephrase it.`;
    case 'network':
      return `Can’t reach ${model}. Check your network, then try again.`;
    default:
      return `${model} failed. Try again, or select another model.`;
  }
}

const SPEAKS_FOR_ITSELF: ReadonlySet<ModelErrorKind> = new Set([
  'forbidden',
  'not-found',
  'context-too-long',
  'content-filtered',
  'network',
]);

/** How VS Code's Copilot and several others give the HTTP status, as text. */
const STATUS = /\b(?:request failed|status(?: code)?|HTTP)\W{1,3}([45]\d\d)\b/i;
const NETWORK = /net::ERR_|fetch failed|ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|socket hang up|network/i;
/** With the host and port if they are given. */
const REFUSED = /(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)(?: (\S+:\d+))?/;

/** The failure in the words that wires use for the same; undefined where the message must say it. */
function wordFor(error: unknown, text: string): string | undefined {
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

/** Of an unspecified failure VS Code keeps what was thrown as the cause. */
function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message, cause } = asRecord(error);
  if (typeof message === 'string' && message) return message;
  return cause === undefined ? '' : messageOf(cause);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
