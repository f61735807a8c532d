import type { LanguagePhrases } from './language.ts';

export const ARABIC: LanguagePhrases = {
  done: `
تم
انتهى
`,
  meta: `
لا شيء
لا يوجد اقتراح
لا اقتراح
`,
  labels: `
اقتراح
الاقتراح
الخطوة التالية
`,
  speakers: `
المستخدم
`,
  fillers: `
يعني
مرحبا
`,
  praise: `
شكرا
شكراً
شكرا لك
شكرا جزيلا
ممتاز
رائع
`,
  assistantOpenings: `
دعني
سأقوم
سوف أقوم
سوف
إليك
يمكنني
`,
  assistantQuestions: String.raw`
هل (?:تريد|ترغب|تود|تحب|أقوم|أستمر|أبدأ|أضيف|أنشئ|أصلح|أكمل|أتابع|يمكنني|علي)
كيف يمكنني مساعدت\p{L}*
`,
  acknowledgements: `
بالطبع
حسنا
`,
  errorOpenings: `
حدث خطأ
`,
  errorWords: `
خطأ
`,
};
