import type { LanguagePhrases } from './language.ts';

export const GERMAN: LanguagePhrases = {
  done: `
fertig
erledigt
abgeschlossen
alles fertig
alles erledigt
`,
  meta: `
nichts
nichts vorzuschlagen
kein vorschlag
keine vorschläge
stille
schweigen
`,
  labels: `
vorschlag
vorschläge
nächster schritt
antwort
tipp
`,
  speakers: `
benutzer
nutzer
assistent
`,
  fillers: `
äh
ähm
tja
naja
und
der
die
das
nun
hallo
vielleicht
`,
  praise: `
danke
danke schön
vielen dank
perfekt
sieht gut aus
sieht super aus
sehr gut
klasse
toll
gut gemacht
gute arbeit
verstanden
`,
  praiseExtras: `
für die hilfe
für deine hilfe
und
`,
  abbreviations: `
nr
bd
tel
str
z.b
d.h
bzw
ca
usw
evtl
ggf
`,
  assistantOpenings: `
lass mich
lassen sie mich
ich werde
ich kann (?:das|die|den|nun|jetzt|auch|dir|ihnen|gerne)
ich habe (?:nun|jetzt|soeben|gerade|das|die|den|alle)
hier (?:ist|sind)
du kannst (?:nun|jetzt|auch)
sie können (?:nun|jetzt|auch)
`,
  assistantQuestions: `
möchte(?:st du|n sie|t ihr)
(?:willst du|wollen sie),? dass ich
soll ich
sollte ich
darf ich
kann ich (?:dir|ihnen|euch|sonst noch)
(?:wie|womit) kann ich (?:dir|ihnen|euch)
was möchte(?:st du|n sie)
(?:hast du|haben sie) (?:noch|weitere) (?:fragen|wünsche)
(?:brauchst du|brauchen sie) (?:noch )?(?:hilfe|etwas)
`,
  assistantOffers: `
fragen[?]+
sonst noch (?:etwas|was)[?]+
`,
  acknowledgements: `
natürlich
gerne
klar
alles klar
`,
  thanksFor: `
danke für
vielen dank für
`,
  errorOpenings: `
ein fehler ist aufgetreten
`,
  errorWords: `
fehler
`,
};
