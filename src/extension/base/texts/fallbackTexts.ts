import { t } from './translate.ts';

/** Notices about a change of the model. */
export const fallbackTexts = {
  unusable: (model: string) =>
    t('The fallback model {0} cannot answer: it has no API key or is unknown. Check premove.routing.fallback.', model),
  changed: (from: string, to: string) => t('{0} is not available. {1} answers now.', from, to),
  /** `tokens` and `cost` are ready to display; `cost` is empty if the price is unknown. */
  uncached: (model: string, tokens: string, cost: string) =>
    cost === ''
      ? t('{0} has not cached this chat. The next message sends all ≈{1} tokens again.', model, tokens)
      : t('{0} has not cached this chat. The next message sends all ≈{1} tokens again (≈{2}).', model, tokens, cost),
};
