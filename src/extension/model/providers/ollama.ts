import * as z from 'zod/mini';
import type { GetJson, ProviderRecord } from './providerRecord.ts';

export const ollama: ProviderRecord = {
  name: 'ollama',
  label: 'Ollama',
  // The address is not `localhost`, which may resolve to ::1, on which the server does not listen.
  wire: { kind: 'openai-chat', baseUrl: 'http://127.0.0.1:11434/v1' },
  prefix: { cache: 'automatic', thinking: 'keep' },
  // If the chat template of a thinking model refuses the form `trailing`, Premove repeats the request in the guided
  // form.
  continuation: [{ models: /^/, form: 'trailing' }],
  localProbe: findModels,
};

const version = z.object({ version: z.string() });
const list = z.object({
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

async function findModels(get: GetJson): Promise<string[] | undefined> {
  if (!version.safeParse((await get('/api/version'))?.json).success) return undefined;
  const found = list.safeParse((await get('/api/tags'))?.json);
  if (!found.success) return undefined;
  return (found.data.models ?? [])
    .filter(({ capabilities, details }) => capabilities?.includes('completion') ?? !/bert/.test(details?.family ?? ''))
    .map(({ name }) => name);
}
