import { t } from './translate.ts';

/** Titles of diffs and notices about the files that answers have changed. */
export const changeTexts = {
  changedSince: () => t('Files changed since Premove wrote them'),
  ofAnswer: () => t('Changes of an answer'),
  since: (prompt: string) => t('Changes since “{0}”', prompt),
  ofChat: () => t('Changes of the chat'),
  noneInChat: () => t('This chat has changed no files.'),
  noneSince: () => t('No answer has changed files since this message.'),
  noReviewInTour: () => t('The offline tour keeps no earlier contents of files, so there is nothing to review.'),
  noDifference: () => t('There is nothing to review: the files are as they were before the changes.'),
  /**
   * `changed`: files that somebody else has changed, so they were not restored; `lost`: files that could not be
   * restored. The text is empty if both lists are empty.
   */
  leftOrLost: (changed: readonly string[], lost: readonly string[]) =>
    [
      ...(changed.length > 0 ? [t('Changed in the meantime, so left as they are: {0}.', changed.join(', '))] : []),
      ...(lost.length > 0 ? [t('Could not be restored: {0}.', lost.join(', '))] : []),
    ].join(' '),
  notRestored: () => t('The files were not restored, because their earlier contents were removed to make room.'),
  lostFile: (file: string, why: string) => t('{0} ({1})', file, why),
  tooLarge: () => t('too large to be kept'),
  damaged: () => t('its earlier content is damaged'),
  notKept: (files: string) =>
    t('These files are not in the diff, because their earlier content was not kept: {0}.', files),
};
