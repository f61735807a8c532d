import { describe, expect, it } from 'vitest';
import { MAX_ATTACHMENTS, type Request } from '../../../../src/shared/protocol.ts';
import { createAttachments } from '../../../../src/webview/composer/attachments.ts';
import type { prepareImage } from '../../../../src/webview/composer/images/prepareImage.ts';
import { createValueStore } from '../../../../src/webview/state/valueStore.ts';

type Prepared = Awaited<ReturnType<typeof prepareImage>>;

const IMAGE: Prepared = {
  kind: 'image',
  mimeType: 'image/png',
  data: 'aGk=',
  thumbnail: 'data:image/webp;base64,aGk=',
  animated: false,
};

function setUp({
  attached = 0,
  prepare = () => Promise.resolve(IMAGE),
  request = () => Promise.resolve(null),
}: {
  attached?: number;
  prepare?: () => Promise<Prepared>;
  request?: () => Promise<unknown>;
} = {}) {
  const requests: Request[] = [];
  const problem = createValueStore<string | null>(null);
  const attachments = createAttachments({
    panel: {
      request: (body) => {
        requests.push(body);
        return request();
      },
      problem,
      reportError: () => undefined,
    },
    current: () => ({ conversationId: 'c', attached }),
    prepare,
  });
  const names = () => requests.map((each) => (each.type === 'attach' ? each.name : each.type));
  return { attachments, requests, names, problem };
}

const file = (name: string) => new File(['x'], name);

describe('attaching images', () => {
  it('sends images to the host one after the other', async () => {
    const { attachments, requests, names, problem } = setUp();
    attachments.add([file('a.png'), file('b.png')]);
    expect(attachments.pending.get().map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(await attachments.settled()).toBe(true);
    expect(attachments.pending.get()).toEqual([]);
    expect(names()).toEqual(['a.png', 'b.png']);
    expect(requests[0]).toMatchObject({ conversationId: 'c', mimeType: 'image/png', data: 'aGk=' });
    expect(problem.get()).toBeNull();
  });

  it('gives an image from the clipboard a readable name', async () => {
    const { attachments, names } = setUp();
    attachments.add([file('image.png')]);
    await attachments.settled();
    expect(names()).toEqual(['Pasted image']);
  });

  it('does not attach images above the limit, and reports the limit', async () => {
    const { attachments, names, problem } = setUp({ attached: MAX_ATTACHMENTS - 1 });
    attachments.add([file('a.png'), file('b.png')]);
    await attachments.settled();
    expect(names()).toEqual(['a.png']);
    expect(problem.get()).toContain('b.png was not attached');
  });

  it('counts pending images towards the limit', () => {
    const { attachments } = setUp({ attached: MAX_ATTACHMENTS - 2 });
    attachments.add([file('a.png'), file('b.png')]);
    attachments.add([file('c.png')]);
    expect(attachments.pending.get().map(({ name }) => name)).toEqual(['a.png', 'b.png']);
  });

  it.each(['not-an-image', 'svg', 'too-large', 'unreadable'] as const)(
    'reports the problem of a file: %s',
    async (problem) => {
      const panel = setUp({ prepare: () => Promise.resolve({ kind: 'problem', problem }) });
      panel.attachments.add([file('evil.svg')]);
      expect(await panel.attachments.settled()).toBe(false);
      expect(panel.requests).toEqual([]);
      expect(panel.problem.get()).toMatch(/^evil\.svg .*\. .*\.$|^evil\.svg .*\.$/);
    },
  );

  it('reports that only the first frame of an animated image is attached', async () => {
    const { attachments, problem } = setUp({ prepare: () => Promise.resolve({ ...IMAGE, animated: true }) });
    attachments.add([file('cat.gif')]);
    expect(await attachments.settled()).toBe(true);
    expect(problem.get()).toContain('cat.gif is animated');
  });

  it('reports the host’s refusal, and accepts the next image', async () => {
    let refused = true;
    const { attachments, problem } = setUp({
      request: () => (refused ? Promise.reject(new Error('The disk is full.')) : Promise.resolve(null)),
    });
    attachments.add([file('a.png')]);
    expect(await attachments.settled()).toBe(false);
    expect(problem.get()).toBe('a.png was not attached. The disk is full.');
    refused = false;
    attachments.add([file('a.png')]);
    expect(await attachments.settled()).toBe(true);
    expect(problem.get()).toBeNull();
  });
});
