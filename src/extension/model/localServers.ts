import type { Clock } from '../ports/clock.ts';
import type { ListedModel } from './listModels.ts';
import { PROVIDERS, providerRecord } from './providers/providerList.ts';
import type { GetJson } from './providers/providerRecord.ts';
import { isLocal, toProviders } from './providerSettings.ts';
import type { ResolveOptions } from './resolveModel.ts';

/**
 * A server on this machine that its provider's probe (`ProviderRecord.localProbe`) has recognized. The probe sends no
 * keys, headers or other data of the user.
 */
export interface LocalServer {
  /** As in `<provider>/<model>`. */
  readonly provider: string;
  readonly label: string;
  /** Empty if the server has none, or is still loading one. */
  readonly models: readonly ListedModel[];
}

export type LocalServerOptions = Pick<ResolveOptions, 'providers' | 'clock' | 'fetch'>;

/** Probes each known server at its default address, or at its local address in `premove.providers`. */
export async function findLocalServers(options: LocalServerOptions, signal: AbortSignal): Promise<LocalServer[]> {
  const known = toProviders(options.providers).providers;
  const found = await Promise.all(
    PROVIDERS.map(async ({ name, localProbe: findModels }): Promise<LocalServer | undefined> => {
      const provider = known.find((candidate) => candidate.name === name);
      if (!findModels || !provider || !isLocal(provider.baseUrl)) return undefined;
      const { baseUrl } = provider;
      const ids = await withTimeout(options.clock, signal, (limit) => findModels(createGet(baseUrl, options, limit)));
      const listed = ids?.map((id) => ({ id: `${name}/${id}`, label: id }));
      return listed && { provider: name, label: provider.label, models: listed };
    }),
  );
  return found.filter((server) => server !== undefined);
}

export function isLocalServerName(provider: string): boolean {
  return providerRecord(provider)?.localProbe !== undefined;
}

/** Milliseconds for all responses of one server. A server on this machine responds at once, or is not running. */
const PROBE_TIMEOUT = 1_500;
/** Characters of one response. */
const MAX_RESPONSE = 4_000_000;

function createGet(baseUrl: string, options: LocalServerOptions, signal: AbortSignal): GetJson {
  const origin = baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '');
  const send = options.fetch ?? fetch;
  return async (path) => {
    try {
      // A redirect could lead off this machine.
      const response = await send(origin + path, {
        signal,
        redirect: 'error',
        headers: { accept: 'application/json' },
      });
      const text = await readText(response);
      return { status: response.status, headers: response.headers, json: text === undefined ? undefined : parse(text) };
    } catch {
      // A server whose request fails counts as not running.
      return undefined;
    }
  };
}

/** Undefined if the body is too long, because an unknown server may send without end. */
async function readText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_RESPONSE) return undefined;
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The response may be an error page.
    return undefined;
  }
}

async function withTimeout<T>(clock: Clock, signal: AbortSignal, run: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = clock.setTimeout(() => controller.abort(), PROBE_TIMEOUT);
  try {
    return await run(AbortSignal.any([signal, controller.signal]));
  } finally {
    timer.dispose();
    // Closes the connection of a partly read response.
    controller.abort();
  }
}
