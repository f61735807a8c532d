import { t } from './translate.ts';

/** Reasons why a message was not continued, and what to do. */
export const continueTexts = {
  refused: () => t('The model declined to answer, so there is nothing to continue. Rephrase your message.'),
  noText: () => t('This answer has no text to continue. Press Retry to ask again.'),
  emptyPrompt: () => t('This message has no text to continue. Press Edit to write some.'),
  tooLong: (tokens: number, window: number) =>
    t(
      'The text up to here has ≈{0} tokens, more than the model’s context window of {1}. Select a model with a larger window, or start a new chat.',
      tokens.toLocaleString('en'),
      window.toLocaleString('en'),
    ),
  noTextOutput: (model: string) => t('{0} does not write text. Select another model to continue.', model),
  atLimit: (tokens: number) =>
    t(
      'This answer already reached the model’s highest output limit, {0} tokens. Ask for a shorter answer, or select another model.',
      tokens.toLocaleString('en'),
    ),
  empty: () => t('The model added nothing. Write what is missing, or select another model.'),
  repeated: () => t('The model only repeated the text. Write what is missing, or select another model.'),
};
