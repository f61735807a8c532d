/**
 * Characters that make the displayed text differ from the sent text, such as controls, direction overrides and
 * invisible characters.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFD]/u;

/** Correct uses of `HIDDEN`: line breaks, emoji, keycaps, and joiners between letters of joining scripts. */
const PERMITTED =
  /\r\n?|\n|\p{Extended_Pictographic}[\u{FE0E}\u{FE0F}]?\p{Emoji_Modifier}?(?:\u{200D}\p{Extended_Pictographic}\u{FE0F}?\p{Emoji_Modifier}?)*|[0-9#*]\u{FE0F}\u{20E3}|(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}])[\u{200C}\u{200D}](?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}])/gu;

/** Many marks on one letter cover the lines around it. No script needs so many. */
const PILED_UP = /\p{Mn}{7}/u;

/** Whether the displayed text could differ from the sent text, or cover text next to it. */
export function hasHiddenText(text: string): boolean {
  return HIDDEN.test(text.replace(PERMITTED, '')) || PILED_UP.test(text);
}

/** Tabs stay, because code is indented with them. */
export function withoutHiddenText(text: string): string {
  return text.replace(
    PERMITTED_OR_HIDDEN,
    (found, permitted: string | undefined) => permitted ?? (found === '\t' ? found : ''),
  );
}

const PERMITTED_OR_HIDDEN = new RegExp(`(${PERMITTED.source})|${HIDDEN.source}`, 'gu');
