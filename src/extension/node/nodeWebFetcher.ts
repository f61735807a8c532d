import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { WebFetcher, WebResponse } from '../ports/webFetcher.ts';
import { isNamedHost, isPublicAddress, parseWebAddress } from '../text/webAddress.ts';

export interface NodeWebFetcherOptions {
  /** Hosts on this machine or in private networks that the user has allowed, as `isNamedHost` accepts them. */
  readonly privateHosts: () => readonly string[];
  /** Looks up a host name; DNS if not given. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** Bytes, decompressed. */
  readonly maxBytes?: number;
  /** Milliseconds for the whole fetch, redirects included. */
  readonly timeout?: number;
}

const MAX_BYTES = 5_000_000;
const TIMEOUT = 30_000;

const MAX_REDIRECTS = 5;

/**
 * Requests contain no cookie, credential or referrer. Node's HTTP client, unlike `fetch`, can connect to the address
 * that was checked: if the name were resolved again, a hostile name server could return a private address.
 */
export function createNodeWebFetcher(options: NodeWebFetcherOptions): WebFetcher {
  return {
    async fetch(url, signal) {
      signal.throwIfAborted();
      const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT);
      try {
        return await follow(url, options, AbortSignal.any([signal, timeout]));
      } catch (error) {
        signal.throwIfAborted();
        const message = timeout.aborted ? `${url.host} did not answer in time.` : explain(error, url.host);
        return { kind: 'failed', message };
      }
    },
  };
}

/** Follows redirects on the same host, and checks each address like the first. */
async function follow(first: URL, options: NodeWebFetcherOptions, signal: AbortSignal): Promise<WebResponse> {
  let url = first;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const addresses = await addressesOf(url.hostname, options.resolve, signal);
    if (addresses.length === 0) return { kind: 'failed', message: hostNotFoundText(url.host) };
    const isAllowed = isNamedHost(url, options.privateHosts());
    if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address))) {
      return { kind: 'private', host: url.host };
    }
    const response = await send(url, addresses, signal);
    const to = redirectTarget(url, response);
    if (!to) return read(url, response, options.maxBytes ?? MAX_BYTES, signal);
    response.destroy();
    if ('problem' in to) return { kind: 'failed', message: `The page redirects to an invalid address. ${to.problem}` };
    if (!mayFollow(url, to)) return { kind: 'redirected', to };
    url = to;
  }
  return { kind: 'failed', message: `${first.host} redirects more than ${MAX_REDIRECTS} times.` };
}

async function addressesOf(
  hostname: string,
  resolve: NodeWebFetcherOptions['resolve'],
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const name = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  const addresses = await (resolve ?? ((host) => lookup(host, { all: true })))(name);
  // A DNS lookup cannot be cancelled.
  signal.throwIfAborted();
  return addresses;
}

function send(url: URL, addresses: readonly LookupAddress[], signal: AbortSignal): Promise<IncomingMessage> {
  const [first] = addresses;
  const lookupChecked: LookupFunction = (_hostname, { all }, callback) => {
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = {
    accept: 'text/html, text/markdown, text/plain, application/json, application/xml;q=0.9, image/*;q=0.8, */*;q=0.5',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Mozilla/5.0 (compatible; Premove)',
  };
  return new Promise((resolve, reject) => {
    request(url, { headers, lookup: lookupChecked, agent: false, signal })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

function redirectTarget(url: URL, { statusCode = 0, headers }: IncomingMessage) {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  const target = URL.parse(headers.location, url);
  return parseWebAddress(target?.href ?? headers.location);
}

function mayFollow(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  return from.hostname === to.hostname && (isUpgrade || (from.protocol === to.protocol && from.port === to.port));
}

async function read(url: URL, response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<WebResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // A small response can decompress to a very large one.
    for await (const chunk of decompressed(response)) {
      signal.throwIfAborted();
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > maxBytes) break;
    }
  } finally {
    response.destroy();
  }
  return {
    kind: 'fetched',
    url,
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    body: Buffer.concat(chunks).subarray(0, maxBytes),
    truncated: size > maxBytes,
  };
}

function decompressed(response: IncomingMessage): Readable {
  const create = DECODERS.get((response.headers['content-encoding'] ?? '').trim().toLowerCase());
  if (!create) return response;
  // Reading the result throws the errors of both streams.
  return pipeline(response, create(), () => {});
}

const DECODERS: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

function explain(error: unknown, host: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return hostNotFoundText(host);
  if (code === 'ECONNREFUSED') return `${host} refused the connection.`;
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(code)) return `The certificate of ${host} could not be verified (${code}).`;
  return `The connection to ${host} failed: ${message}`;
}

function hostNotFoundText(host: string): string {
  return `The host ${host} was not found, or this machine is offline.`;
}
