import type { LanguagePhrases } from './language.ts';

export const DUTCH: LanguagePhrases = {
  done: `
klaar
gedaan
`,
  meta: `
niets
geen suggestie
geen suggesties
stilte
`,
  labels: `
suggestie
volgende stap
antwoord
`,
  speakers: `
gebruiker
`,
  fillers: `
nou
hoi
`,
  praise: `
dank je
dank je wel
bedankt
ziet er goed uit
goed gedaan
`,
  assistantOpenings: `
laat me
laat mij
ik zal
ik ga
ik kan(?! niet)
ik heb (?:nu|de|het)
`,
  assistantQuestions: `
wil je dat
wilt u dat
zal ik
moet ik
mag ik
kan ik (?:je|u)
hoe kan ik (?:je|u)
heb je nog vragen
`,
  assistantOffers: `
nog iets[?]+
`,
  acknowledgements: `
natuurlijk
`,
  thanksFor: `
bedankt voor
`,
  errorWords: `
fout
`,
};
