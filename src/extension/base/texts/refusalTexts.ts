import { t } from './translate.ts';

/** Reasons why a request from the panel was not carried out. */
export const refusalTexts = {
  failed: () => t('Something went wrong in Premove. See the log.'),
  notUnderstood: () => t('Premove did not understand the request. Reload the window.'),
  otherChat: () => t('Another chat is open now.'),
  linkGone: () => t('That link is no longer in this chat.'),
  fileGone: () => t('That file is no longer in this chat.'),
  outputGone: () => t('That output is no longer in this chat.'),
  notAFile: (path: string) => t('{0} is not a file that can be opened here.', path),
  problemGone: () => t('That problem is no longer in the list.'),
  codeGone: () => t('That code is no longer in this chat.'),
  editDecided: () => t('This edit no longer waits for approval, so there is no diff to open.'),
  outside: (file: string) => t('{0} is outside the workspace, so it was not opened.', file),
  noSuchFile: (file: string) => t('{0} does not exist in this workspace.', file),
  tooManyImages: (limit: number) => t('A message can have {0} images at most. Remove one to add another.', limit),
};

export const imageTexts = {
  /** The name of an image if its file has no name. */
  unnamed: () => t('Image'),
  /* Reasons why an image cannot be attached, shown after its name. */
  unreadable: () => t('It could not be read.'),
  tooLarge: () => t('It is too large.'),
  notOfType: (type: string) => t('It is not a {0} image, despite its name.', type),
  notInAnswers: () => t('You are editing an answer, which can have only text. Add the image after you have saved.'),
  badPreview: () => t('Its preview could not be read.'),
};
