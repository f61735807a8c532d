import { PROVIDERS, providerRecord } from './providers/providerList.ts';
import type { NativeForm, ProviderRecord } from './providers/providerRecord.ts';
import type { Provider } from './providerSettings.ts';

/** How a server continues an assistant message at the end of a request. */
export interface NativeContinuation {
  readonly form: NativeForm;
  /** The path for such a request, if other requests use another path. */
  readonly path?: string;
}

/**
 * Undefined if the form is unknown, or if the user has set `guided`. The rows of `ProviderRecord.continuation` apply
 * only to the provider's own server, because a proxy may refuse what its upstream accepts.
 */
export function nativeContinuationOf(
  provider: Pick<Provider, 'name' | 'baseUrl' | 'continuation'>,
  model: string,
): NativeContinuation | undefined {
  const { continuation: chosen } = provider;
  if (chosen !== undefined) return chosen === 'guided' ? undefined : { form: chosen };
  const row = recordOf(provider)?.continuation?.find(({ models }) => models.test(model));
  return row && { form: row.form, ...(row.path !== undefined && { path: row.path }) };
}

/** Undefined if the server is unknown. A server for local models is found by name, because it can be at any address. */
function recordOf({ name, baseUrl }: Pick<Provider, 'name' | 'baseUrl'>): ProviderRecord | undefined {
  const named = providerRecord(name);
  if (named?.localProbe) return named;
  if (!URL.canParse(baseUrl)) return undefined;
  const { host, hostname } = new URL(baseUrl);
  return PROVIDERS.find(
    ({ wire, dialect }) => dialect?.host.test(hostname) || (wire && new URL(wire.baseUrl).host === host),
  );
}
