import type { LanguagePhrases } from './language.ts';

export const NORWEGIAN: LanguagePhrases = {
  done: `
alt klart
`,
  labels: `
forslag
`,
  praise: `
takk
tusen takk
mange takk
`,
  assistantOpenings: `
la meg
jeg skal
`,
  assistantQuestions: `
vil du (?:at jeg|ha meg|have mig)
skal jeg
`,
  thanksFor: `
takk for
mange takk for
`,
};
