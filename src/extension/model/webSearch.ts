import { PROVIDERS, providerRecord } from './providers/providerList.ts';
import { parseModelId } from './modelId.ts';
import { toProviders, type Provider } from './providerSettings.ts';

/**
 * Whether this provider's server can search the web while this model answers. The provider is found by its host or else
 * by its name, because a proxy under a provider's name passes requests on. The wire must be the provider's own, because
 * the provider's other wire formats do not have a search tool.
 */
export function searchesWeb(
  { name, kind, baseUrl }: Pick<Provider, 'name' | 'kind' | 'baseUrl'>,
  model: string,
): boolean {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
  const record = PROVIDERS.find(({ wire }) => wire && new URL(wire.baseUrl).host === host) ?? providerRecord(name);
  return record?.wire?.kind === kind && record.searchesWeb?.test(model) === true;
}

/**
 * Like `searchesWeb`, for an id `<provider>/<model>` and the value of the setting `premove.providers`. Does not check
 * whether the provider's key is set.
 */
export function idSearchesWeb(id: string, providersSetting: unknown): boolean {
  const parsed = parseModelId(id);
  const provider = parsed && toProviders(providersSetting).providers.find(({ name }) => name === parsed.provider);
  return provider !== undefined && searchesWeb(provider, parsed?.model ?? '');
}
