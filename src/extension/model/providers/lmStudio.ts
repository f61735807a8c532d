import * as z from 'zod/mini';
import type { GetJson, ProviderRecord } from './providerRecord.ts';

export const lmStudio: ProviderRecord = {
  name: 'lmstudio',
  label: 'LM Studio',
  // By address: `localhost` may mean ::1, where it does not listen.
  wire: { kind: 'openai-chat', baseUrl: 'http://127.0.0.1:1234/v1' },
  prefix: { cache: 'automatic', thinking: 'keep' },
  local: findModels,
};

/** `arch` and `state` are LM Studio's own words for its models. */
const list = z.object({
  data: z.array(z.object({ id: z.string(), type: z.string(), arch: z.optional(z.string()), state: z.string() })),
});

/** From version 0.4 on. */
const newerList = z.object({
  models: z.array(z.object({ key: z.string(), type: z.string(), loaded_instances: z.array(z.unknown()) })),
});

async function findModels(get: GetJson): Promise<string[] | undefined> {
  const found = list.safeParse((await get('/api/v0/models'))?.json);
  // An empty list could be anybody's.
  if (found.success && found.data.data.length > 0) {
    return found.data.data.filter(({ type }) => type === 'llm' || type === 'vlm').map(({ id }) => id);
  }
  const newer = newerList.safeParse((await get('/api/v1/models'))?.json);
  if (newer.success) return newer.data.models.filter(({ type }) => type === 'llm').map(({ key }) => key);
  return undefined;
}
