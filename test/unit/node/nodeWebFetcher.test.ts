import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebResponse } from '../../../src/extension/ports/webFetcher.ts';
import { createNodeWebFetcher, type NodeWebFetcherOptions } from '../../../src/extension/node/nodeWebFetcher.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: ReturnType<typeof createServer>;
let answers: Map<string, Answer>;
let requests: IncomingMessage[];
let origin: string;

beforeEach(async () => {
  answers = new Map();
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    const answer = answers.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end('no such page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const page: Answer = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
const redirect =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

function get(
  address: string,
  options: Partial<NodeWebFetcherOptions> = {},
  signal = new AbortController().signal,
): Promise<WebResponse> {
  const fetcher = createNodeWebFetcher({ privateHosts: () => ['127.0.0.1', 'app.test'], ...options });
  return fetcher.fetch(new URL(address), signal);
}

const text = (response: WebResponse): string =>
  response.kind === 'fetched' ? Buffer.from(response.body).toString() : response.kind;

describe('fetching from the web', () => {
  it('returns a page with its type and status, and sends no cookie, credential or referrer', async () => {
    answers.set('/page', page);
    const response = await get(`${origin}/page`);
    expect(response).toMatchObject({ kind: 'fetched', status: 200, contentType: 'text/plain', truncated: false });
    expect(text(response)).toBe('hello');
    expect(requests[0]?.headers).not.toHaveProperty('cookie');
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(requests[0]?.headers).not.toHaveProperty('referer');
    expect(await get(`${origin}/none`)).toMatchObject({ kind: 'fetched', status: 404 });
  });

  it('does not contact this machine or a private network unless a setting names the host', async () => {
    answers.set('/page', page);
    expect(await get(`${origin}/page`, { privateHosts: () => [] })).toMatchObject({ kind: 'private' });
    expect(await get(`${origin}/page`, { privateHosts: () => ['localhost'] })).toMatchObject({ kind: 'private' });
    expect(requests).toHaveLength(0);
  });

  it('refuses a name that resolves to a private address, even if another address is public', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '192.168.0.1', family: 4 },
    ];
    expect(await get('http://evil.test/', { resolve })).toEqual({ kind: 'private', host: 'evil.test' });
  });

  it('treats a name without an address like a name that does not exist', async () => {
    const message = 'The host empty.test was not found, or this machine is offline.';
    expect(await get('http://empty.test/', { resolve: async () => [] })).toEqual({ kind: 'failed', message });
    const privateHosts = (): string[] => ['empty.test'];
    expect(await get('http://empty.test/', { resolve: async () => [], privateHosts })).toEqual({
      kind: 'failed',
      message,
    });
  });

  it('connects to the checked address, and resolves the name only once', async () => {
    answers.set('/page', page);
    const { port } = server.address() as AddressInfo;
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };
    expect(text(await get(`http://app.test:${port}/page`, { resolve }))).toBe('hello');
    expect(lookups).toBe(1);
    expect(requests[0]?.headers.host).toBe(`app.test:${port}`);
  });

  it('checks the target of a redirect before it follows the redirect', async () => {
    const { port } = server.address() as AddressInfo;
    answers.set('/a', redirect('/b'));
    answers.set('/b', page);
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    // Only the first check finds the host in the setting.
    const hosts = ['app.test'];
    const first = await get(`http://app.test:${port}/a`, { resolve, privateHosts: () => hosts.splice(0) });
    expect(first).toEqual({ kind: 'private', host: `app.test:${port}` });
    expect(requests.map(({ url }) => url)).toEqual(['/a']);
  });

  it('follows redirects within the host, and reports redirects to another host', async () => {
    answers.set('/a', redirect('/b'));
    answers.set('/b', redirect(`${origin}/c`));
    answers.set('/c', page);
    answers.set('/away', redirect('https://elsewhere.test/x#y'));
    answers.set('/port', redirect('http://127.0.0.1:1/'));
    const response = await get(`${origin}/a`);
    expect(response.kind === 'fetched' && response.url.pathname).toBe('/c');
    const away = await get(`${origin}/away`);
    expect(away.kind === 'redirected' && away.to.href).toBe('https://elsewhere.test/x');
    expect((await get(`${origin}/port`)).kind).toBe('redirected');
  });

  it('limits the number of redirects, and refuses redirects to addresses that are not web pages', async () => {
    answers.set('/round', redirect('/round'));
    answers.set('/file', redirect('file:///etc/passwd'));
    answers.set('/user', redirect(`http://me:secret@127.0.0.1/`));
    expect(await get(`${origin}/round`)).toMatchObject({ kind: 'failed', message: /circles/ });
    expect(requests).toHaveLength(6);
    expect(await get(`${origin}/file`)).toMatchObject({ kind: 'failed', message: /Only http and https/ });
    expect(await get(`${origin}/user`)).toMatchObject({ kind: 'failed', message: /password/ });
  });

  it('reads a page only up to the limit', async () => {
    let closed: Promise<void> | undefined;
    answers.set('/endless', (request, response) => {
      closed = new Promise((resolve) => request.on('close', resolve));
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const response = await get(`${origin}/endless`, { maxBytes: 25_000 });
    expect(response).toMatchObject({ kind: 'fetched', truncated: true });
    expect(text(response)).toHaveLength(25_000);
    await closed;
  });

  it('applies the limit to the decompressed size', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'x'));
    answers.set(
      '/bomb',
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    answers.set('/torn', (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb.subarray(0, 1000)),
    );
    const response = await get(`${origin}/bomb`, { maxBytes: 1000 });
    expect(response).toMatchObject({ kind: 'fetched', truncated: true });
    expect(text(response)).toBe('x'.repeat(1000));
    expect(await get(`${origin}/torn`)).toMatchObject({ kind: 'failed' });
  });

  it('returns a page with an unknown encoding unchanged, even if the encoding is called "constructor"', async () => {
    answers.set(
      '/odd',
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'constructor' }).end('hello'),
    );
    expect(text(await get(`${origin}/odd`))).toBe('hello');
  });

  it('closes the connection when the user stops, and after the timeout', async () => {
    const open = (): { readonly begun: Promise<void>; readonly ended: Promise<void> } => {
      let begin = (): void => {};
      let end = (): void => {};
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const ended = new Promise<void>((resolve) => (end = resolve));
      answers.set('/hang', (request, response) => {
        request.on('close', () => end());
        response.writeHead(200).write('begun');
        begin();
      });
      return { begun, ended };
    };
    const controller = new AbortController();
    const stopped = open();
    const fetching = get(`${origin}/hang`, {}, controller.signal);
    await stopped.begun;
    controller.abort();
    await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });
    await stopped.ended;

    const late = open();
    expect(await get(`${origin}/hang`, { timeout: 50 })).toMatchObject({ kind: 'failed', message: /in time/ });
    await late.ended;
  });

  it('reports why there is no answer', async () => {
    const port = (server.address() as AddressInfo).port;
    server.close();
    expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failed', message: /refused the connection/ });
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await get('http://none.test/', { resolve })).toMatchObject({
      kind: 'failed',
      message: /host none\.test was not found/,
    });
  });
});
