import type { LanguagePhrases } from './language.ts';

export const FRENCH: LanguagePhrases = {
  done: `
fait
c'est fait
terminé
c'est terminé
fini
tâche terminée
`,
  meta: `
rien
rien à suggérer
aucune suggestion
pas de suggestion
`,
  labels: `
prochaine étape
étape suivante
réponse
astuce
conseil
`,
  speakers: `
utilisateur
`,
  fillers: `
euh
ben
bah
bon
alors
donc
le
et
bonjour
salut
peut-être
`,
  praise: `
merci
merci beaucoup
parfait
c'est parfait
super
génial
excellent
très bien
bon travail
bien joué
c'est bon
compris
`,
  praiseExtras: `
pour ton aide
pour votre aide
et
`,
  abbreviations: `
mme
mlle
par ex
p.ex
`,
  assistantOpenings: String.raw`
laissez-moi
laisse-moi
permettez-moi
je vais
je peux
je viens de
j'ai (?!testé|essayé|redémarré|remarqué|oublié)\p{L}+é
voici
vous pouvez
tu peux (?:maintenant|aussi)
`,
  assistantQuestions: `
souhaite(?:z-vous|s-tu)
voulez-vous
voudri(?:ez-vous|ais-tu)
veux-tu (?:que|voir|continuer)
désire(?:z-vous|s-tu)
(?:tu veux|vous voulez|tu souhaites|vous souhaitez) que je
dois-je
devrais-je
puis-je
est-ce que je (?:dois|peux|devrais)
faut-il que je
comment puis-je (?:vous |t')aider
que (?:souhaitez|voulez|voudriez)-vous
(?:avez-vous|as-tu) (?:besoin d'aide|besoin d'autre chose|d'autres questions)
y a-t-il autre chose que je
`,
  assistantOffers: `
j'ajoute
j'applique
j'exécute
je (?:lance|relance|committe|commite|pousse|continue|corrige|crée|supprime|procède)
autre chose ?[?]+
on (?:continue|lance|committe|pousse)
`,
  acknowledgements: `
bien sûr
d'accord
avec plaisir
`,
  thanksFor: `
merci pour
merci beaucoup pour
`,
  errorOpenings: `
une erreur est survenue
une erreur s'est produite
`,
  errorWords: `
erreur
`,
  errorWordExtras: `
de
du
la
interne
serveur
`,
};
