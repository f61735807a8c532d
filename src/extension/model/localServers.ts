import type { Clock } from '../ports/clock.ts';
import type { ListedModel } from './listModels.ts';
import { PROVIDERS, providerRecord } from './providers/providerList.ts';
import type { GetJson } from './providers/providerRecord.ts';
import { isLocal, toProviders } from './providerSettings.ts';
import type { ResolveOptions } from './resolveModel.ts';

/**
 * A model server on this machine. Nothing of the user's is sent to it, no key and no header, before its provider's record
 * has recognised it.
 */
export interface LocalServer {
  /** As in `<provider>/<model>`. */
  readonly provider: string;
  readonly label: string;
  /** Empty where it has none, or is still loading one. */
  readonly models: readonly ListedModel[];
}

export type LocalServerOptions = Pick<ResolveOptions, 'providers' | 'clock' | 'fetch'>;

/** Looks at the usual addresses, or those that the setting gives these servers on this machine, all at once. */
export async function findLocalServers(options: LocalServerOptions, signal: AbortSignal): Promise<LocalServer[]> {
  const known = toProviders(options.providers).providers;
  const found = await Promise.all(
    PROVIDERS.map(async ({ name, local: findModels }): Promise<LocalServer | undefined> => {
      const provider = known.find((candidate) => candidate.name === name);
      if (!findModels || !provider || !isLocal(provider.baseUrl)) return undefined;
      const { baseUrl } = provider;
      const ids = await within(options.clock, signal, (limit) => findModels(createGet(baseUrl, options, limit)));
      const listed = ids?.map((id) => ({ id: `${name}/${id}`, label: id }));
      return listed && { provider: name, label: provider.label, models: listed };
    }),
  );
  return found.filter((server) => server !== undefined);
}

/** Whether servers of this provider are looked for. */
export function isLocalServerName(provider: string): boolean {
  return providerRecord(provider)?.local !== undefined;
}

/** Milliseconds for all of a server's answers. What listens on this machine answers at once, or is not there. */
const PROBE_TIMEOUT = 1_500;
/** Characters. */
const LONGEST_ANSWER = 4_000_000;

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
      // Nothing listens, or what listens does not speak HTTP: both mean that the server is not there.
      return undefined;
    }
  };
}

/** Undefined where it does not come to an end in sight: whoever listens there may send for ever. */
async function readText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > LONGEST_ANSWER) return undefined;
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An error page, say. The caller looks for certain JSON and does not find it.
    return undefined;
  }
}

async function within<T>(clock: Clock, signal: AbortSignal, run: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = clock.setTimeout(() => controller.abort(), PROBE_TIMEOUT);
  try {
    return await run(AbortSignal.any([signal, controller.signal]));
  } finally {
    timer.dispose();
    // What was left in the middle of an answer lets go of its connection.
    controller.abort();
  }
}
