import type { LanguagePhrases } from './language.ts';

export const ITALIAN: LanguagePhrases = {
  done: `
fatto
finito
completato
`,
  meta: `
niente
nulla
nessun suggerimento
silenzio
`,
  labels: `
suggerimento
prossimo passo
risposta
`,
  speakers: `
utente
`,
  fillers: `
boh
beh
allora
dunque
il
ciao
forse
mah
`,
  praise: `
grazie
grazie mille
perfetto
ottimo
ottimo lavoro
fantastico
bel lavoro
molto bene
`,
  praiseExtras: `
per l'aiuto
`,
  assistantOpenings: String.raw`
lascia che
lasciami
permettimi
ecco
posso
ho (?:\p{L}+(?:to|so))
`,
  assistantQuestions: `
vuoi che
vuole che
vorresti che
vorrebbe che
desideri
preferisci che
ti serve altro
hai bisogno di (?:altro|aiuto)
come posso aiutar(?:ti|la)
cosa vorresti
`,
  assistantOffers: `
devo
dovrei
(?:eseguo|procedo|continuo|committo|aggiungo|creo|correggo|applico)
altro[?]+
`,
  acknowledgements: `
certo
certamente
va bene
`,
  thanksFor: `
grazie per
grazie mille per
`,
  errorOpenings: `
si è verificato un errore
`,
  errorWords: `
errore
`,
  errorWordExtras: `
di
del
dell'
della
interno
`,
};
