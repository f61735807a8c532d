import { t } from './translate.ts';

/** Reasons why the text of the input box was not translated, and what to do. */
export const translationTexts = {
  nothingToTranslate: () => t('Type the text to translate first. Code, mentions and pasted text are not translated.'),
  tooLong: () => t('This text is too long to translate at once. Translate it in several parts.'),
  tour: () => t('The offline tour can’t translate. Start a new chat with another model.'),
  /** The model that would translate is the tour's model, but the chat is not a chat of the tour. */
  tourInOtherChat: () => t('The offline tour can’t translate. Select another model, or set a fast model.'),
  refused: (model: string) =>
    t('{0} refused to translate this text. Rephrase it, or choose another fast model.', model),
  cutOff: (model: string) =>
    t('{0} did not finish the translation. Shorten the text, or choose another fast model.', model),
  nothing: (model: string) => t('{0} did not translate the text. Try again, or choose another fast model.', model),
  lostParts: (model: string) =>
    t('{0} lost code or mentions from your text, so the text was not changed. Try again.', model),
  sameLanguage: (language: string) => t('The text is already in this language: {0}.', language),
};
