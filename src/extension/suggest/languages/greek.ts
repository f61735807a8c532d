import type { LanguagePhrases } from './language.ts';

export const GREEK: LanguagePhrases = {
  praise: `
ευχαριστώ
`,
};
