/** Why a suggestion is not shown: the twelve rules of seed 000, and two of ours. */
export type FilterReason =
  | 'empty'
  | 'control_chars'
  | 'done'
  | 'meta_text'
  | 'meta_wrapped'
  | 'error_message'
  | 'prefixed_label'
  | 'too_few_words'
  | 'too_many_words'
  | 'too_long'
  | 'multiple_sentences'
  | 'has_formatting'
  | 'evaluative'
  | 'ai_voice';

const MAX_WORDS = 12;
const MAX_CHARACTERS = 100;

/** The first rule that `text`, as it would be displayed and sent, breaks; null where it may be shown. */
export function getFilterReason(text: string): FilterReason | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  if (/[\p{Default_Ignorable_Code_Point}\p{Cs}]|(?!\n)\p{Cc}/u.test(text)) return 'control_chars';
  if (/^done[.!]*$/i.test(trimmed)) return 'done';
  if (/^(nothing (found|to suggest)|no suggestions?|silence)[.!]*$/i.test(trimmed)) return 'meta_text';
  if (/^\(.*\)$|^\[.*\]$/.test(trimmed)) return 'meta_wrapped';
  if (/^api error\b/i.test(trimmed)) return 'error_message';
  if (/^suggestion\s*:/i.test(trimmed)) return 'prefixed_label';
  if (/^(thanks|thank you|looks good)[.!]*$/i.test(trimmed)) return 'evaluative';
  if (/^(\W+|h+m+)$/iu.test(trimmed)) return 'too_few_words';
  if (trimmed.split(/\s+/).length > MAX_WORDS) return 'too_many_words';
  if ([...trimmed].length >= MAX_CHARACTERS) return 'too_long';
  if (/[.!?]\s+\p{L}/u.test(trimmed)) return 'multiple_sentences';
  if (/\n|\*\*\p{L}/u.test(text)) return 'has_formatting';
  if (/^(let me|i'll|here's)(?!\p{L})/iu.test(trimmed)) return 'ai_voice';
  return null;
}
