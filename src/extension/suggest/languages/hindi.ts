import type { LanguagePhrases } from './language.ts';

export const HINDI: LanguagePhrases = {
  done: `
हो गया
`,
  meta: `
कुछ नहीं
कोई सुझाव नहीं
`,
  labels: `
सुझाव
अगला कदम
`,
  speakers: `
उपयोगकर्ता
`,
  fillers: `
हम्म
नमस्ते
`,
  praise: `
धन्यवाद
शुक्रिया
बहुत बढ़िया
बढ़िया
`,
  assistantOpenings: `
यह रहा
यहाँ है
`,
  assistantQuestions: `
क्या (?:मैं|आप चाहते|आप चाहेंगे|आपको)
`,
};
