import { t } from './translate.ts';

/** Reasons why the text of the input was not completed or translated, and what to do. */
export const completionTexts = {
  emptyInput: () => t('Type the beginning of your message first, then complete it.'),
  otherModelInTour: () => t('This chat is the offline tour. Start a new chat to complete text with another model.'),
  tourInOtherChat: () => t('The offline tour completes text only in its own chats. Select another model.'),
  tourScript: () => t('The offline tour completes only the messages of its script. Type “add a”, for example.'),
  modelTooSlow: () => t('The model was not ready after 10 seconds. Try again, or select another model.'),
  /** `why` says what to do. */
  fastModel: (model: string, why: string) => t('Your fast model, {0}, can’t be used. {1}', model, why),
  spent: (limit: string) =>
    t(
      'Suggestions, completions and translations have reached your daily limit of {0}. Raise it in Settings, or wait until tomorrow.',
      limit,
    ),
  unknownPrice: (model: string) =>
    t(
      'The price of {0} is unknown, and you have a daily limit. Remove the limit in Settings, or choose another fast model.',
      model,
    ),
  /** `message` says what happened. */
  otherModel: (message: string) => t('{0} Select another model, or choose a fast model in Settings.', message),
  tooLong: (model: string) => t('This text is too long for {0}. Shorten it, or choose another fast model.', model),
  nothing: (model: string) => t('{0} has nothing to add here. Type a few more words, then try again.', model),
  refused: (model: string) => t('{0} refused to complete this text. Rephrase it, then try again.', model),
  cutOff: (model: string) => t('{0} used its whole output for thinking. Choose another fast model in Settings.', model),
};
