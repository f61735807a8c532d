import type { LanguagePhrases } from './language.ts';

export const SWEDISH: LanguagePhrases = {
  done: `
allt klart
`,
  labels: `
förslag
`,
  praise: `
tack
tack så mycket
`,
  assistantOpenings: `
låt mig
jag ska
här är
`,
  assistantQuestions: `
vill du att jag
ska jag
får jag
`,
  thanksFor: `
tack för
`,
};
