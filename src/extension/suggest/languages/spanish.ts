import type { LanguagePhrases } from './language.ts';

export const SPANISH: LanguagePhrases = {
  done: `
hecho
listo
todo listo
terminado
completado
tarea completada
`,
  meta: `
nada que sugerir
sin sugerencia
sin sugerencias
ninguna sugerencia
silencio
`,
  labels: `
sugerencia
sugerencias
siguiente paso
próximo paso
respuesta
consejo
`,
  speakers: `
usuario
asistente
`,
  fillers: `
pues
bueno
entonces
este
el
la
hola
quizás
`,
  praise: `
gracias
muchas gracias
mil gracias
perfecto
genial
estupendo
muy bien
muy bueno
se ve bien
se ve genial
buen trabajo
entendido
tiene sentido
`,
  praiseExtras: `
por la ayuda
por tu ayuda
y
`,
  abbreviations: `
sra
srta
dra
p.ej
ej
`,
  assistantOpenings: String.raw`
voy a
déjame
dejame
permíteme
aquí (?:está|están|tienes)
puedo
he (?!probado|intentado|reiniciado|notado|olvidado)(?:\p{L}+(?:ado|ido)|hecho|escrito|resuelto)
puedes (?:ahora|también|usar|probar|ejecutar)
`,
  assistantQuestions: `
quieren? que
quieres que
quieres (?:ver|continuar|seguir|ayuda)
deseas?
desean
prefieres que
(?:te|le) gustaría
necesitas? (?:ayuda|algo más|que yo)
(?:en|con) qué (?:más )?puedo ayudar(?:te|le)
cómo puedo ayudar(?:te|le)
qué te gustaría
`,
  assistantOffers: `
debo
debería
(?:hago|ejecuto|lanzo|creo|añado|agrego|corrijo|arreglo|continúo|sigo|procedo|subo|envío|elimino|borro|aplico|actualizo|escribo)(?: .*)?
algo más[?]+
alguna (?:duda|pregunta)[?]+
`,
  acknowledgements: `
claro
por supuesto
desde luego
vale
`,
  thanksFor: `
gracias por
`,
  errorOpenings: `
se produjo un error
ha ocurrido un error
`,
  errorWords: `
error
`,
  errorWordExtras: `
de
del
la
interno
servidor
`,
};
