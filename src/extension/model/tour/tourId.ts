import { parseModelId } from '../modelId.ts';

/** The offline tour, as the setting `premove.model` names it. */
export const TOUR_ID = 'tour/tour';

export function isTourId(modelId: string): boolean {
  return parseModelId(modelId)?.provider === 'tour';
}
