import type { WireFormat } from './capabilities.ts';
import { parseModelId } from './modelId.ts';
import { toProviders } from './providerSettings.ts';

export const EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

const FROM_LOW = EFFORTS.slice(1);

/**
 * The efforts that each family of models accepts, according to the vendor. A row has only values that all models of the
 * family accept, because a server refuses other values. The first matching row wins.
 */
const ROWS: readonly (readonly [wire: WireFormat, model: RegExp, efforts: readonly Effort[]])[] = [
  ['anthropic', /^claude-(fable|mythos)-|^claude-(opus-4-[5-9]|sonnet-4-[6-9]|(opus|sonnet)-[5-9])/, FROM_LOW],
  ['openai-responses', /^gpt-5.*(pro|chat)/, []],
  ['openai-responses', /^gpt-5(-mini|-nano)?(-\d{4}-\d\d-\d\d)?$/, EFFORTS],
  ['openai-responses', /^(gpt-5|o[34](-mini)?(-|$)|o1(-\d|$))/, FROM_LOW],
  ['openai-chat', /^gpt-5.*(pro|chat)/, []],
  ['openai-chat', /^gpt-5(-mini|-nano)?(-\d{4}-\d\d-\d\d)?$/, EFFORTS],
  ['openai-chat', /^(gpt-5|gpt-oss|o[34](-mini)?(-|$)|o1(-\d|$))/, FROM_LOW],
  ['gemini', /^gemini-3(\.\d)?-flash/, EFFORTS],
  ['gemini', /^gemini-3(\.\d)?-pro/, ['low', 'high']],
];

/** Empty if the model has no choice or is unknown. */
export function effortsOf(wire: WireFormat, model: string): readonly Effort[] {
  return ROWS.find(([ofWire, models]) => ofWire === wire && models.test(model))?.[2] ?? [];
}

/** `setting`: `premove.providers`, not validated. */
export function effortsOfId(id: string, setting: unknown): readonly Effort[] {
  const parsed = parseModelId(id);
  const provider = parsed && toProviders(setting).providers.find(({ name }) => name === parsed.provider);
  if (!parsed || !provider) return [];
  return effortsOf(provider.kind === 'openai' ? 'openai-responses' : provider.kind, parsed.model);
}

/** Undefined if the user has chosen none, or if the model does not accept the choice. */
export function chosenEffort(
  id: string,
  setting: unknown,
  chosen: Readonly<Record<string, string>>,
): Effort | undefined {
  const wanted = Object.hasOwn(chosen, id) ? chosen[id] : undefined;
  return effortsOfId(id, setting).find((effort) => effort === wanted);
}
