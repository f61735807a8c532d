import * as z from 'zod/mini';
import type { Clock } from '../ports/clock.ts';
import type { ListedModel } from './listModels.ts';
import { isLocal, toProviders, type ResolveOptions } from './providers.ts';

/**
 * Model servers on this machine. They are recognised by answers that only they give, because anything may listen on a
 * port like 8080; and nothing of the user's is sent to them, no key and no header, before they are recognised.
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
    PROBES.map(async ({ provider: name, models }): Promise<LocalServer | undefined> => {
      const provider = known.find((candidate) => candidate.name === name);
      if (!provider || !isLocal(provider.baseUrl)) return undefined;
      const ids = await within(options.clock, signal, (limit) => models(createGet(provider.baseUrl, options, limit)));
      const listed = ids?.map((id) => ({ id: `${name}/${id}`, label: id }));
      return listed && { provider: name, label: provider.label, models: listed };
    }),
  );
  return found.filter((server) => server !== undefined);
}

/** The names of the providers that are looked for. */
export function isLocalServerName(provider: string): boolean {
  return PROBES.some((probe) => probe.provider === provider);
}

/** Milliseconds for all of a server's answers. What listens on this machine answers at once, or is not there. */
const PROBE_TIMEOUT = 1_500;
/** Characters. */
const LONGEST_ANSWER = 4_000_000;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** Undefined where nothing answers, or something that is no JSON. */
type Get = (path: string) => Promise<Answer | undefined>;

interface Probe {
  readonly provider: string;
  /** The names of its models; undefined where it is another server. */
  readonly models: (get: Get) => Promise<string[] | undefined>;
}

const PROBES: readonly Probe[] = [
  { provider: 'ollama', models: ollamaModels },
  { provider: 'lmstudio', models: lmStudioModels },
  { provider: 'llamacpp', models: llamaCppModels },
];

const version = z.object({ version: z.string() });
const ollamaList = z.object({
  models: z.nullable(
    z.array(
      z.object({
        name: z.string(),
        details: z.optional(z.object({ family: z.optional(z.string()) })),
        capabilities: z.optional(z.array(z.string())),
      }),
    ),
  ),
});

async function ollamaModels(get: Get): Promise<string[] | undefined> {
  if (!version.safeParse((await get('/api/version'))?.json).success) return undefined;
  const list = ollamaList.safeParse((await get('/api/tags'))?.json);
  if (!list.success) return undefined;
  return (list.data.models ?? [])
    .filter(({ capabilities, details }) => capabilities?.includes('completion') ?? !/bert/.test(details?.family ?? ''))
    .map(({ name }) => name);
}

/** `arch` and `state` are LM Studio's own words for its models. */
const lmStudioList = z.object({
  data: z.array(z.object({ id: z.string(), type: z.string(), arch: z.optional(z.string()), state: z.string() })),
});

/** From version 0.4 on. */
const lmStudioList1 = z.object({
  models: z.array(z.object({ key: z.string(), type: z.string(), loaded_instances: z.array(z.unknown()) })),
});

async function lmStudioModels(get: Get): Promise<string[] | undefined> {
  const list = lmStudioList.safeParse((await get('/api/v0/models'))?.json);
  // An empty list could be anybody's.
  if (list.success && list.data.data.length > 0) {
    return list.data.data.filter(({ type }) => type === 'llm' || type === 'vlm').map(({ id }) => id);
  }
  const list1 = lmStudioList1.safeParse((await get('/api/v1/models'))?.json);
  if (list1.success) return list1.data.models.filter(({ type }) => type === 'llm').map(({ key }) => key);
  return undefined;
}

const llamaCppList = z.object({ data: z.array(z.object({ id: z.string(), owned_by: z.optional(z.string()) })) });

async function llamaCppModels(get: Get): Promise<string[] | undefined> {
  const answer = await get('/v1/models');
  const named = answer?.headers.get('server') === 'llama.cpp';
  // While it loads its model it answers 503 to everything.
  if (named && answer?.status === 503) return [];
  const list = llamaCppList.safeParse(answer?.json);
  if (!list.success) return undefined;
  const models = list.data.data;
  const owned = models.length > 0 && models.every(({ owned_by }) => owned_by === 'llamacpp');
  return named || owned ? models.map(({ id }) => id) : undefined;
}

function createGet(baseUrl: string, options: LocalServerOptions, signal: AbortSignal): Get {
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
