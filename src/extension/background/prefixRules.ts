import { parseModelId } from '../model/modelId.ts';
import { providerRecord } from '../model/providers/providerList.ts';
import type { PrefixRule } from '../model/providers/providerRecord.ts';

/** For an unknown provider: assume that its server caches the prefix and compares thinking. */
const CAREFUL: PrefixRule = { cache: 'automatic', thinking: 'keep' };

/** What the prefix cache of `<provider>/<model>` compares. `wiresPrefix.test.ts` checks the bytes that are sent. */
export function prefixRuleOf(modelId: string): PrefixRule {
  return providerRecord(parseModelId(modelId)?.provider ?? '')?.prefix ?? CAREFUL;
}
