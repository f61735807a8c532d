import { PROVIDERS, providerRecord } from '../../providers/providerList.ts';
import type { OpenAiChatDialect } from '../../providers/providerRecord.ts';

/** The dialect of a Chat Completions server, found by its host or else by its provider's name. */
export function dialectOf({ name, baseUrl }: { readonly name: string; readonly baseUrl: string }): OpenAiChatDialect {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const { dialect } = PROVIDERS.find((each) => each.dialect?.host.test(host)) ?? providerRecord(name) ?? {};
  return { ...DEFAULT_DIALECT, ...dialect?.differences };
}

const DEFAULT_DIALECT: OpenAiChatDialect = {
  outputLimit: 'max_tokens',
  acceptsCacheKey: false,
  requestsUsage: true,
  answerFormat: 'json_schema',
  marksCacheOf: undefined,
  marksTools: false,
  callIds: 'any',
  insertsAssistantMessage: false,
  acceptsReasoning: true,
  headers: {},
};
