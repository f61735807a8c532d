import { describe, expect, it } from 'vitest';
import type { Request, WebviewMessage } from '../../../src/shared/protocol.ts';
import { createHostChannel } from '../../../src/webview/state/hostChannel.ts';

function setUp() {
  const posted: WebviewMessage[] = [];
  const invalid: string[] = [];
  const failed: [message: string, type: Request['type']][] = [];
  const channel = createHostChannel((message) => posted.push(message), {
    onInvalid: (detail) => invalid.push(detail),
    onFailure: (message, request) => failed.push([message, request.type]),
  });
  return { channel, posted, invalid, failed };
}

describe('the channel to the host', () => {
  it('resolves a request with its own response', async () => {
    const { channel, posted } = setUp();
    const first = channel.request({ type: 'submit', conversationId: 'chat', text: 'a' });
    const second = channel.request({ type: 'stop' });
    channel.receive({ kind: 'response', id: posted[1]?.id, ok: true, result: 'second' });
    channel.receive({ kind: 'response', id: posted[0]?.id, ok: true, result: 'first' });
    expect([await first, await second]).toEqual(['first', 'second']);
  });

  it('rejects a failed request with the host’s message', async () => {
    const { channel, posted } = setUp();
    const request = channel.request({ type: 'stop' });
    channel.receive({ kind: 'response', id: posted[0]?.id, ok: false, message: 'No.' });
    await expect(request).rejects.toThrow('No.');
  });

  it('reports the failure of a request that was sent without waiting for it', async () => {
    const { channel, posted, failed } = setUp();
    channel.send({ type: 'stop' });
    channel.receive({ kind: 'response', id: posted[0]?.id, ok: false, message: 'No.' });
    await Promise.resolve();
    await Promise.resolve();
    expect(failed).toEqual([['No.', 'stop']]);
  });

  it('rejects if the message cannot be posted', async () => {
    const channel = createHostChannel(
      () => {
        throw new Error('cannot be cloned');
      },
      { onInvalid: () => undefined, onFailure: () => undefined },
    );
    await expect(channel.request({ type: 'stop' })).rejects.toThrow('cannot be cloned');
  });

  it('returns other messages, and reports invalid ones without their content', () => {
    const { channel, invalid } = setUp();
    const delta = { kind: 'delta', seq: 1, events: [{ type: 'title-changed', title: 5, secret: 'sk-1' }] };
    const received = [{ kind: 'focus-composer' }, delta, 'something of another extension'];
    expect(received.map((data) => channel.receive(data)?.kind)).toEqual(['focus-composer', undefined, undefined]);
    expect(invalid).toHaveLength(2);
    expect(invalid.join()).toContain('events.0.title');
    expect(invalid.join()).not.toContain('sk-1');
  });

  it('ignores a response to an unknown request', () => {
    const { channel, invalid } = setUp();
    channel.receive({ kind: 'response', id: 99, ok: true, result: null });
    expect(invalid).toEqual([]);
  });
});
