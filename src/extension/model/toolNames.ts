import { createHash } from 'node:crypto';

/** OpenAI and Bedrock accept `^[a-zA-Z0-9_-]{1,64}$`; Gemini also requires a letter or an underscore first. */
const ACCEPTED = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
/** Characters. */
const MAX_NAME = 64;
const HASH = 8;

/**
 * The name of a tool call in a form that every provider accepts. Models invent names (`default_api.read_file`), and a
 * provider that finds such a name in the history refuses every later request. The result depends only on `name`, so
 * that a call and its result match and the bytes of the prefix do not change.
 */
export function toWireName(name: string): string {
  return ACCEPTED.test(name) ? name : toHashedName(name);
}

/** The hash stands for the replaced and cut characters, so that different names have different results. */
export function toHashedName(name: string): string {
  const fit = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_');
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH);
  return `${fit.slice(0, MAX_NAME - HASH - 1)}_${hash}`;
}
