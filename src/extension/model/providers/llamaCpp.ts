import * as z from 'zod/mini';
import type { GetJson, ProviderRecord } from './providerRecord.ts';

export const llamaCpp: ProviderRecord = {
  name: 'llamacpp',
  label: 'llama.cpp',
  // The address is not `localhost`, which may resolve to ::1, on which the server does not listen.
  wire: { kind: 'openai-chat', baseUrl: 'http://127.0.0.1:8080/v1' },
  prefix: { cache: 'automatic', thinking: 'keep' },
  // If the chat template of a thinking model refuses the form `trailing`, Premove repeats the request in the guided
  // form.
  continuation: [{ models: /^/, form: 'trailing' }],
  localProbe: findModels,
};

const list = z.object({ data: z.array(z.object({ id: z.string(), owned_by: z.optional(z.string()) })) });

async function findModels(get: GetJson): Promise<string[] | undefined> {
  const answer = await get('/v1/models');
  const named = answer?.headers.get('server') === 'llama.cpp';
  // While the server loads its model, it answers every request with 503.
  if (named && answer?.status === 503) return [];
  const found = list.safeParse(answer?.json);
  if (!found.success) return undefined;
  const models = found.data.data;
  const owned = models.length > 0 && models.every(({ owned_by }) => owned_by === 'llamacpp');
  return named || owned ? models.map(({ id }) => id) : undefined;
}
