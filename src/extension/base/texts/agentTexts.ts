import { t } from './translate.ts';

/** What the row of a sub-agent says besides its report. */
export const agentNoteTexts = {
  otherModel: (model: string) => t('The model {0} is not set up, so the chat’s model was used.', model),
  /** `why` is a sentence. */
  noFastModel: (why: string) => t('The fast model cannot be used, so the chat’s model was used. {0}', why),
  refused: () => t('The model declined to answer.'),
};
