import type { SuggestionNotice } from '../../shared/suggesting.ts';
import { toErrorView } from '../chat/view/errorText.ts';
import type { ModelError, ModelErrorKind, SelectedModel } from '../model/chatModel.ts';
import { toUnusable, type UnusableModel } from '../model/fastModel.ts';

/** Errors that only another key or model fixes. All others may be gone by the next answer. */
const LASTING: readonly ModelErrorKind[] = ['unauthorized', 'forbidden', 'not-found'];

/** Returns why the fast model cannot be used, if its request has shown that; undefined for any other error. */
export function whyUnusable(model: SelectedModel, error: ModelError): UnusableModel | undefined {
  if (!LASTING.includes(error.kind)) return undefined;
  const { message, action } = toErrorView(error, model.id);
  return toUnusable(model.id, message, action === 'set-api-key');
}

export function toUnavailableNotice({ name, message, needsKey }: UnusableModel): SuggestionNotice {
  return { kind: 'fast-model-unavailable', model: name, message, needsKey };
}
