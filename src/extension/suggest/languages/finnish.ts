import type { LanguagePhrases } from './language.ts';

export const FINNISH: LanguagePhrases = {
  praise: `
kiitos
`,
  assistantQuestions: `
haluatko että
`,
};
