/**
 * DeepSeek's `finish_reason` for an answer that ended because its servers are overloaded. The answer can be continued
 * like one that reached the output limit.
 */
export const SHORT_OF_RESOURCES = 'insufficient_system_resource';
