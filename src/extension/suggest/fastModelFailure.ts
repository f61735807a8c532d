import type { SuggestionNotice } from '../../shared/suggesting.ts';
import { toErrorView } from '../chat/view/errorText.ts';
import type { ModelError, ModelErrorKind, SelectedModel } from '../model/chatModel.ts';
import { toUnusable, type UnusableModel } from '../model/fastModel.ts';

/** Errors that only another key or model fixes. All other errors may be temporary. */
const LASTING: readonly ModelErrorKind[] = ['unauthorized', 'forbidden', 'not-found'];

/** Returns why the fast model cannot be used; undefined if the error may be temporary. */
export function whyUnusable(model: SelectedModel, error: ModelError): UnusableModel | undefined {
  if (!LASTING.includes(error.kind)) return undefined;
  const { message, action } = toErrorView(error, model.id);
  return toUnusable(model.id, message, action === 'set-api-key');
}

export function toUnavailableNotice({ name, message, needsKey }: UnusableModel): SuggestionNotice {
  return { kind: 'fast-model-unavailable', model: name, message, needsKey };
}
