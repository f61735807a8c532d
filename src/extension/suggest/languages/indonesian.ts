import type { LanguagePhrases } from './language.ts';

export const INDONESIAN: LanguagePhrases = {
  done: `
selesai
`,
  meta: `
tidak ada saran
`,
  labels: `
saran
`,
  praise: `
terima kasih
bagus
mantap
`,
  assistantOpenings: `
saya akan
biarkan saya
berikut
`,
  assistantQuestions: `
apakah (?:anda|kamu) (?:ingin|mau|butuh)
haruskah saya
perlukah saya
mau saya
ada (?:lagi )?yang bisa saya bantu
`,
};
