import { parseModelId } from '../model/modelId.ts';
import { providerRecord } from '../model/providers/providerList.ts';
import type { PrefixRule } from '../model/providers/providerRecord.ts';

/** For a server of the user's own: as long as nothing is known of it, everything counts. */
const CAREFUL: PrefixRule = { cache: 'automatic', thinking: 'keep' };

/** What the prefix cache of `<provider>/<model>` compares; `wiresPrefix.test.ts` compares the bytes that go out. */
export function prefixRuleOf(modelId: string): PrefixRule {
  return providerRecord(parseModelId(modelId)?.provider ?? '')?.prefix ?? CAREFUL;
}
