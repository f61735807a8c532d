import { describe, expect, it } from 'vitest';
import { openConnection } from '../../../src/extension/model/connection.ts';
import { createManualClock } from '../../support/manualClock.ts';

const STALL = 60_000;

/** Creates a connection to a server that sends the texts passed to `send`. */
function start() {
  const clock = createManualClock();
  let server: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (server = controller) });
  const connection = openConnection(
    {
      clock,
      stallTimeout: STALL,
      headersToRemove: [],
      fetch: (_input, init) => {
        init?.signal?.addEventListener('abort', () => server?.error(init.signal?.reason));
        return Promise.resolve(new Response(body));
      },
    },
    new AbortController().signal,
  );
  const open = () => connection.fetch('http://127.0.0.1:1', { signal: connection.signal });
  return { clock, connection, open, send: (text: string) => server?.enqueue(new TextEncoder().encode(text)) };
}

describe('openConnection', () => {
  it('measures a stall from the last bytes, not from the first bytes', async () => {
    const { clock, connection, open, send } = start();
    const reader = (await open()).body?.getReader();
    const first = reader?.read();
    await clock.advance(50_000);
    send('a');
    await first;
    const second = reader?.read();
    second?.catch(() => {});
    await clock.advance(STALL - 1);
    expect(connection.stalled).toBe(false);
    await clock.advance(1);
    expect(connection.stalled).toBe(true);
    await expect(second).rejects.toThrow();
    connection.dispose();
    expect(clock.pending).toBe(0);
  });

  it('does not treat a slow reader as a stall', async () => {
    const { clock, connection, open, send } = start();
    const reader = (await open()).body?.getReader();
    send('a');
    await reader?.read();
    connection.pauseStallDetection();
    await clock.advance(10 * STALL);
    expect(connection.stalled).toBe(false);
    const next = reader?.read();
    send('b');
    expect((await next)?.value).toEqual(new TextEncoder().encode('b'));
    connection.dispose();
    expect(clock.pending).toBe(0);
  });

  it('waits half a second for the end of a body that the SDK cancels', async () => {
    const { clock, connection, open, send } = start();
    const reader = (await open()).body?.getReader();
    send('a');
    await reader?.read();
    let isCanceled = false;
    void reader?.cancel().then(() => (isCanceled = true));
    await clock.advance(499);
    expect(isCanceled).toBe(false);
    await clock.advance(1);
    expect(isCanceled).toBe(true);
    connection.dispose();
    expect(clock.pending).toBe(0);
  });

  it('detects a stall in a body that is read as a whole', async () => {
    const { clock, connection, open, send } = start();
    const text = (await open()).text();
    text.catch(() => {});
    send('{"error":');
    await clock.advance(STALL);
    expect(connection.stalled).toBe(true);
    await expect(text).rejects.toThrow();
    connection.dispose();
  });
});
