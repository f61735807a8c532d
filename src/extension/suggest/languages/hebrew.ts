import type { LanguagePhrases } from './language.ts';

export const HEBREW: LanguagePhrases = {
  praise: `
תודה
תודה רבה
מעולה
`,
  assistantOpenings: `
תן לי
הנה
`,
  assistantQuestions: String.raw`
האם (?:תרצה|תרצי|אתה רוצה|להריץ|לבצע|להמשיך|להוסיף|לתקן)
תרצה ש\p{L}*
`,
};
