import * as z from 'zod/mini';
import type { GetJson, ProviderRecord } from './providerRecord.ts';

export const lmStudio: ProviderRecord = {
  name: 'lmstudio',
  label: 'LM Studio',
  // The address is not `localhost`, which may resolve to ::1, on which the server does not listen.
  wire: { kind: 'openai-chat', baseUrl: 'http://127.0.0.1:1234/v1' },
  prefix: { cache: 'automatic', thinking: 'keep' },
  localProbe: findModels,
};

/** Only LM Studio has `arch` and `state`, so the required `state` rejects the lists of other servers. */
const list = z.object({
  data: z.array(z.object({ id: z.string(), type: z.string(), arch: z.optional(z.string()), state: z.string() })),
});

/** The list of LM Studio 0.4 and later. */
const newerList = z.object({
  models: z.array(z.object({ key: z.string(), type: z.string(), loaded_instances: z.array(z.unknown()) })),
});

async function findModels(get: GetJson): Promise<string[] | undefined> {
  const found = list.safeParse((await get('/api/v0/models'))?.json);
  // An empty list could come from any server.
  if (found.success && found.data.data.length > 0) {
    return found.data.data.filter(({ type }) => type === 'llm' || type === 'vlm').map(({ id }) => id);
  }
  const newer = newerList.safeParse((await get('/api/v1/models'))?.json);
  if (newer.success) return newer.data.models.filter(({ type }) => type === 'llm').map(({ key }) => key);
  return undefined;
}
