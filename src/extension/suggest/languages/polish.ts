import type { LanguagePhrases } from './language.ts';

export const POLISH: LanguagePhrases = {
  done: `
gotowe
zrobione
`,
  meta: `
brak
brak sugestii
cisza
`,
  labels: `
sugestia
następny krok
odpowiedź
`,
  speakers: `
użytkownik
`,
  fillers: `
więc
cześć
`,
  praise: `
dzięki
dziękuję
świetnie
wygląda dobrze
`,
  assistantOpenings: `
pozwól
oto
mogę
`,
  assistantQuestions: String.raw`
czy (?:mam|mogę|chcesz|chciał\p{L}+|życzysz)
chcesz,? żebym
w czym mogę
`,
  thanksFor: `
dzięki za
`,
  errorWords: `
błąd
`,
};
