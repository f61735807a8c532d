import type { ModelError, ModelErrorKind } from '../chatModel.ts';
import { wireTexts } from '../../base/texts/errorTexts.ts';

export interface ErrorContext {
  /** The key and the values of configured headers, which must not appear in a message. */
  readonly secrets: readonly string[];
  /** Host and port, for messages about the connection. */
  readonly host: string;
  /** Milliseconds since the epoch, for a Retry-After that is a date. */
  readonly now: number;
  /** The response's headers, for error objects that carry none. */
  readonly headers?: Headers | undefined;
}

/**
 * Converts an error of an SDK or of `fetch` to a `ModelError`. Checks the error's shape, because `instanceof` would
 * require SDKs that are loaded on first use.
 */
export function toModelError(error: unknown, context: ErrorContext): ModelError {
  const shape = readShape(error, context.headers);
  if (shape.status !== undefined || shape.body !== undefined) return fromResponse(shape, context);
  if (error instanceof SyntaxError) {
    return { kind: 'malformed', message: wireTexts.notJson(context.host), retryable: true };
  }
  return fromConnection(error, context);
}

export function stallError(host: string, ms: number): ModelError {
  const seconds = Math.round(ms / 1000);
  return { kind: 'timeout', message: wireTexts.stalled(host, seconds), retryable: true };
}

/**
 * The error of an answer without a stop reason. `contentType` is undefined if there was no response. `isWhole`: JSON
 * was requested, not a stream.
 */
export function unfinishedError(
  host: string,
  sawEvents: boolean,
  contentType: string | undefined,
  isWhole: boolean,
): ModelError {
  if (!sawEvents && contentType !== undefined && !contentType.includes(isWhole ? 'json' : 'event-stream')) {
    const type = contentType.split(';')[0]?.trim() || wireTexts.noContentType();
    const message = isWhole ? wireTexts.notWhole(host, type) : wireTexts.notAStream(host, type);
    return { kind: 'malformed', message, retryable: false };
  }
  const message = wireTexts.closedEarly(host);
  return { kind: 'network', message, retryable: true };
}

interface ErrorShape {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  readonly body: unknown;
  /** The vendor's codes for the error: `overloaded_error`, `insufficient_quota`, `API_KEY_INVALID`… */
  readonly codes: readonly string[];
  /** Milliseconds to wait, if the body states them. */
  readonly retryDelay: number | undefined;
  readonly text: string;
}

function readShape(error: unknown, responseHeaders: Headers | undefined): ErrorShape {
  const outer = asRecord(error);
  // In errors of the Anthropic SDK, the property `error` is the whole body, `{ error: {…} }`. In errors of the OpenAI
  // SDK, the property is the content of the body's `error`. Errors of the Gemini SDK have the body as text in their
  // message.
  const body = outer['error'] ?? (outer['name'] === 'ApiError' ? jsonIn(outer['message']) : undefined);
  const inner = asRecord(asRecord(body)['error'] ?? body);
  const text = inner['message'] ?? asRecord(body)['message'] ?? asRecord(body)['detail'] ?? body;
  return {
    status: typeof outer['status'] === 'number' ? outer['status'] : statusIn(inner['code']),
    headers: outer['headers'] instanceof Headers ? outer['headers'] : responseHeaders,
    body,
    codes: [inner['type'], inner['code'], inner['status'], outer['type'], ...googleReasons(inner)].filter(
      (code) => typeof code === 'string',
    ),
    retryDelay: googleRetryDelay(inner),
    text: typeof text === 'string' ? text : '',
  };
}

/** Parses the JSON object at the end of a text. Returns the text if that fails; undefined if `text` is not a string. */
function jsonIn(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text.slice(Math.max(0, text.indexOf('{'))));
  } catch {
    return text;
  }
}

/** Reasons such as `API_KEY_INVALID` are more exact than Google's few statuses. */
function googleReasons(inner: Readonly<Record<string, unknown>>): unknown[] {
  return detailsIn(inner).flatMap((detail) => {
    const violations: unknown[] = Array.isArray(detail['violations']) ? detail['violations'] : [];
    return [detail['reason'], ...violations.map((violation) => asRecord(violation)['quotaId'])];
  });
}

/** Milliseconds, from Google's `RetryInfo` in seconds ("34.07s"). */
function googleRetryDelay(inner: Readonly<Record<string, unknown>>): number | undefined {
  const delay = detailsIn(inner)
    .map((detail) => detail['retryDelay'])
    .find((value) => typeof value === 'string');
  const seconds = delay === undefined ? Number.NaN : Number.parseFloat(delay);
  return seconds >= 0 ? Math.round(seconds * 1000) : undefined;
}

function detailsIn(inner: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] {
  return Array.isArray(inner['details']) ? inner['details'].map(asRecord) : [];
}

/** OpenRouter and others put the upstream's HTTP status into the `code` of an error in the stream. */
function statusIn(code: unknown): number | undefined {
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
}

function fromResponse(shape: ErrorShape, context: ErrorContext): ModelError {
  const kind = kindOf(shape);
  const retryAfter = readRetryAfter(shape.headers, context.now) ?? shape.retryDelay;
  const said = shape.text || (shape.status === undefined ? shape.codes[0] : undefined);
  return {
    kind,
    message: said ? clean(said, context.secrets) : wireTexts.httpStatus(context.host, shape.status),
    ...(shape.status !== undefined && { status: shape.status }),
    ...(retryAfter !== undefined && { retryAfter }),
    retryable: RETRYABLE.has(kind),
  };
}

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set([
  'rate-limited',
  'overloaded',
  'network',
  'timeout',
  'server',
  'malformed',
]);

const CODE_KINDS: Readonly<Record<string, ModelErrorKind>> = {
  authentication_error: 'unauthorized',
  invalid_api_key: 'unauthorized',
  permission_error: 'forbidden',
  not_found_error: 'not-found',
  model_not_found: 'not-found',
  rate_limit_error: 'rate-limited',
  rate_limit_exceeded: 'rate-limited',
  insufficient_quota: 'quota-exhausted',
  billing_error: 'quota-exhausted',
  overloaded_error: 'overloaded',
  timeout_error: 'timeout',
  api_error: 'server',
  server_error: 'server',
  request_too_large: 'context-too-long',
  context_length_exceeded: 'context-too-long',
  content_filter: 'content-filtered',
  content_policy_violation: 'content-filtered',
  invalid_request_error: 'bad-request',
  // Errors inside a Responses stream have no status.
  server_is_overloaded: 'overloaded',
  slow_down: 'overloaded',
  invalid_prompt: 'content-filtered',
  bio_policy: 'content-filtered',
  image_content_policy_violation: 'content-filtered',
  invalid_image: 'bad-request',
  invalid_image_format: 'bad-request',
  invalid_base64_image: 'bad-request',
  invalid_image_url: 'bad-request',
  image_too_large: 'bad-request',
  image_too_small: 'bad-request',
  image_parse_error: 'bad-request',
  image_file_too_large: 'bad-request',
  unsupported_image_media_type: 'bad-request',
  failed_to_download_image: 'bad-request',
  // For an invalid key, Google sends status 400, so only the code shows the reason.
  API_KEY_INVALID: 'unauthorized',
  UNAUTHENTICATED: 'unauthorized',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'not-found',
  UNAVAILABLE: 'overloaded',
  DEADLINE_EXCEEDED: 'timeout',
  INTERNAL: 'server',
  INVALID_ARGUMENT: 'bad-request',
  FAILED_PRECONDITION: 'bad-request',
  // Gemini's finish reasons.
  MALFORMED_FUNCTION_CALL: 'malformed',
  MALFORMED_RESPONSE: 'malformed',
  UNEXPECTED_TOOL_CALL: 'malformed',
  TOO_MANY_TOOL_CALLS: 'malformed',
  MISSING_THOUGHT_SIGNATURE: 'bad-request',
};

const CONTEXT_TOO_LONG =
  /prompt is too long|context[ _-]?(length|window|size)|maximum context|too many (input )?tokens|exceeds? the (maximum|available) (context|number of tokens|input)|input (is|length).*too long|reduce the length/i;
const NO_CREDIT = /credit balance|insufficient (balance|quota|credits?)|exceeded your current quota|billing|arrearage/i;

/** The status decides first, because servers agree on most statuses. */
function kindOf({ status, codes, text, retryDelay }: ErrorShape): ModelErrorKind {
  const kinds = codes
    .map((code) => (Object.hasOwn(CODE_KINDS, code) ? CODE_KINDS[code] : undefined))
    .filter((kind) => kind !== undefined);
  const named = kinds.find((kind) => kind !== 'bad-request') ?? kinds[0];
  switch (status) {
    case 401:
      return 'unauthorized';
    case 402:
      return 'quota-exhausted';
    case 403:
      return NO_CREDIT.test(text) ? 'quota-exhausted' : 'forbidden';
    case 404:
      return 'not-found';
    case 408:
      return 'timeout';
    case 413:
      return 'context-too-long';
    case 429:
      // A rate limit's message may mention billing, because limits are raised on the billing page.
      if (named === 'rate-limited' || named === 'quota-exhausted') return named;
      // Google's messages about quotas and about rate limits both mention billing. A limit per day is a quota; a limit
      // per minute is a rate limit.
      if (codes.some((code) => /PerDay/i.test(code))) return 'quota-exhausted';
      if (retryDelay !== undefined) return 'rate-limited';
      return NO_CREDIT.test(text) ? 'quota-exhausted' : 'rate-limited';
    case 503:
    case 529:
      return 'overloaded';
    case undefined:
      return named === undefined || named === 'bad-request' ? byWords(text, named ?? 'server') : named;
  }
  if (status >= 500) return status === 504 ? 'timeout' : 'server';
  if (status === 409) return 'server';
  return byWords(text, named ?? 'bad-request');
}

function byWords(text: string, otherwise: ModelErrorKind): ModelErrorKind {
  if (CONTEXT_TOO_LONG.test(text)) return 'context-too-long';
  return NO_CREDIT.test(text) ? 'quota-exhausted' : otherwise;
}

/** Milliseconds, from `retry-after` (seconds or a date) or OpenAI's `retry-after-ms`. */
function readRetryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function fromConnection(error: unknown, { host, secrets, headers }: ErrorContext): ModelError {
  const chain = causes(error);
  const code = chain.map((cause) => cause['code']).find((value) => typeof value === 'string');
  const isCertificate = code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code);
  const isConnection = code !== undefined || chain.some((cause) => NETWORK_WORDS.test(textIn(cause)));
  if (!isConnection) {
    // The OpenAI SDK throws a TypeError if a chunk of a chat has the wrong shape.
    if (error instanceof TypeError && headers !== undefined) {
      return { kind: 'malformed', message: wireTexts.badEvent(), retryable: true };
    }
    const text = chain.map(textIn).find((words) => words) ?? 'unknown';
    const message = clean(wireTexts.requestFailed(host, text), secrets);
    return { kind: 'bad-request', message, retryable: false };
  }
  const reason = code ? ` (${code})` : '';
  const message = isCertificate ? wireTexts.badCertificate(host, reason) : wireTexts.connectionFailed(host, reason);
  return {
    kind: 'network',
    message,
    ...(headers === undefined && { noResponse: true }),
    ...(code === 'ECONNREFUSED' && { refusedBy: host }),
    retryable: !isCertificate,
  };
}

/**
 * `request timed out` is the Anthropic SDK's text for a connection timeout. `incomplete json segment` is the Gemini
 * SDK's text for a stream that ends inside an event.
 */
const NETWORK_WORDS =
  /fetch failed|terminated|network|socket|connection error|request timed out|other side closed|premature close|incomplete json segment/i;

function causes(error: unknown): Readonly<Record<string, unknown>>[] {
  const chain: Readonly<Record<string, unknown>>[] = [];
  for (let next = error; typeof next === 'object' && next !== null && chain.length < 8;) {
    const cause = asRecord(next);
    chain.push(cause);
    next = cause['cause'] ?? (Array.isArray(cause['errors']) ? (cause['errors'] as unknown[])[0] : undefined);
  }
  return chain;
}

function textIn(cause: Readonly<Record<string, unknown>>): string {
  return typeof cause['message'] === 'string' ? cause['message'] : '';
}

/** Characters. */
const MAX_MESSAGE = 400;

/** One line without markup or secrets, because providers repeat parts of keys in their messages. */
function clean(text: string, secrets: readonly string[]): string {
  let result = text.replace(/<[^<>]*>/g, ' ');
  for (const secret of secrets) if (secret.length >= 4) result = result.replaceAll(secret, '…');
  result = result
    .replace(/\b((sk|pk|rk|key|gsk|xai)-[\w*.-]{4,}|AIza[\w-]{8,})/g, '…')
    .replace(/\bBearer\s+\S+/gi, 'Bearer …')
    // eslint-disable-next-line no-control-regex -- hostile input: nothing but printable text on one line
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim();
  return result.length > MAX_MESSAGE ? `${result.slice(0, MAX_MESSAGE)}…` : result;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
