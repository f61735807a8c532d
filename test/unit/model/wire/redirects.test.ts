import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../../src/extension/model/chatModel.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import { collectEvents } from '../../../support/scriptedModel.ts';
import { startWireServer, type WireReply, type WireServer } from '../../../support/wireServer.ts';
import { createRequest } from './requests.ts';
import { WIRES } from './wires.ts';

let server: WireServer;
let other: WireServer;
beforeAll(async () => {
  [server, other] = await Promise.all([startWireServer(), startWireServer()]);
});
afterAll(() => Promise.all([server.close(), other.close()]));

describe.each(WIRES)('the $name wire', (wire) => {
  const run = async (...replies: WireReply[]): Promise<ModelEvent | undefined> => {
    server.push(...replies);
    const request = createRequest();
    const events = await collectEvents(
      wire.create(server.url, systemClock).stream(request, new AbortController().signal),
    );
    return events.at(-1);
  };

  it.each([301, 302, 307, 308])(
    'does not send the key and the prompt to another origin after status %i',
    async (status) => {
      const end = await run({ status, headers: { location: `${other.url}/elsewhere` } });
      const message = expect.stringContaining(`redirects to ${other.url}; nothing was sent there.`) as string;
      expect(end).toMatchObject({ error: { kind: 'bad-request', retryable: false, message } });
      expect(other.requests).toEqual([]);
    },
  );

  it('follows a redirect within the origin with the whole request', async () => {
    const end = await run({ status: 308, headers: { location: '/moved' } }, { steps: [wire.recorded] });
    expect(end).not.toHaveProperty('error');
    const [asked, moved] = server.requests.slice(-2);
    expect(moved).toMatchObject({ method: 'POST', path: '/moved', body: asked?.body });
  });

  it('fails if redirects form a loop', async () => {
    const replies = Array.from({ length: 21 }, () => ({ status: 307, headers: { location: '/again' } }));
    const message = expect.stringContaining('redirects too many times') as string;
    expect(await run(...replies)).toMatchObject({ error: { kind: 'bad-request', message } });
  });
});
