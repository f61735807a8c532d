import { parseModelId } from '../modelId.ts';

/** The offline tour's id in the setting `premove.model`. */
export const TOUR_ID = 'tour/tour';

export function isTourId(modelId: string): boolean {
  return parseModelId(modelId)?.provider === 'tour';
}
