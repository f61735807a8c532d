/** An object from the setting `premove.permissions`, whose properties are not checked yet. */
export type PermissionSettings = Readonly<Record<string, unknown>>;

export interface AddedRules {
  readonly settings: PermissionSettings;
  readonly added: readonly string[];
}

/** Undefined if the value has an unexpected form, so that nothing that the user wrote is overwritten. */
export function addAllowed(value: unknown, rules: readonly string[]): AddedRules | undefined {
  const settings = toSettings(value);
  const allow = settings && (settings['allow'] ?? []);
  if (!settings || !Array.isArray(allow)) return undefined;
  const added = rules.filter((rule) => !allow.includes(rule));
  return { settings: { ...settings, allow: [...(allow as unknown[]), ...added] }, added };
}

/**
 * `settings` is undefined if no setting is left. Returns undefined if the value is not an object, so that nothing that
 * the user wrote is removed.
 */
export function removeAllowed(
  value: unknown,
  rules: readonly string[],
): { readonly settings: PermissionSettings | undefined } | undefined {
  if (value === undefined) return { settings: undefined };
  const settings = toSettings(value);
  if (!settings || !Array.isArray(settings['allow'])) return settings && { settings };
  const { allow, ...others } = settings;
  const left = (allow as unknown[]).filter((rule) => !rules.some((removed) => removed === rule));
  const rest = left.length > 0 ? { ...others, allow: left } : others;
  return { settings: Object.keys(rest).length > 0 ? rest : undefined };
}

function toSettings(value: unknown): PermissionSettings | undefined {
  if (value === undefined) return {};
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as PermissionSettings)
    : undefined;
}
