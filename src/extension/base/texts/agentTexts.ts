import { t } from './translate.ts';

/** Texts in the row of a sub-agent, besides its report. */
export const agentNoteTexts = {
  otherModel: (model: string) => t('The model {0} is not set up, so the chat’s model was used.', model),
  /** `why` is a sentence. */
  noFastModel: (why: string) => t('The fast model cannot be used, so the chat’s model was used. {0}', why),
  limit: (requests: number) =>
    requests === 1 ? t('Stopped at its limit of 1 request.') : t('Stopped at its limit of {0} requests.', requests),
  loop: () => t('Stopped because it repeated itself.'),
  cutOff: () => t('The report was cut off at the output limit.'),
  noReportRecorded: () => t('The window closed before the agent reported. These calls were recorded.'),
  noCallsRecorded: () => t('The window closed before the agent reported. No call was recorded.'),
  refused: () => t('The model declined to answer.'),
};
