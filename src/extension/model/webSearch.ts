import { PROVIDERS, providerRecord } from './providers/providerList.ts';
import { parseModelId } from './modelId.ts';
import { toProviders, type Provider } from './providerSettings.ts';

/**
 * Whether this provider's server can search the web while this model answers. Finds the provider by its host. If no
 * provider has the host, finds the provider by its name, because `baseUrl` may be the address of a proxy. Only the
 * provider's own wire has a search tool.
 */
export function searchesWeb(
  { name, kind, baseUrl }: Pick<Provider, 'name' | 'kind' | 'baseUrl'>,
  model: string,
): boolean {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
  const record = PROVIDERS.find(({ wire }) => wire && new URL(wire.baseUrl).host === host) ?? providerRecord(name);
  return record?.wire?.kind === kind && record.searchesWeb?.test(model) === true;
}

/** Like `searchesWeb`, for an id `<provider>/<model>` and the value of the setting `premove.providers`. */
export function idSearchesWeb(id: string, providersSetting: unknown): boolean {
  const parsed = parseModelId(id);
  const provider = parsed && toProviders(providersSetting).providers.find(({ name }) => name === parsed.provider);
  return provider !== undefined && searchesWeb(provider, parsed?.model ?? '');
}
