import type { LanguagePhrases } from './language.ts';

export const VIETNAMESE: LanguagePhrases = {
  done: `
xong
`,
  meta: `
không có gợi ý
`,
  labels: `
gợi ý
`,
  praise: `
cảm ơn
tuyệt vời
`,
  assistantOpenings: `
tôi sẽ
để tôi
đây là
`,
  assistantQuestions: `
bạn có muốn
bạn muốn tôi
tôi có nên
có cần tôi
`,
};
