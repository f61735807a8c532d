import { createHash } from 'node:crypto';

/** OpenAI and Bedrock take `^[a-zA-Z0-9_-]{1,64}$`; Gemini also wants a letter or an underscore first. */
const ACCEPTED = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
const MAX_NAME = 64;
const HASH = 8;

/**
 * The name of a tool call as a request may carry it. Models invent names (`default_api.read_file`, none at all), and a
 * provider that finds one in the history refuses every later request. The result depends on `name` alone, so that a call
 * and its result agree and the bytes of the prefix stay the same.
 */
export function toWireName(name: string): string {
  return ACCEPTED.test(name) ? name : toHashedName(name);
}

/** An accepted name that no other name becomes: what was replaced or cut off is in the hash at its end. */
export function toHashedName(name: string): string {
  const fit = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_');
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH);
  return `${fit.slice(0, MAX_NAME - HASH - 1)}_${hash}`;
}
