import type { LanguagePhrases } from './language.ts';

export const HUNGARIAN: LanguagePhrases = {
  praise: `
köszönöm
`,
};
