import { t } from './translate.ts';

/** Reasons why a chat was not compressed, and what to do. */
export const compressionTexts = {
  nothing: () => t('There is nothing to compress yet. The newest messages always stay as they are.'),
  notSmaller: () => t('The summary was not shorter than the messages, so nothing was changed.'),
  notSmallerSwitchedOff: () =>
    t(
      'The summary was not shorter than the messages, so nothing was changed. This chat is not compressed automatically ' +
        'any more. Choose Compress context in the More menu to try again.',
    ),
  failed: (why: string) => t('The chat could not be compressed: {0}', why),
  automaticFailed: (why: string) =>
    t(
      'The chat could not be compressed: {0} Choose Compress context in the More menu to try again.',
      // A server's message may end without a full stop.
      /\p{P}$/u.test(why) ? why : `${why}.`,
    ),
  busy: () => t('Wait for the answer, or stop it, before you compress the chat.'),
  noText: () => t('The model wrote no summary.'),
  tooLong: () => t('The messages do not fit into the model’s context window.'),
  tour: () => t('The offline tour cannot be compressed. Start a new chat to take the tour again.'),
};
