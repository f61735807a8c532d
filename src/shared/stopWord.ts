/**
 * DeepSeek's stop word (`finish_reason`) for an answer that ended because DeepSeek's servers are overloaded. The answer
 * can be continued like an answer that reached the output limit, although it did not reach that limit.
 */
export const SHORT_OF_RESOURCES = 'insufficient_system_resource';
