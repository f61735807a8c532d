import type { SuggestionNotice } from '../../shared/suggesting.ts';
import { toErrorView } from '../chat/view/errorText.ts';
import type { ModelError, ModelErrorKind, SelectedModel } from '../model/chatModel.ts';
import { toUnusable, type UnusableModel } from '../model/fastModel.ts';

/** What only another key or another model mends; all else may have passed by the next answer. */
const LASTING: readonly ModelErrorKind[] = ['unauthorized', 'forbidden', 'not-found'];

/** That the fast model cannot be used may turn out only when it is asked; undefined where it failed in another way. */
export function whyUnusable(model: SelectedModel, error: ModelError): UnusableModel | undefined {
  if (!LASTING.includes(error.kind)) return undefined;
  const { message, action } = toErrorView(error, model.id);
  return toUnusable(model.id, message, action === 'set-api-key');
}

export function toUnavailableNotice({ name, message, needsKey }: UnusableModel): SuggestionNotice {
  return { kind: 'fast-model-unavailable', model: name, message, needsKey };
}
