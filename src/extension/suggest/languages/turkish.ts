import type { LanguagePhrases } from './language.ts';

export const TURKISH: LanguagePhrases = {
  done: `
bitti
tamamlandı
`,
  meta: `
öneri yok
sessizlik
`,
  labels: `
öneri
sonraki adım
cevap
`,
  speakers: `
kullanıcı
`,
  fillers: `
şey
yani
merhaba
`,
  praise: `
teşekkürler
teşekkür ederim
çok teşekkürler
sağ ol
harika
mükemmel
güzel
çok güzel
`,
  assistantOpenings: String.raw`
işte
bana izin
izin ver
yapabilirim
\p{L}+(?:acağım|eceğim)
`,
  assistantQuestions: `
ister misin(?:iz)?
nasıl yardımcı olabilirim
yardımcı olabilir miyim
`,
  acknowledgements: `
tabii
elbette
`,
  errorWords: `
hata
`,
};
