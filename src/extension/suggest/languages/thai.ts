import type { LanguagePhrases } from './language.ts';

export const THAI: LanguagePhrases = {
  praise: `
ขอบคุณ
ขอบคุณครับ
ขอบคุณค่ะ
เยี่ยม
`,
};
