import type { LanguagePhrases } from './language.ts';

export const DANISH: LanguagePhrases = {
  praise: `
mange tak
tusind tak
`,
  thanksFor: `
tak for
mange tak for
`,
};
