import { ARABIC } from './languages/arabic.ts';
import { CHINESE } from './languages/chinese.ts';
import { CZECH } from './languages/czech.ts';
import { DANISH } from './languages/danish.ts';
import { DUTCH } from './languages/dutch.ts';
import { ENGLISH } from './languages/english.ts';
import { FINNISH } from './languages/finnish.ts';
import { FRENCH } from './languages/french.ts';
import { GERMAN } from './languages/german.ts';
import { GREEK } from './languages/greek.ts';
import { HEBREW } from './languages/hebrew.ts';
import { HINDI } from './languages/hindi.ts';
import { HUNGARIAN } from './languages/hungarian.ts';
import { INDONESIAN } from './languages/indonesian.ts';
import { ITALIAN } from './languages/italian.ts';
import { JAPANESE } from './languages/japanese.ts';
import { KOREAN } from './languages/korean.ts';
import type { LanguagePhrases } from './languages/language.ts';
import { NORWEGIAN } from './languages/norwegian.ts';
import { POLISH } from './languages/polish.ts';
import { PORTUGUESE } from './languages/portuguese.ts';
import { ROMANIAN } from './languages/romanian.ts';
import { RUSSIAN } from './languages/russian.ts';
import { SPANISH } from './languages/spanish.ts';
import { SWEDISH } from './languages/swedish.ts';
import { THAI } from './languages/thai.ts';
import { TURKISH } from './languages/turkish.ts';
import { UKRAINIAN } from './languages/ukrainian.ts';
import { VIETNAMESE } from './languages/vietnamese.ts';

const LANGUAGES: readonly LanguagePhrases[] = [
  ENGLISH,
  PORTUGUESE,
  SPANISH,
  FRENCH,
  GERMAN,
  ITALIAN,
  DUTCH,
  POLISH,
  SWEDISH,
  NORWEGIAN,
  DANISH,
  FINNISH,
  CZECH,
  ROMANIAN,
  HUNGARIAN,
  GREEK,
  RUSSIAN,
  UKRAINIAN,
  TURKISH,
  CHINESE,
  JAPANESE,
  KOREAN,
  ARABIC,
  HEBREW,
  HINDI,
  VIETNAMESE,
  INDONESIAN,
  THAI,
];

export const DONE = phrases('done');
export const META = phrases('meta');
export const LABELS = phrases('labels');
export const SPEAKERS = phrases('speakers');
export const FILLERS = phrases('fillers');
export const PRAISE = phrases('praise');
export const PRAISE_EXTRAS = phrases('praiseExtras');
export const ABBREVIATIONS = phrases('abbreviations');
export const ASSISTANT_OPENINGS = phrases('assistantOpenings');
export const ASSISTANT_QUESTIONS = phrases('assistantQuestions');
export const ASSISTANT_OFFERS = phrases('assistantOffers');
export const ACKNOWLEDGEMENTS = phrases('acknowledgements');
export const THANKS_FOR = phrases('thanksFor');
export const ERRORS = phrases('errors');
export const ERROR_OPENINGS = phrases('errorOpenings');
export const ERROR_WORDS = phrases('errorWords');
export const ERROR_WORD_EXTRAS = phrases('errorWordExtras');

function phrases(kind: keyof LanguagePhrases): ReadonlySet<string> {
  const lines = LANGUAGES.flatMap((language) => language[kind]?.split('\n') ?? []);
  return new Set(lines.filter((line) => line !== '').map((line) => line.normalize('NFKC')));
}
