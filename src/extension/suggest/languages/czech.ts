import type { LanguagePhrases } from './language.ts';

export const CZECH: LanguagePhrases = {
  praise: `
děkuji
díky
`,
};
