import type { LanguagePhrases } from './language.ts';

export const ROMANIAN: LanguagePhrases = {
  praise: `
mulțumesc
`,
};
