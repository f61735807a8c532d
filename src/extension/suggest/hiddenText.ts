/**
 * Characters that make a text read otherwise than it is sent: controls, direction overrides, zero-width and
 * other characters that draw nothing, halves of pairs, private use. A line break is not among them; it is
 * formatting.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFD]/u;

/** Where such characters belong to the spelling: in emoji, and between letters of scripts that join. */
const SPELLING =
  /\r\n?|\n|\p{Extended_Pictographic}[\u{FE0E}\u{FE0F}]?\p{Emoji_Modifier}?(?:\u{200D}\p{Extended_Pictographic}\u{FE0F}?\p{Emoji_Modifier}?)*|[0-9#*]\u{FE0F}\u{20E3}|(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}])[\u{200C}\u{200D}](?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}])/gu;

/** Marks piled up on one letter are drawn over the lines around it. No script's spelling needs as many. */
const PILED_UP = /\p{Mn}{7}/u;

/** Whether what is displayed could differ from what is sent, or hide what is beside it. */
export function hasHiddenText(text: string): boolean {
  return HIDDEN.test(text.replace(SPELLING, '')) || PILED_UP.test(text);
}
