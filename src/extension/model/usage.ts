import type { Usage } from './chatModel.ts';

/** The tokens of two requests together. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    input: left.input + right.input,
    cacheRead: left.cacheRead + right.cacheRead,
    cacheWrite: left.cacheWrite + right.cacheWrite,
    output: left.output + right.output,
  };
}
