import { providerRecord } from './providers/providerList.ts';

/** Undefined for any text that is not `<provider>/<model>`. The model's name may contain slashes. */
export function parseModelId(id: string): { readonly provider: string; readonly model: string } | undefined {
  const match = /^([^/\s]+)\/(\S.*)$/.exec(id.trim());
  return match?.[1] && match[2] ? { provider: match[1], model: match[2] } : undefined;
}

/** The name that users see for a model. Text that is not `<provider>/<model>` is returned unchanged. */
export function toLabel(id: string): string {
  const parsed = parseModelId(id);
  if (!parsed) return id;
  const { provider, model } = parsed;
  return providerRecord(provider)?.modelLabel?.(model) ?? model;
}
