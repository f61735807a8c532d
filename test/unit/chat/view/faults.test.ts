import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toErrorView } from '../../../../src/extension/chat/view/errorText.ts';
import type { ModelErrorKind } from '../../../../src/extension/model/chatModel.ts';
import type { ErrorView } from '../../../../src/shared/transcriptItem.ts';
import { jsonReply, RESET, startWireServer, type WireReply, type WireServer } from '../../../support/wireServer.ts';
import { ask, STALL, type Asked } from '../../model/asking.ts';
import { answer } from '../../model/wire/requests.ts';
import { WIRES, type TestWire } from '../../model/wire/wires.ts';

/** A fault that repeats with every attempt: its reply over a wire, and the message that the user reads. */
interface Fault {
  readonly name: string;
  readonly reply: (wire: TestWire) => WireReply;
  readonly kind: ModelErrorKind;
  readonly attempts: number;
  /** The text before the fault, which the answer keeps. */
  readonly text?: string;
  readonly says: string;
  readonly action: ErrorView['action'];
}

const SILENCE = new Promise(() => {});
/** The number of attempts in two minutes of waiting for a connection, with the shortest delays. */
const OUTAGE_ATTEMPTS = 21;
/** The number if each attempt gets a response before its connection breaks; the delays are then longer. */
const BROKEN_ATTEMPTS = 14;
const failing =
  (status: number, type: string, message: string, headers?: Record<string, string>): Fault['reply'] =>
  (wire) =>
    jsonReply(status, wire.errorBody(type, message), headers);
const OFFLINE = 'The connection to mine failed or was lost. Check your network, then try again.';
const UNREADABLE = 'mine sent a response that can’t be read. Try again.';
const SILENT = 'mine stopped responding. Try again.';
const LIMITED = 'mine rate limit still exceeded (429). Try again in a minute.';

const FAULTS: readonly Fault[] = [
  {
    name: '401',
    reply: failing(401, 'authentication_error', 'sorry'),
    kind: 'unauthorized',
    attempts: 1,
    says: 'mine refused the API key (401).',
    action: 'set-api-key',
  },
  {
    name: '403',
    reply: failing(403, 'permission_error', 'sorry'),
    kind: 'forbidden',
    attempts: 1,
    says: 'This API key has no access to some-model (403). mine reported: sorry',
    action: 'select-model',
  },
  {
    name: '404',
    reply: failing(404, 'not_found_error', 'sorry'),
    kind: 'not-found',
    attempts: 1,
    says: 'mine has no model named some-model (404).',
    action: 'select-model',
  },
  {
    name: '400 context too long',
    reply: failing(400, 'invalid_request_error', 'prompt is too long: 3 tokens > 2 maximum'),
    kind: 'context-too-long',
    attempts: 1,
    says: 'The conversation is too long for some-model. Shorten your message, start a new chat, or choose Compress context in the More menu.',
    action: 'new-chat',
  },
  {
    name: '429 with a short Retry-After',
    reply: failing(429, 'rate_limit_error', 'sorry', { 'retry-after': '7' }),
    kind: 'rate-limited',
    attempts: 5,
    says: LIMITED,
    action: 'retry',
  },
  {
    name: '429 with a Retry-After that is too long',
    reply: failing(429, 'rate_limit_error', 'sorry', { 'retry-after': '61' }),
    kind: 'rate-limited',
    attempts: 1,
    says: LIMITED,
    action: 'retry',
  },
  {
    name: '429 without Retry-After',
    reply: failing(429, 'rate_limit_error', 'sorry'),
    kind: 'rate-limited',
    attempts: 5,
    says: LIMITED,
    action: 'retry',
  },
  {
    name: '429 for a quota',
    reply: failing(429, 'insufficient_quota', 'You exceeded your current quota.'),
    kind: 'quota-exhausted',
    attempts: 1,
    says: 'No quota or credit left at mine (429). mine reported: You exceeded your current quota.',
    action: 'select-model',
  },
  {
    name: '500',
    reply: failing(500, 'api_error', 'sorry'),
    kind: 'server',
    attempts: 5,
    says: 'Server error from mine (500). Try again. mine reported: sorry',
    action: 'retry',
  },
  {
    name: '529',
    reply: failing(529, 'overloaded_error', 'sorry'),
    kind: 'overloaded',
    attempts: 5,
    says: 'mine is overloaded (529). Try again, or select another model.',
    action: 'retry',
  },
  {
    name: 'a reset before the first byte',
    reply: () => ({ steps: [RESET] }),
    kind: 'network',
    attempts: OUTAGE_ATTEMPTS,
    says: OFFLINE,
    action: 'retry',
  },
  {
    name: 'a reset in the middle of text',
    reply: (wire) => ({ steps: [...wire.beginning('Hel', 'lo'), RESET] }),
    kind: 'network',
    attempts: BROKEN_ATTEMPTS,
    text: 'Hello',
    says: OFFLINE,
    action: 'retry',
  },
  {
    name: 'a reset in the middle of a call',
    reply: (wire) => ({ steps: [...wire.beginning('Hel', 'lo'), wire.halfCall, RESET] }),
    kind: 'network',
    attempts: BROKEN_ATTEMPTS,
    text: 'Hello',
    says: OFFLINE,
    action: 'retry',
  },
  {
    name: 'a stall before the first byte',
    reply: () => ({ steps: [SILENCE] }),
    kind: 'timeout',
    attempts: 5,
    says: SILENT,
    action: 'retry',
  },
  {
    name: 'a stall in the middle of text',
    reply: (wire) => ({ steps: [...wire.beginning('Hel', 'lo'), SILENCE] }),
    kind: 'timeout',
    attempts: 5,
    text: 'Hello',
    says: SILENT,
    action: 'retry',
  },
  {
    name: 'malformed JSON',
    reply: (wire) => ({ steps: [...wire.beginning('Hel', 'lo'), wire.notJson, wire.end] }),
    kind: 'malformed',
    attempts: 5,
    text: 'Hello',
    says: UNREADABLE,
    action: 'retry',
  },
  {
    name: 'an event of the wrong shape',
    reply: (wire) => ({ steps: [...wire.beginning('Hel', 'lo'), wire.wrongShape, wire.end] }),
    kind: 'malformed',
    attempts: 5,
    text: 'Hello',
    says: UNREADABLE,
    action: 'retry',
  },
  {
    name: 'an HTML page instead of an answer',
    reply: () => ({ headers: { 'content-type': 'text/html' }, steps: ['<html>'] }),
    kind: 'malformed',
    attempts: 1,
    says: UNREADABLE,
    action: 'retry',
  },
  {
    name: 'a response without a byte',
    reply: () => ({ steps: [] }),
    kind: 'network',
    attempts: BROKEN_ATTEMPTS,
    says: OFFLINE,
    action: 'retry',
  },
];

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

describe.each(WIRES)('over the $name wire', (wire) => {
  /** Asks a server that sends the same reply to every request. */
  async function askServer(reply: WireReply, text = ''): Promise<Asked> {
    const before = server.requests.length;
    server.push(...Array.from({ length: OUTAGE_ATTEMPTS }, () => reply));
    const asked = await ask(
      (clock) => wire.create(server.url, clock, { stallTimeout: STALL }),
      (attempt, received) =>
        !!reply.steps?.includes(SILENCE) &&
        server.requests.length === before + attempt &&
        received.map((event) => (event.type === 'text-delta' ? event.text : '')).join('') === text,
    );
    server.discard();
    expect(server.requests).toHaveLength(before + asked.attempts);
    return asked;
  }

  it.each(FAULTS)(
    'after the fault “$name”, Premove sends $attempts requests in all, keeps the text, and shows what to do',
    async (fault) => {
      const { attempts, end, shown, events } = await askServer(fault.reply(wire), fault.text);
      const message = fault.text ? answer(fault.text) : { role: 'assistant', parts: [] };
      expect(end).toMatchObject({ error: { kind: fault.kind }, message });
      expect(attempts).toBe(fault.attempts);
      expect(shown).toEqual(message);
      expect(events.some(({ type }) => type === 'tool-call')).toBe(false);
      if (!('error' in end)) return;
      const view = toErrorView(end.error, 'mine/some-model');
      expect(view.message).toContain(fault.says);
      // Premove wrote this message, so it must not be shown as a quotation of the provider.
      if (fault.kind === 'malformed') expect(view.message).not.toContain('mine reported');
      expect(view.action).toBe(fault.action);
    },
  );

  it('after a refused connection, Premove makes 5 attempts in all, and shows what to do', async () => {
    const closedServer = await startWireServer();
    await closedServer.close();
    const { attempts, end } = await ask((clock) => wire.create(closedServer.url, clock));
    expect(attempts).toBe(5);
    expect(end).toMatchObject({ error: { kind: 'network' } });
    if ('error' in end) {
      const host = new URL(closedServer.url).host;
      const says = `Can’t reach mine at ${host}. Start the server or fix the URL in Settings.`;
      expect(toErrorView(end.error, 'mine/some-model')).toEqual({ message: says, action: 'retry' });
    }
  });

  it('an unknown event is ignored', async () => {
    const { attempts, end, shown } = await askServer({
      steps: [...wire.beginning('Hel', 'lo'), wire.unknownEvent, wire.end],
    });
    expect(attempts).toBe(1);
    expect(end).toMatchObject({ stopReason: 'done', message: answer('Hello') });
    expect(shown).toEqual(answer('Hello'));
  });

  it('an empty answer is accepted, and does not cost another request', async () => {
    const { attempts, end } = await askServer({ steps: [...wire.beginning(), wire.end] });
    expect(attempts).toBe(1);
    expect(end).toMatchObject({ stopReason: 'done', message: { parts: [] } });
  });
});
