import type { LanguagePhrases } from './language.ts';

export const UKRAINIAN: LanguagePhrases = {
  praise: `
дякую
чудово
`,
  assistantOpenings: `
дозвольте
я можу
ось
`,
  assistantQuestions: `
хочеш,? щоб я
чи (?:мені|хочете|бажаєте)
бажаєте
чим (?:я )?можу
`,
};
