import { t } from './translate.ts';

/** Titles of diffs and notices about the files that answers have changed. */
export const changeTexts = {
  changedSince: () => t('Files changed since'),
  ofAnswer: () => t('Changes of an answer'),
  since: (prompt: string) => t('Changes since “{0}”', prompt),
  ofChat: () => t('Changes of the chat'),
  noDifference: () => t('There is nothing to review: the files are as they were before.'),
  notKept: (files: string) =>
    t('These files are not in the diff, because their earlier content was not kept: {0}.', files),
};
