import { providerRecord } from './providers/providerList.ts';

/** Splits `<provider>/<model>`. The model's name may contain slashes. */
export function parseModelId(id: string): { readonly provider: string; readonly model: string } | undefined {
  const match = /^([^/\s]+)\/(\S.*)$/.exec(id.trim());
  return match?.[1] && match[2] ? { provider: match[1], model: match[2] } : undefined;
}

/**
 * The name that users see for `<provider>/<model>`: the model's name as in the provider's list, or as `modelLabel` of
 * the provider's record converts it. Text that does not have this form is returned unchanged.
 */
export function toLabel(id: string): string {
  const parsed = parseModelId(id);
  if (!parsed) return id;
  const { provider, model } = parsed;
  return providerRecord(provider)?.modelLabel?.(model) ?? model;
}
