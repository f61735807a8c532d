import type { MentionSources } from '../../src/extension/ports/mentionSources.ts';

/** Mention sources that are empty, except for `own`. */
export function createMentionSources(own: Partial<MentionSources> = {}): MentionSources {
  return {
    findSymbols: async () => [],
    findSymbolLines: async () => undefined,
    selection: async () => undefined,
    problems: () => [],
    terminalOutput: async () => undefined,
    changes: async () => ({ kind: 'unavailable', why: 'there is no Git' }),
    confirmSecrets: async () => 'send',
    ...own,
  };
}
