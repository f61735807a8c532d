import type { LanguagePhrases } from './language.ts';

export const PORTUGUESE: LanguagePhrases = {
  done: `
feito
pronto
tudo pronto
concluído
concluído com sucesso
terminado
tarefa concluída
`,
  meta: `
nada
nada encontrado
nada a sugerir
sem sugestão
sem sugestões
nenhuma sugestão
silêncio
`,
  labels: `
sugestão
sugestões
próximo passo
próxima etapa
resposta
dica
`,
  speakers: `
usuário
assistente
`,
  fillers: `
então
bem
bom
tipo
né
oi
olá
talvez
`,
  praise: `
obrigado
obrigada
muito obrigado
muito obrigada
valeu
perfeito
ótimo
que ótimo
excelente
maravilha
legal
muito bom
ficou bom
ficou ótimo
ficou perfeito
parece bom
parece ótimo
está ótimo
tá ótimo
bom trabalho
ótimo trabalho
entendi
faz sentido
`,
  praiseExtras: `
pela ajuda
mesmo
demais
e
`,
  assistantOpenings: `
vou
eu vou
corrigi
atualizei
adicionei
criei
implementei
deixe-me
deixa eu
deixe eu
permita-me
aqui est(?:á|ão)
eis
eu posso
posso
você pode (?:agora|também|usar|tentar|executar)
de nada
`,
  assistantQuestions: `
quer(?:es)? que eu
quer (?:ver|continuar|seguir|prosseguir|ajuda)
deseja
prefere que eu
você (?:quer|gostaria|deseja|prefere)
precisa de (?:mais |outra |alguma )?ajuda
precisa de mais alguma coisa
podemos (?:prosseguir|continuar|seguir)
(?:como|(?:em|no) que) posso (?:te |lhe )?ajudar
o que (?:você )?(?:gostaria|deseja)
`,
  assistantOffers: `
gostaria (?:de|que)
devo
(?:faço|executo|rodo|crio|adiciono|corrijo|continuo|sigo|prossigo|subo|envio|removo|aplico|atualizo|escrevo|commito) .*
mais alguma (?:coisa|dúvida|pergunta)
alguma dúvida
algo mais[?]+
`,
  acknowledgements: `
claro
com certeza
certo
tá bom
`,
  thanksFor: `
obrigado por
obrigada por
obrigado pelo
obrigada pelo
obrigado pela
obrigada pela
obrigado pelos
obrigada pelos
obrigado pelas
obrigada pelas
`,
  errorOpenings: `
ocorreu um erro
`,
  errorWords: `
erro
`,
  errorWordExtras: `
de
da
do
no
na
interno
servidor
`,
};
